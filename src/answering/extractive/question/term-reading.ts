/** How each word of a question is matched in the content and how much it says of what is asked for. */

import { pattern } from '../../../lib/patterns.ts';
import { ngramsOf } from '../../../text/analysis/ngrams.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { asksHowGreat } from '../facts/limits.ts';
import { asksForPerson, isOrigin, isRole } from '../facts/people.ts';
import { asksForPrice, asksWhetherFree } from '../facts/prices.ts';
import { regionWordsOf } from '../facts/regions.ts';
import { factsAskedFor } from '../facts/told-facts.ts';
import { daysAskedFor } from '../facts/weekdays.ts';
import type { ReadPassage } from '../passages/read-passages.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';
import { periodVariants, type StatedPeriod } from '../terms/measures.ts';
import { anyHolds, type PassageWords } from '../terms/passage-words.ts';
import { type PhrasalVerb, phrasalVerbIn } from '../terms/phrasal-verbs.ts';
import { isGenericWord } from '../terms/question-words.ts';
import { returnVariants, sendsBack } from '../terms/sending-back.ts';
import { isSlavicVerb } from '../terms/slavic-verbs.ts';
import { isCode, isHeldIn, strengthOf, type Term, wordOf } from '../terms/terms.ts';
import { answeringWords } from '../thesaurus/answering-words.ts';
import { isServiceWord } from '../thesaurus/synonyms.ts';
import { ageMatches, ageUnitsIn, DIGITS } from './asked-ages.ts';
import { predicateOf, subjectOf } from './question-subject.ts';

const ORIGIN_STRENGTH = 0.75;
/** Strength of the first word alone of a verb of two. */
const PART_OF_VERB_STRENGTH = 0.5;
const ANSWERING_STRENGTH = 0.75;
/** Words of the thesaurus say what is asked for: `payment` in "payment methods". */
const SERVICE_WEIGHT = 1.4;
/** Words that go with any topic. */
const GENERIC_WORD_WEIGHT = 0.4;
/** "Send it back": its verb says the same. */
const PARTICLE_WEIGHT = 0.1;
/** Tells less than a word of two. */
const STATED = 'asks:period';
/** Work that somebody looks for. The genitive (`godziny pracy`) stands in opening hours. */
const JOB = /^(?:работ(?:а|у|ой)|прац(?:я|ю)|prac(?:a|e))$/u;
const ONE_IDEOGRAPH = /^\p{Script=Han}$/u;

export interface QuestionAndContent {
  /** Joined with an earlier one where it depends on it. */
  readonly question: string;
  /** As the visitor asked it. */
  readonly present: string;
  readonly content: readonly ReadPassage[];
  /** The length of time that the question states. */
  readonly period: StatedPeriod | null;
  /** Words that state an age, with the number of years. */
  readonly years: ReadonlyMap<string, number>;
}

/** Reads the question once. @returns gives a term its forms in the content, its facts and its weight */
export function termReader({ question, present, content, period, years }: QuestionAndContent): (term: Term) => Term {
  const matches = matchReader({ question, present, content, period, years });
  const phrasal = knownPhrasalVerb(question, content);
  const serviceWeight = weightReader({ question, present, content, period, years });
  const names = namesIn(question);
  const subject = subjectOf(present);
  const place = placeIn(present);
  // "Is parking free?" is answered by what it costs.
  const predicate = asksForPrice(present) ? null : predicateOf(present);
  return (term) => {
    const word = wordOf(term);
    // "Back" goes with any topic, "back up" does not.
    const isPhrasal = phrasal !== null && word.startsWith(phrasal.verb);
    const weight = isPhrasal || asksHowGreat(word, question) ? 1 : serviceWeight(term);
    return {
      ...term,
      ...(word === subject ? { isSubject: true } : {}),
      ...(word === place && anyHolds(content, `=${place}`) ? { isPlace: true } : {}),
      ...(word === predicate ? { isPredicate: true } : {}),
      ...(weight === 1 && isSlavicVerb(word, question) ? { isVerb: true } : {}),
      ...matches(term),
      facts: factsAskedFor(word, question),
      isName: isCode(word) || (names.has(word) && daysAskedFor(word).size === 0),
      weight,
    };
  };
}

function weightReader({ question, present, content, period }: QuestionAndContent): (term: Term) => number {
  const units = ageUnitsIn(question);
  const verbs = verbsOfObject(boundedQuestion(question));
  const asksWho = asksForPerson(present);
  const isGeneral = (word: string) =>
    isGenericWord(word) ||
    units.has(word.replace(DIGITS, '')) ||
    period?.words.has(word) === true ||
    ONE_IDEOGRAPH.test(word) ||
    verbs.some((verb) => verb.test(word));
  const returned = sendsBack(question);
  const isUnknownRole = (term: Term) => asksWho && isRole(wordOf(term)) && !isHeldIn(content, term);
  return (term) => {
    const word = wordOf(term);
    if (returned && word === 'back') return PARTICLE_WEIGHT;
    if (isGeneral(word) || isUnknownRole(term)) return GENERIC_WORD_WEIGHT;
    return isServiceWord(word) ? SERVICE_WEIGHT : 1;
  };
}

type Matches = Partial<Pick<Term, 'stem' | 'exact' | 'beginning' | 'triples' | 'variants' | 'isYears'>>;

function matchReader({ question, present, content, period, years }: QuestionAndContent): (term: Term) => Matches {
  const joined = joinedWords(question, content);
  const phrasal = knownPhrasalVerb(question, content);
  const chance = chancePairs(question, content);
  const returned = sendsBack(question);
  const isSent = SENDING.test(boundedQuestion(question));
  const asksWho = asksForPerson(present);
  const variantsOf = (term: Term, word: string) =>
    new Map([
      ...term.variants,
      ...(joined.get(word) ?? []),
      ...(returned ? returnVariants(word, content) : []),
      ...(asksWho && isOrigin(word) ? origins(content) : []),
      ...(isSent && !isHeldWord(term, content) ? regionVariants(word, content) : []),
    ]);
  return (term) => {
    const word = wordOf(term);
    const value = years.get(word);
    return {
      ...(chance.has(word) ? { stem: `=${word}` } : {}),
      ...(JOB.test(word) ? { stem: `=${word}`, beginning: null } : {}),
      ...(value === undefined ? { variants: variantsOf(term, word) } : ageMatches(term, value, content)),
      ...(isAskedAsFact(word, question, content) ? AS_FACT : {}),
      ...(word === 'support' && SUPPORT_AS_NOUN.test(boundedQuestion(question))
        ? { stem: '=support', beginning: null }
        : {}),
      ...(period?.words.has(word) === true ? asPeriod(period, content) : {}),
      ...(phrasal !== null && word.startsWith(phrasal.verb) ? asNoun(phrasal, content) : {}),
    };
  };
}

/** Questions for shipping, in which a country stands for the region that it is part of. */
const SENDING = pattern(
  'iu',
  /(?<!\p{L})(?:ship|deliver|post|send|export|parcel|liefer|versand|versend|verschick|livr|envoy|env[ií]|entreg|sped|consegn|verzend|bezorg|wysył|dostaw|frakt)/u,
);
const REGION_STRENGTH = 1;

const isHeldWord = (term: Term, content: readonly PassageWords[]): boolean =>
  content.some(({ words }) => strengthOf(term, words) > PART_OF_VERB_STRENGTH);

/** Words of the smallest region of the country that the content names. */
function regionVariants(word: string, content: readonly PassageWords[]): readonly [string, number][] {
  const named = regionWordsOf(word).find((region) => anyHolds(content, `=${region}`));
  return named === undefined ? [] : [[`=${named}`, REGION_STRENGTH]];
}

/** "Free" is answered by what costs nothing, and not by two months free; "how large can it be" by no large thing. */
const isAskedAsFact = (word: string, question: string, content: readonly ReadPassage[]): boolean =>
  (word === 'free' && asksWhetherFree(question.slice(0, 300)) && !namesPlan(content)) || asksHowGreat(word, question);

/** A plan may be named Free. */
const namesPlan = (content: readonly ReadPassage[]): boolean =>
  content.some(({ units }) =>
    units.some(({ columns, name }) => columns?.has('=free') === true || name?.words.has('=free') === true),
  );

/** Forms of a term without parts of words. */
const onlyIn = (variants: Term['variants'], stem: string, exact: string | null = null): Matches => ({
  stem,
  exact,
  beginning: null,
  triples: [],
  variants,
});

const AS_FACT = onlyIn(new Map(), 'asks:fact');

/** "Can I get support?", and not "Do you support …?": commands that are supported are none. */
const SUPPORT_AS_NOUN =
  /(?<!\p{L})(?:(?:get|need|want|offer|provide|have|buy|is there|paid|technical|customer|phone|email) (?:any |paid |technical |customer |more |some |phone |email )*)support(?! \p{Ll}{3,}s(?!\p{L}))(?!\p{L})/iu;

const asPeriod = (period: StatedPeriod, content: readonly ReadPassage[]): Matches =>
  onlyIn(periodVariants(period, content), STATED);

/** Words of the content for who began a thing, which answer "Who wrote it?" too. */
const origins = (content: readonly PassageWords[]): readonly [string, number][] =>
  content.flatMap(({ spelled }) => spelled.filter(isOrigin)).map((word) => [`=${word}`, ORIGIN_STRENGTH]);

/** A verb of two words whose noun the content has: "send something back" does not answer how to back up. */
function knownPhrasalVerb(question: string, content: readonly PassageWords[]): PhrasalVerb | null {
  const phrasal = phrasalVerbIn(question);
  return phrasal !== null && nounForms(phrasal.noun, content).size > 0 ? phrasal : null;
}

/** Forms of the noun and words that answer it, as the content has them: `backups`, and `sign-in` for `login`. */
function nounForms(noun: string, content: readonly PassageWords[]): ReadonlyMap<string, number> {
  const forms = [`=${noun}`, `=${noun}s`, noun].map((form): [string, number] => [form, 1]);
  const others = answeringWords(noun).flatMap((word): [string, number][] => [
    [`=${word}`, ANSWERING_STRENGTH],
    [word, ANSWERING_STRENGTH],
  ]);
  return new Map([...others, ...forms].filter(([form]) => anyHolds(content, form)));
}

const asNoun = ({ verb, noun }: PhrasalVerb, content: readonly PassageWords[]): Matches =>
  onlyIn(new Map([[`=${verb}`, PART_OF_VERB_STRENGTH], ...nounForms(noun, content)]), noun, `=${noun}`);

const KATAKANA_WORD = /[\p{Script=Katakana}ー]{3,}/gu;
/** A word written without its last sound is the same: `コンピュータ`. */
const MIN_PAIRS_SHARE = 0.6;

/** Pairs of a word that no passage holds as a whole tell nothing: `ール` of `プール` is in `メール`. */
function chancePairs(question: string, content: readonly PassageWords[]): ReadonlySet<string> {
  const words = boundedQuestion(question).match(KATAKANA_WORD) ?? [];
  const pairsOfWords = words.map((word) => ngramsOf([...word], 2));
  const isHeld = (pairs: readonly string[]) =>
    content.some((passage) => pairs.filter((pair) => passage.words.has(pair)).length >= MIN_PAIRS_SHARE * pairs.length);
  return new Set(pairsOfWords.filter((pairs) => !isHeld(pairs)).flat());
}

/** Words that the content writes as one: `back up` is `backup`. By each of the two words, as they are analysed. */
function joinedWords(question: string, content: readonly PassageWords[]): ReadonlyMap<string, [string, number][]> {
  const found = new Map<string, [string, number][]>();
  const words = foldDiacritics(boundedQuestion(question).toLowerCase()).match(/\p{Script=Latin}+/gu) ?? [];
  for (const [at, word] of words.entries()) {
    const one = `=${word}${words[at + 1] ?? ''}`;
    if (at + 1 < words.length && anyHolds(content, one)) {
      for (const part of [word, words[at + 1] ?? '']) found.set(part, [...(found.get(part) ?? []), [one, 1]]);
    }
  }
  return found;
}

const NAME = pattern('gu', /(?<=[^\s.!?:]\s+["'“„«(]?)\p{Lu}[\p{L}\p{N}]+|(?<!\p{L})\p{Lu}{2,}(?!\p{L})/u);

/** "… in Stuttgart?" says where, and not what. */
const PLACE_AT_END = pattern('u', /(?<!\p{L})(?:in|à|en|a|w|te|em) (\p{Lu}[\p{L}-]+)\W*$/u);

/** Folded. */
const placeIn = (question: string): string =>
  foldDiacritics(PLACE_AT_END.exec(boundedQuestion(question))?.[1]?.toLowerCase() ?? '');

/** Words that begin with a capital within the question, folded. */
function namesIn(question: string): ReadonlySet<string> {
  const words = boundedQuestion(question).match(NAME) ?? [];
  return new Set(words.map((word) => foldDiacritics(word.toLowerCase())));
}

/** Verbs that ask about their object: "Do you support …?" is not about the support, nor "Do I have to pay VAT?" about paying. */
const VERBS: readonly (readonly [RegExp, RegExp])[] = [
  [pattern('iu', /(?<!\p{L})(?:do(?:es)?|can|will) (?:\p{L}+ ){1,4}support(?= \p{L}|\s*\p{N})/u), /^support$/],
  [
    pattern(
      'iu',
      /(?<!\p{L})(?:(?:have|need) to|must) pay (?!(?:by|with|in|via|using|at|on|when|monthly|yearly)(?!\p{L}))\p{L}/u,
    ),
    /^pay$/,
  ],
  // Gift cards are no payment by card.
  [pattern('u', /(?<!\p{L})(?:ال)?بطاق\p{L}+ (?:ال)?(?:هدايا|هدية|هديه)(?!\p{L})/u), /^بطاق/],
  [pattern('iu', /(?<!\p{L})(?:is there|have|any) (?:\p{L}+ ){1,2}support(?=\W*$)/u), /^support$/],
  // "Can I run it on Windows?"
  [
    pattern(
      'iu',
      /(?<!\p{L})(?:can|could|does|do|will) (?:it|i|we|you) (?:run|use|install|work) (?:(?:it|this|that) )?(?:on|with|in|under) \p{L}/u,
    ),
    /^(?:run|use|instal|install|work)$/,
  ],
  // "How many people fit?"
  [/(?<!\p{L})how many (?:people|persons|guests|visitors)(?!\p{L})/iu, /^(?:people|persons?|guests?|visitors?)$/],
  // "Can I use my own model?"
  [/^\W*(?:can|may|could) (?:i|we|you) (?:also )?use(?!\p{L})/iu, /^use$/],
  // "Which databases do you use?"
  [
    pattern(
      'iu',
      /(?<!\p{L})(?:which|what) .{3,60} do(?:es)? (?:you|we|they|it|\p{L}{2,20}) (?:use|support)(?!\p{L})/u,
    ),
    /^(?:use|support)$/,
  ],
  [
    pattern(
      'iu',
      /^\W*(?:and )?do(?:es)? (?:you|they|the \p{L}+) (?:also )?(?:sell|carry|stock|provide|serve|permit) \p{L}/u,
    ),
    /^(?:sell|carri?y?|stock|provid|provide|serv|serve|permit)$/,
  ],
  // "Write me a poem": nobody who asks so looks for where to write to.
  [
    /(?<!\p{L})(?:write|draw|compose|sing|create|generate|book|order|buy|send) (?:me|us) \p{L}/iu,
    /^(?:write|draw|compose?|sing|create?|generate?|book|order|buy|send)$/,
  ],
  // Old batteries have no age.
  [
    pattern(
      'iu',
      /(?<!(?:how|years?|too)[\s-])(?<!\p{L})old (?!(?:can|do|does|to|is|are|must|should|enough|and|or)(?!\p{L}))\p{L}/u,
    ),
    /^old$/,
  ],
];

const verbsOfObject = (question: string): readonly RegExp[] =>
  VERBS.flatMap(([phrase, verb]) => (phrase.test(question) ? [verb] : []));
