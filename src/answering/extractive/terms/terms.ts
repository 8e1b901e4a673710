/** Terms of a question: each word with all its analysed forms, and the words of the content that mean it too. */
import { pattern } from '../../../lib/patterns.ts';
import { initialsMark } from './initials.ts';
import { isWithin } from './number-ranges.ts';
import { digitsOf } from './number-words.ts';
import { anyHolds, type PassageWords } from './passage-words.ts';
import { isFiller, isLight } from './question-words.ts';
import { conceptsOf, isServiceWord } from './synonyms.ts';

/** A word: its stem, and the marked forms that follow it (`=` exact, `~` beginning, `^` letter triples). */
export interface Term {
  readonly stem: string;
  readonly exact: string | null;
  readonly beginning: string | null;
  readonly triples: readonly string[];
  /** Other exact forms in the content with their match strength: compounds, synonyms, corrected spelling. */
  readonly variants: ReadonlyMap<string, number>;
  /** Facts that the content tells and the word asks for, with their match strength. */
  readonly facts: ReadonlyMap<string, number>;
  /** A number of years that only ranges and years of age match. */
  readonly isYears?: boolean;
  /** The subject of a yes-or-no question. */
  readonly isSubject?: boolean;
  /** The question ends with it as the place, which the content names. */
  readonly isPlace?: boolean;
  /** The property that such a question asks for. */
  readonly isPredicate?: boolean;
  /** A Russian or Polish verb. */
  readonly isVerb?: boolean;
  /** The question writes it as a name. */
  readonly isName: boolean;
  /** Share of its rarity that counts. */
  readonly weight: number;
}

/** A shared beginning may be chance, so it counts less. */
export const BEGINNING_STRENGTH = 0.7;
const TRIPLES_STRENGTH = 0.8;
const OTHER_MARKS_STRENGTH = 0.5;
/** Smallest share of common letter triples that counts. */
const MIN_TRIPLES_SHARE = 0.6;
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
const NO_FACTS: ReadonlyMap<string, number> = new Map();

/** The word itself, folded; its stem depends on the language of the text around it. */
export const wordOf = ({ exact, stem }: Pick<Term, 'exact' | 'stem'>): string => exact?.slice(1) ?? stem;

const CODE = pattern('u', /^\p{L}{1,6}\d{1,6}\p{L}?$/u);

/** `e8`, `bl210`: letters and digits name one thing alone. @param word folded, in lower case */
export const isCode = (word: string): boolean => CODE.test(word);

/** Distinct terms of analysed words, in order. */
export function termsOf(analysedWords: readonly string[]): readonly Term[] {
  const terms = new Map<string, Term>();
  let open: { stem: string; exact: string | null; beginning: string | null; triples: string[] } | null = null;
  for (const word of analysedWords) {
    if (open !== null && word.startsWith('=')) open.exact = word;
    else if (open !== null && word.startsWith('~')) open.beginning = word;
    else if (open !== null && word.startsWith('^')) open.triples.push(word);
    else {
      const term = {
        stem: word,
        exact: null,
        beginning: null,
        triples: [],
        variants: NO_VARIANTS,
        facts: NO_FACTS,
        isName: false,
        weight: 1,
      };
      open = term;
      if (!terms.has(word)) terms.set(word, term);
    }
  }
  return [...terms.values()];
}

/** Finds the variants of each term among the words of the passages. */
export function withVariants(terms: readonly Term[], content: readonly PassageWords[]): readonly Term[] {
  return terms.map((term) => {
    const named = namedOtherwise(term, content);
    if (named.size > 0) return { ...term, variants: named };
    const variants = term.exact === null ? synonymsOf(term.stem, content) : spelledVariants(term, content);
    return variants.size === 0 ? term : { ...term, variants };
  });
}

/** Words with a hyphen have no exact form: `check-in`. */
const HYPHENATED = /^check(?:in|out)$/;

/** Exact forms of a word in the content, each with the greatest strength at which it means the word asked for. */
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

/** Variants of a word with an exact form. Its spelling is corrected only where nothing else is found. */
function spelledVariants(term: Term, content: readonly PassageWords[]): ReadonlyMap<string, number> {
  const asked = wordOf(term);
  const variants = new SpelledVariants(asked);
  addRelated(variants, asked, content);
  for (const concept of conceptsOf(asked)) addSynonyms(variants, concept, content);
  if (variants.strengths.size === 0 && !isHeld(term, content)) addCorrections(variants, asked, content);
  return variants.strengths;
}

/** Inflections, compounds and separated verbs. */
function addRelated(variants: SpelledVariants, asked: string, content: readonly PassageWords[]): void {
  const verb = SEPARABLE.exec(asked)?.[1];
  const isService = isServiceWord(asked);
  for (const { spelled } of content) {
    for (const word of spelled) {
      const isForm = isInflected(asked, word) || isInflected(word, asked);
      variants.add(word, isForm ? 1 : compoundStrength(asked, word, isService));
      if (isSeparated(verb, word)) variants.add(word, SEPARATED_STRENGTH);
    }
  }
}

function addSynonyms(variants: SpelledVariants, concept: number, content: readonly PassageWords[]): void {
  for (const { spelledByConcept, stemsByConcept } of content) {
    for (const word of spelledByConcept.get(concept) ?? []) variants.add(word, SYNONYM_STRENGTH);
    for (const word of stemsByConcept.get(concept) ?? [])
      if (HYPHENATED.test(word)) variants.strengths.set(word, SYNONYM_STRENGTH);
  }
}

function addCorrections(variants: SpelledVariants, asked: string, content: readonly PassageWords[]): void {
  for (const { spelled } of content) {
    for (const word of spelled) {
      if (isMisspelling(asked, word) && !isLight(word) && !isFiller(word)) variants.add(word, SPELLING_STRENGTH);
      else if (isShortened(asked, word)) variants.add(word, SHORTENED_STRENGTH);
    }
  }
}

const isHeld = (term: Term, content: readonly PassageWords[]): boolean =>
  content.some(({ words }) => strengthOf(term, words) > 0);

/** Other ways to write a number, ranges that hold it, and names whose initials the content does not write. */
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
  const isUnknown = initials !== null && anyHolds(content, initials) && !isHeld(term, content);
  return isUnknown ? new Map([[initials, 1]]) : NO_VARIANTS;
}

/** For scripts whose words are not marked as exact forms. */
function synonymsOf(stem: string, content: readonly PassageWords[]): ReadonlyMap<string, number> {
  const concepts = conceptsOf(stem);
  if (concepts.length === 0) return NO_VARIANTS;
  const same = content.flatMap(({ stemsByConcept }) =>
    concepts.flatMap((concept) => stemsByConcept.get(concept) ?? []),
  );
  return new Map(same.filter((word) => word !== stem).map((word) => [word, SYNONYM_STRENGTH]));
}

/** Match strength of the term in analysed words, from 0 to 1. */
export function strengthOf(term: Term, words: ReadonlySet<string>): number {
  if (term.exact === null ? words.has(term.stem) : words.has(term.exact) || holdsStem(words, term.stem))
    return hasOtherMarks(term, words) ? OTHER_MARKS_STRENGTH : 1;
  let strongest = term.beginning !== null && words.has(term.beginning) ? BEGINNING_STRENGTH : 0;
  for (const [variant, strength] of term.variants) if (strength > strongest && words.has(variant)) strongest = strength;
  for (const [fact, strength] of term.facts) if (strength > strongest && words.has(fact)) strongest = strength;
  if (strongest > 0 || term.triples.length === 0) return strongest;
  const share = term.triples.filter((triple) => words.has(triple)).length / term.triples.length;
  return share >= MIN_TRIPLES_SHARE ? share * TRIPLES_STRENGTH : 0;
}

/** Vietnamese `ngủ` (sleep) is no `ngữ` (language); a visitor who leaves the marks out may mean either. */
const hasOtherMarks = ({ exact, triples: [written, other] }: Term, words: ReadonlySet<string>): boolean =>
  exact !== null &&
  written !== undefined &&
  other === undefined &&
  written.length === exact.length &&
  !written.endsWith(exact.slice(1)) &&
  !words.has(written);

/** Words of different meaning share a stem of two letters: Turkish `müdür` and `musunuz`. */
const MIN_STEM = 3;

const holdsStem = (words: ReadonlySet<string>, stem: string): boolean => stem.length >= MIN_STEM && words.has(stem);

/** @param isService the thesaurus knows what is asked for */
function compoundStrength(asked: string, word: string, isService: boolean): number {
  if (asked.length >= MIN_PART_LENGTH && word.length >= asked.length + MIN_REST_LENGTH && holdsAtEnd(word, asked)) {
    return COMPOUND_STRENGTH;
  }
  // The thesaurus says what a service word means: a `Platz` is no `Parkplatz`.
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

/** Number and case, which a short question does not tell the language of: `vélo` and `vélos`. */
const isInflected = (word: string, longer: string): boolean =>
  word.length >= MIN_SHORTENED_LENGTH && longer.startsWith(word) && /^(?:e?s|e?n|x)$/.test(longer.slice(word.length));

/** `auto` for `automatic`. */
const isShortened = (asked: string, word: string): boolean =>
  asked.length >= MIN_SHORTENED_LENGTH && word.length >= asked.length + MIN_REST_LENGTH && word.startsWith(asked);

/** `Eintritt` in `Eintrittspreise`: the compound names a service for it. */
function isServed(asked: string, word: string): boolean {
  if (asked.length < MIN_PART_LENGTH || word.length < asked.length + MIN_PART_LENGTH || !word.startsWith(asked))
    return false;
  const rest = word.slice(asked.length);
  return isServiceWord(rest) || (/^[sn]/.test(rest) && isServiceWord(rest.slice(1)));
}

/** Endings of number and case may differ: `Gutschein` ends `Geschenkgutscheine`. */
function holdsAtEnd(compound: string, part: string): boolean {
  if (compound.endsWith(part)) return true;
  const place = compound.indexOf(part);
  return place >= MIN_REST_LENGTH && compound.length - place - part.length <= 2;
}

/** Optimal string alignment distance of 1, or 2 for words of nine letters and more. */
function isMisspelling(asked: string, word: string): boolean {
  if (asked.length < MIN_SPELLED_LENGTH || /\d/.test(asked) || asked[0] !== word[0]) return false;
  const most = asked.length >= 9 ? 2 : 1;
  if (word.length < asked.length - most || word.length > asked.length + most + 2) return false;
  // An ending may follow: `studnet` in `students`.
  if (distance(asked, word.slice(0, asked.length)) <= most) return true;
  return word.length > asked.length && distance(asked, word) <= most;
}

/** Optimal string alignment. */
export function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next.push(
        Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swapped ? (before[j - 2] ?? 0) + 1 : changed),
      );
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}
