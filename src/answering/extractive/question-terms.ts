/** Terms of a question with what they weigh and match: which words tell its topic, what the content writes for them, what they ask for. */
import { analyseQuery, textLanguage } from '../../text/analysis/analyse.ts';
import { gramsOf } from '../../text/analysis/grams.ts';
import type { Language } from '../../text/analysis/languages.ts';
import { foldDiacritics } from '../../text/analysis/normalise.ts';
import { visitorLanguagesOf } from './dialogue/visitor-language.ts';
import { asksForPerson, isOrigin, isRole } from './facts/people.ts';
import { timeOfDayWord } from './facts/time-of-day.ts';
import { factsAskedFor, HOURS_ASKED_FOR } from './facts/told-facts.ts';
import { namesDay } from './facts/weekday-names.ts';
import { daysAskedFor } from './facts/weekdays.ts';
import type { ExtractPassage } from './passages/outline.ts';
import { type ReadPassage, readPassages } from './passages/read-passages.ts';
import { type PhrasalVerb, phrasalVerbIn } from './phrasal-verbs.ts';
import { DIGITS, ofYears, unitsIn, withoutReplacedAges, yearsOf } from './terms/asked-ages.ts';
import { withLetterCompounds } from './terms/letter-compounds.ts';
import { periodVariants, type StatedPeriod, statedPeriod, withUnitsApart } from './terms/measures.ts';
import { withoutMinutes } from './terms/number-ranges.ts';
import { anyHolds, type PassageWords } from './terms/passage-words.ts';
import { subjectOf } from './terms/question-subject.ts';
import { isFiller, isLight, tellingIdeographs } from './terms/question-words.ts';
import { returnVariants, sendsBack } from './terms/sending-back.ts';
import { isJob, isSlavicVerb } from './terms/slavic-verbs.ts';
import { isServiceWord } from './terms/synonyms.ts';
import { isCode, strengthOf, type Term, termsOf, withVariants, wordOf } from './terms/terms.ts';

const EARLIER_WEIGHT = 0.5;
const ORIGIN_STRENGTH = 0.75;
/** Strength of the first word alone of a verb of two. */
const PART_OF_VERB_STRENGTH = 0.5;
/** Words of the thesaurus say what is asked for: `payment` in "payment methods". */
const SERVICE_WEIGHT = 1.4;
/** Words of a question that are looked for. */
const MAX_WORDS = 48;
/** Scripts without spaces have a term for every two or three letters. */
const MAX_TERMS_WITHOUT_SPACES = 2 * MAX_WORDS;
/** Words that go with any topic. */
const LIGHT_WEIGHT = 0.4;

/** Words of the question that name its topic, folded. */
export function tellingWords(question: string): readonly string[] {
  return tellingTerms(question).flatMap(({ exact, stem }) => (exact === null ? [stem] : [exact.slice(1)]));
}

const HAN = /\p{Script=Han}/u;
const POINTED_NUMBER = /^\p{N}+(?:[.,]\p{N}+)+$/u;
/** Tells less than a word of two. */
const STATED = 'asks:period';
const ONE_IDEOGRAPH = /^\p{Script=Han}$/u;
const PAIR_OF_IDEOGRAPHS = /^\p{Script=Han}{2}$/u;
/** A compound's parts are terms themselves. */
const COMPOUND = /^(?:\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek})+$/u;

function tellingTerms(question: string, language?: Language): readonly Term[] {
  const terms = termsOf(analyseQuery(withUnitsApart(withoutMinutes(question)), language));
  const ideographs = terms.some(({ stem }) => HAN.test(stem)) ? tellingIdeographs(question) : null;
  const telling = terms.filter(({ stem, exact }) => {
    if (exact !== null) return !isFiller(exact.slice(1)) || (exact === '=kind' && isAboutChild(question));
    return HAN.test(stem) ? ideographs?.has(stem) === true : terms.length === 1 || !COMPOUND.test(stem);
  });
  return telling.length > 0 ? telling : terms;
}

/** "Band c", "zone B": a letter behind a word, not the article. */
const LETTER = /(?<=\p{L}{3}\s)(?:\p{L}(?=\W*$)|[B-HJ-Z](?![\p{L}\p{N}'’]))/gu;

/** Letters by which rows or items of the content are named. */
function namedLetters(question: string, read: readonly ReadPassage[]): readonly Term[] {
  const letters = question.slice(0, 500).match(LETTER) ?? [];
  return termsOf(letters.flatMap((letter) => analyseQuery(letter))).filter(({ exact }) =>
    read.some(({ units }) => units.some(({ name }) => name?.isLabel === false && name.words.has(exact ?? ''))),
  );
}

/** `2.7` of a version is neither 2 nor 7, where the content writes it. */
function withoutPartsOfNumbers(terms: readonly Term[], content: readonly PassageWords[]): readonly Term[] {
  const whole = terms.map(({ stem }) => stem).filter((stem) => POINTED_NUMBER.test(stem) && anyHolds(content, stem));
  if (whole.length === 0) return terms;
  const parts = new Set(whole.flatMap((number) => number.split(/[.,]/)));
  return terms.filter(({ stem }) => !parts.has(stem));
}

/** The thesaurus knows what else the content calls it: `社` of `社長` would find any company. */
function withoutParts(terms: readonly Term[], content: readonly PassageWords[]): readonly Term[] {
  const pairs = terms.map(({ stem }) => stem).filter((stem) => PAIR_OF_IDEOGRAPHS.test(stem));
  const served = pairs.filter((pair) => isServiceWord(pair) && !anyHolds(content, pair));
  if (served.length === 0) return terms;
  const others = new Set(pairs.filter((pair) => !served.includes(pair)).flatMap((pair) => [...pair]));
  const parts = new Set(served.flatMap((pair) => [...pair]).filter((part) => !others.has(part)));
  return terms.filter(({ stem }) => !parts.has(stem));
}

const KATAKANA_WORD = /[\p{Script=Katakana}ー]{3,}/gu;
/** A word written without its last sound is the same: `コンピュータ`. */
const MIN_PAIRS_SHARE = 0.6;

/** Pairs of a word that no passage holds as a whole tell nothing: `ール` of `プール` is in `メール`. */
function chancePairs(question: string, content: readonly PassageWords[]): ReadonlySet<string> {
  const words = question.slice(0, 500).match(KATAKANA_WORD) ?? [];
  const pairsOfWords = words.map((word) => gramsOf([...word], 2));
  const isHeld = (pairs: readonly string[]) =>
    content.some((passage) => pairs.filter((pair) => passage.words.has(pair)).length >= MIN_PAIRS_SHARE * pairs.length);
  return new Set(pairsOfWords.filter((pairs) => !isHeld(pairs)).flat());
}

/** "Eintritt Kind": a German child, no kind of a thing. */
const isAboutChild = (question: string): boolean =>
  !/\bkind of\b/i.test(question.slice(0, 500)) && visitorLanguagesOf(question)[0] !== 'en';

/** Words that the content writes as one: `back up` is `backup`. By each of the two words, as they are analysed. */
function joinedWords(question: string, content: readonly PassageWords[]): ReadonlyMap<string, [string, number][]> {
  const found = new Map<string, [string, number][]>();
  const words = foldDiacritics(question.slice(0, 500).toLowerCase()).match(/\p{Script=Latin}+/gu) ?? [];
  for (const [at, word] of words.entries()) {
    const one = `=${word}${words[at + 1] ?? ''}`;
    if (at + 1 < words.length && anyHolds(content, one)) {
      for (const part of [word, words[at + 1] ?? '']) found.set(part, [...(found.get(part) ?? []), [one, 1]]);
    }
  }
  return found;
}

/** Words that begin with a capital within the question, folded. */
function namesIn(question: string): ReadonlySet<string> {
  const words =
    question.slice(0, 500).match(/(?<=[^\s.!?:]\s+["'“„«(]?)\p{Lu}[\p{L}\p{N}]+|(?<!\p{L})\p{Lu}{2,}(?!\p{L})/gu) ?? [];
  return new Set(words.map((word) => foldDiacritics(word.toLowerCase())));
}

/** Verbs that ask about their object: "Do you support …?" is not about the support, nor "Do I have to pay VAT?" about paying. */
const VERBS: readonly (readonly [RegExp, RegExp])[] = [
  [/(?<!\p{L})(?:do(?:es)?|can|will) (?:\p{L}+ ){1,4}support(?= \p{L}|\s*\p{N})/iu, /^support$/],
  [
    /(?<!\p{L})(?:(?:have|need) to|must) pay (?!(?:by|with|in|via|using|at|on|when|monthly|yearly)(?!\p{L}))\p{L}/iu,
    /^pay$/,
  ],
  // Gift cards are no payment by card.
  [/(?<!\p{L})(?:ال)?بطاق\p{L}+ (?:ال)?(?:هدايا|هدية|هديه)(?!\p{L})/u, /^بطاق/],
  [/(?<!\p{L})(?:is there|have|any) (?:\p{L}+ ){1,2}support(?=\W*$)/iu, /^support$/],
  // "Can I use my own model?"
  [/^\W*(?:can|may|could) (?:i|we|you) (?:also )?use(?!\p{L})/iu, /^use$/],
  // "Which databases do you use?"
  [/(?<!\p{L})(?:which|what) .{3,60} do(?:es)? (?:you|we|they|it|\p{L}{2,20}) use(?!\p{L})/iu, /^use$/],
  [
    /^\W*(?:and )?do(?:es)? (?:you|they|the \p{L}+) (?:also )?(?:sell|carry|stock|provide|serve|permit) \p{L}/iu,
    /^(?:sell|carri?y?|stock|provid|provide|serv|serve|permit)$/,
  ],
  // Old batteries have no age.
  [
    /(?<!(?:how|years?|too)[\s-])(?<!\p{L})old (?!(?:can|do|does|to|is|are|must|should|enough|and|or)(?!\p{L}))\p{L}/iu,
    /^old$/,
  ],
];

const verbsOfObject = (question: string): readonly RegExp[] =>
  VERBS.flatMap(([phrase, verb]) => (phrase.test(question) ? [verb] : []));

/** "And on Sunday?" after Monday is about Sunday alone. */
function withoutReplacedDays(terms: readonly Term[], current: ReadonlySet<string>): readonly Term[] {
  const dayOf = ({ exact, stem }: Term) => namesDay(exact?.slice(1) ?? stem);
  if (!terms.some((term) => current.has(term.stem) && dayOf(term))) return terms;
  return terms.filter((term) => current.has(term.stem) || !dayOf(term));
}

/** Answering, and saying what is closest or lacking, ask for the same terms. */
const lastTerms = new WeakMap<
  readonly ExtractPassage[],
  { readonly question: string; readonly terms: readonly Term[] }
>();

export function termsFor(question: string, passages: readonly ExtractPassage[]): readonly Term[] {
  const last = lastTerms.get(passages);
  if (last?.question === question) return last.terms;
  const terms = termsIn(question, readPassages(passages));
  lastTerms.set(passages, { question, terms });
  return terms;
}

/** Each term is looked for in each unit of the passages. A pasted text has hundreds; what is asked stands before or behind it. */
function firstAndLast(terms: readonly Term[]): readonly Term[] {
  const words = terms.filter(({ exact }) => exact !== null).length;
  const max = words * 2 > terms.length ? MAX_WORDS : MAX_TERMS_WITHOUT_SPACES;
  return terms.length <= max ? terms : [...terms.slice(0, max / 2), ...terms.slice(-max / 2)];
}

export function termsIn(question: string, read: readonly ReadPassage[], present = question): readonly Term[] {
  const terms = termsOfTopic(question, read, present === question ? undefined : present);
  const timeOfDay = timeOfDayWord(question);
  if (timeOfDay === null) return terms;
  const weight = timeOfDayWord(present) === null ? EARLIER_WEIGHT : 1;
  return [...terms.filter((term) => wordOf(term) !== timeOfDay), { ...TIME_OF_DAY, weight }];
}

function termsOfTopic(question: string, read: readonly ReadPassage[], present?: string): readonly Term[] {
  const language = questionLanguage(question, read);
  const terms = firstAndLast([...tellingTerms(question, language), ...namedLetters(question, read)]);
  if (terms.length === 0) return [];
  const joined = joinedWords(question, read);
  const current = present === undefined ? null : stemsOf(present, language);
  const names = namesIn(question);
  const units = unitsIn(question);
  const period = statedPeriod(question);
  const verbs = verbsOfObject(question.slice(0, 500));
  const years = yearsOf(question, present);
  const phrasal = knownPhrasalVerb(question, read);
  const chance = chancePairs(question, read);
  const asksWho = asksForPerson(present ?? question);
  const subject = subjectOf(present ?? question);
  const asked = current === null ? terms : withoutReplacedAges(withoutReplacedDays(terms, current), current, years);
  const found = withLetterCompounds(
    withVariants(withoutPartsOfNumbers(withoutParts(withPeriod(asked, period), read), read), read),
    question,
    read,
  );
  return found.map((term) => {
    const word = term.exact?.slice(1) ?? term.stem;
    const service =
      isLight(word) ||
      units.has(word.replace(DIGITS, '')) ||
      period?.words.has(word) === true ||
      ONE_IDEOGRAPH.test(word) ||
      verbs.some((verb) => verb.test(word)) ||
      (asksWho && isRole(word) && read.every(({ words }) => strengthOf(term, words) === 0))
        ? LIGHT_WEIGHT
        : isServiceWord(word)
          ? SERVICE_WEIGHT
          : 1;
    const variants = new Map([
      ...term.variants,
      ...(joined.get(word) ?? []),
      ...(sendsBack(question) ? returnVariants(word, read) : []),
      ...(asksWho && isOrigin(word) ? origins(read) : []),
    ]);
    const value = years.get(word);
    const isPresent = current === null || current.has(term.stem);
    return {
      ...term,
      ...(chance.has(word) ? { stem: `=${word}` } : {}),
      ...(isJob(word) ? { stem: `=${word}`, beginning: null } : {}),
      ...(word === subject ? { isSubject: true } : {}),
      ...(service === 1 && isSlavicVerb(word, question) ? { isVerb: true } : {}),
      ...(value === undefined ? { variants } : ofYears(term, value, read)),
      ...(period?.words.has(word) === true
        ? { stem: STATED, exact: null, beginning: null, triples: [], variants: periodVariants(period, read) }
        : {}),
      ...(phrasal !== null && word.startsWith(phrasal.verb) ? asNoun(phrasal) : {}),
      facts: factsAskedFor(word, question),
      isName: isCode(word) || (names.has(word) && daysAskedFor(word).size === 0),
      weight: isPresent ? service : service * EARLIER_WEIGHT,
    };
  });
}

/** "Who wrote it?" is answered by who started it. */
const origins = (content: readonly PassageWords[]): readonly [string, number][] =>
  content.flatMap(({ spelled }) => spelled.filter(isOrigin)).map((word) => [`=${word}`, ORIGIN_STRENGTH]);

/** One term for the number and the unit of a length of time: its 3 is none of "3 plants". */
function withPeriod(terms: readonly Term[], period: StatedPeriod | null): readonly Term[] {
  if (period === null) return terms;
  const stating = terms.filter((term) => period.words.has(wordOf(term)));
  return stating.length === terms.length ? terms : terms.filter((term) => !stating.slice(1).includes(term));
}

/** A verb of two words whose noun the content has: "send something back" does not answer how to back up. */
function knownPhrasalVerb(question: string, content: readonly PassageWords[]): PhrasalVerb | null {
  const phrasal = phrasalVerbIn(question);
  return phrasal !== null && anyHolds(content, `=${phrasal.noun}`) ? phrasal : null;
}

const asNoun = ({ verb, noun }: PhrasalVerb): Partial<Term> => ({
  ...{ stem: noun, exact: `=${noun}`, beginning: null, triples: [] },
  variants: new Map([[`=${verb}`, PART_OF_VERB_STRENGTH]]),
});

/** Matches times alone, and no number of hours. */
const TIME_OF_DAY: Term = {
  ...{ stem: 'asks:time', exact: null, beginning: null, triples: [], variants: new Map(), facts: HOURS_ASKED_FOR },
  ...{ isName: false, weight: 1 },
};

/** Stems of all words of a question. */
export const stemsOf = (question: string, language: Language): ReadonlySet<string> =>
  new Set(termsOf(analyseQuery(question, language)).map(({ stem }) => stem));

/** One answer asks several times. */
const lastLanguages = new WeakMap<readonly ReadPassage[], { readonly question: string; readonly language: Language }>();

/** The language whose stems the words of a question get: a short one, which tells little, is rather in that of the content. */
export function questionLanguage(question: string, read: readonly ReadPassage[]): Language {
  const last = lastLanguages.get(read);
  if (last?.question === question) return last.language;
  const language = textLanguage(question, mostOf(read.map(({ stemmedIn }) => stemmedIn)));
  lastLanguages.set(read, { question, language });
  return language;
}

function mostOf<Item>(items: readonly Item[]): Item | undefined {
  const counts = new Map<Item, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
