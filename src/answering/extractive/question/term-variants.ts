/** Words of the content that mean a term of the question: inflections, compounds, synonyms, corrected spelling, numbers and initials. */

import { editDistance } from '../../../lib/edit-distance.ts';
import { pattern } from '../../../lib/patterns.ts';
import { ENGLISH, type Language } from '../../../text/analysis/languages.ts';
import { isEnglishWord } from '../../../text/word-vectors/word-likeness.ts';
import { initialsMark } from '../terms/initials.ts';
import { irregularFormTest } from '../terms/irregular-forms.ts';
import { isWithin } from '../terms/number-ranges.ts';
import { digitsOf } from '../terms/number-words.ts';
import { anyHolds, type PassageWords } from '../terms/passage-words.ts';
import { isGenericWord, isQuestionStopWord } from '../terms/question-words.ts';
import { isHeldIn, type Term, wordOf } from '../terms/terms.ts';
import { answeringWords } from '../thesaurus/answering-words.ts';
import { conceptsIn, isWiderThan } from '../thesaurus/false-friends.ts';
import { conceptsOf, isServiceWord } from '../thesaurus/synonyms.ts';

/** Compounds: `Gutschein` in `Geschenkgutschein`, and the other way round. */
const COMPOUND_STRENGTH = 0.75;
const PART_STRENGTH = 0.6;
const MIN_PART_LENGTH = 5;
const MIN_REST_LENGTH = 3;
const SEPARATED_STRENGTH = 0.75;
const SYNONYM_STRENGTH = 0.75;
const SPELLING_STRENGTH = 0.8;
const SHORTENED_STRENGTH = 0.6;
const MIN_SHORTENED_LENGTH = 4;
const MIN_SPELLED_LENGTH = 5;
const NO_VARIANTS: ReadonlyMap<string, number> = new Map();

export function withVariants(
  terms: readonly Term[],
  content: readonly PassageWords[],
  language?: Language,
): readonly Term[] {
  return terms.map((term) => {
    const named = namedOtherwise(term, content);
    if (named.size > 0) return { ...term, variants: named };
    const variants = term.exact === null ? synonymsOf(term.stem, content) : spelledVariants(term, content, language);
    return variants.size === 0 ? term : { ...term, variants };
  });
}

/** Words with a hyphen have no exact form: `check-in`. */
const HYPHENATED = /^(?:check|sign|log|walk|drop)(?:ins?|out|up|on)$/;

/** Exact forms in the content, each with the greatest strength at which it means the word. */
class SpelledVariants {
  readonly strengths = new Map<string, number>();
  readonly #asked: string;

  constructor(asked: string) {
    this.#asked = asked;
  }

  add(word: string, strength: number): void {
    if (strength === 0 || word === this.#asked) return;
    const variant = `=${word}`;
    if (strength > (this.strengths.get(variant) ?? 0)) this.strengths.set(variant, strength);
  }
}

/** Variants of a word with an exact form. Corrects its spelling only where nothing else is found. */
function spelledVariants(
  term: Term,
  content: readonly PassageWords[],
  language?: Language,
): ReadonlyMap<string, number> {
  const asked = wordOf(term);
  const variants = new SpelledVariants(asked);
  addRelated(variants, asked, content, language);
  for (const concept of conceptsIn(asked, language)) addSynonyms(variants, asked, concept, content);
  for (const word of answeringWords(asked)) if (anyHolds(content, `=${word}`)) variants.add(word, SYNONYM_STRENGTH);
  if (variants.strengths.size === 0 && !isHeldIn(content, term)) {
    addHyphenated(variants.strengths, asked, content);
    const isKnown = isGenericWord(asked, language) || (language === ENGLISH && isEnglishWord(asked));
    if (!isKnown) addCorrections(variants, asked, content);
  }
  return variants.strengths;
}

/** `e-bikes` for `ebike`: analysis joins words with a hyphen. */
function addHyphenated(strengths: Map<string, number>, asked: string, content: readonly PassageWords[]): void {
  if (asked.length < MIN_SHORTENED_LENGTH || !/^[a-z]+$/.test(asked)) return;
  for (const word of [asked, `${asked}s`, asked.replace(/s$/, '')]) if (anyHolds(content, word)) strengths.set(word, 1);
}

function addRelated(
  variants: SpelledVariants,
  asked: string,
  content: readonly PassageWords[],
  language?: Language,
): void {
  const verb = SEPARABLE.exec(asked)?.[1];
  const isService = isServiceWord(asked);
  const isIrregularForm = irregularFormTest(asked, language);
  for (const { spelled } of content) {
    for (const word of spelled) {
      const isForm = isInflected(asked, word) || isInflected(word, asked) || isIrregularForm?.(word) === true;
      variants.add(word, isForm ? 1 : compoundStrength(asked, word, isService));
      if (isSeparated(verb, word)) variants.add(word, SEPARATED_STRENGTH);
    }
  }
}

/** A charge of a battery is no price. */
const BATTERY = ['=battery', '=batteries', '=recharge'];
const CHARGE = /^charg(?:e|es|ing)$/;

function addSynonyms(
  variants: SpelledVariants,
  asked: string,
  concept: number,
  content: readonly PassageWords[],
): void {
  const isOfBattery = BATTERY.some((word) => anyHolds(content, word));
  for (const { spelledByConcept, stemsByConcept } of content) {
    for (const word of spelledByConcept.get(concept) ?? [])
      if (!isWiderThan(word, asked) && !(isOfBattery && CHARGE.test(word))) variants.add(word, SYNONYM_STRENGTH);
    for (const word of stemsByConcept.get(concept) ?? [])
      if (HYPHENATED.test(word)) variants.strengths.set(word, SYNONYM_STRENGTH);
  }
}

function addCorrections(variants: SpelledVariants, asked: string, content: readonly PassageWords[]): void {
  for (const { spelled } of content) {
    for (const word of spelled) {
      if (isMisspelling(asked, word) && !isGenericWord(word) && !isQuestionStopWord(word))
        variants.add(word, SPELLING_STRENGTH);
      else if (isShortened(asked, word)) variants.add(word, SHORTENED_STRENGTH);
    }
  }
}

/** Other ways to write a number, ranges that hold it, and names with these initials. */
function namedOtherwise(term: Term, content: readonly PassageWords[]): ReadonlyMap<string, number> {
  const word = wordOf(term);
  const digits = digitsOf(word) ?? (/^(?!0\d)\d{1,3}$/.test(word) ? word : null);
  if (digits !== null) {
    const isSame = (other: string) =>
      other === digits || (other.startsWith('=') && digitsOf(other.slice(1)) === digits);
    const same = content.flatMap(({ numbers }) =>
      numbers.filter((other) => isSame(other) || isWithin(Number(digits), other)),
    );
    return new Map(same.map((other): [string, number] => [other, 1]));
  }
  const initials = initialsMark(word);
  const isUnknown = initials !== null && anyHolds(content, initials) && !isHeldIn(content, term);
  return isUnknown ? new Map([[initials, 1]]) : NO_VARIANTS;
}

function synonymsOf(stem: string, content: readonly PassageWords[]): ReadonlyMap<string, number> {
  const concepts = conceptsOf(stem);
  if (concepts.length === 0) return NO_VARIANTS;
  const same = content.flatMap(({ stemsByConcept }) =>
    concepts.flatMap((concept) => stemsByConcept.get(concept) ?? []),
  );
  return new Map(same.filter((word) => word !== stem).map((word) => [word, SYNONYM_STRENGTH]));
}

/** @param isService the thesaurus knows what is asked for */
function compoundStrength(asked: string, word: string, isService: boolean): number {
  if (asked.length >= MIN_PART_LENGTH && word.length >= asked.length + MIN_REST_LENGTH && holdsAtEnd(word, asked)) {
    return COMPOUND_STRENGTH;
  }
  // The thesaurus knows a service word better: a `Platz` is no `Parkplatz`.
  if (isService) return isServed(asked, word) ? COMPOUND_STRENGTH : 0;
  if (word.length >= MIN_PART_LENGTH && asked.length >= word.length + MIN_REST_LENGTH && holdsAtEnd(asked, word)) {
    return PART_STRENGTH;
  }
  return isServed(asked, word) ? COMPOUND_STRENGTH : 0;
}

/** Separable verbs of German and Dutch: `einlösen` in "Wie löse ich … ein?". */
const SEPARABLE = pattern(
  'u',
  /^(?:zuruck|ein|aus|auf|ab|an|um|mit|vor|nach|her|hin|los|weg|aan|af|op|uit|mee|over|terug|toe|voor|door)(?:ge)?(\p{L}{3,}?)(?:en|et|n|t)$/u,
);

function isSeparated(verb: string | undefined, word: string): boolean {
  return verb !== undefined && word.startsWith(verb) && word.length <= verb.length + 2;
}

/** Number and case in any language: `vélo` and `vélos`. */
const isInflected = (word: string, longer: string): boolean =>
  word.length >= MIN_SHORTENED_LENGTH && longer.startsWith(word) && /^(?:e?s|e?n|x)$/.test(longer.slice(word.length));

const isShortened = (asked: string, word: string): boolean =>
  asked.length >= MIN_SHORTENED_LENGTH && word.length >= asked.length + MIN_REST_LENGTH && word.startsWith(asked);

/** `Eintritt` in `Eintrittspreise`, a compound with a service word. */
function isServed(asked: string, word: string): boolean {
  if (asked.length < MIN_PART_LENGTH || word.length < asked.length + MIN_PART_LENGTH || !word.startsWith(asked))
    return false;
  const rest = word.slice(asked.length);
  return isServiceWord(rest) || (/^[sn]/.test(rest) && isServiceWord(rest.slice(1)));
}

/** The endings may differ: `Gutschein` in `Geschenkgutscheine`. */
function holdsAtEnd(compound: string, part: string): boolean {
  if (compound.endsWith(part)) return true;
  const place = compound.indexOf(part);
  return place >= MIN_REST_LENGTH && compound.length - place - part.length <= 2;
}

/** Optimal string alignment distance of 1, or 2 from nine letters on. */
function isMisspelling(asked: string, word: string): boolean {
  if (asked.length < MIN_SPELLED_LENGTH || /\d/.test(asked) || asked[0] !== word[0]) return false;
  const most = asked.length >= 9 ? 2 : 1;
  if (word.length < asked.length - most || word.length > asked.length + most + 2) return false;
  // An ending may follow: `studnet` in `students`.
  if (editDistance(asked, word.slice(0, asked.length)) <= most) return true;
  return word.length > asked.length && editDistance(asked, word) <= most;
}
