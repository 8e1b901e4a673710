/** Terms of a question with their weights and matches in the content. */

import { pattern } from '../../../lib/patterns.ts';
import { eachInSteps, finish, type Steps } from '../../../lib/steps.ts';
import { analyseQuery, textLanguage } from '../../../text/analysis/analyse.ts';
import { ENGLISH, type Language } from '../../../text/analysis/languages.ts';
import { dayWord } from '../facts/day-asked-for.ts';
import { DURATION, HOURS_ASKED_FOR } from '../facts/fact-marks.ts';
import { timeOfDayWord } from '../facts/time-of-day.ts';
import { namesDay } from '../facts/weekday-names.ts';
import { weekdayPhrasesAsked } from '../facts/weekday-phrases.ts';
import { EACH_DAY, marksAskedFor } from '../facts/weekdays.ts';
import { visitorLanguagesOf } from '../languages/visitor-language.ts';
import type { ExtractPassage } from '../passages/outline.ts';
import { type ReadPassage, readPassages } from '../passages/read-passages.ts';
import { isSiteWord } from '../passages/site-name.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';
import { withChangedStems } from '../terms/changed-stems.ts';
import { type StatedPeriod, splitUnits, statedPeriod } from '../terms/measures.ts';
import { withoutMinutes } from '../terms/number-ranges.ts';
import { anyHolds, type PassageWords } from '../terms/passage-words.ts';
import { contentIdeographs, isQuestionStopWord } from '../terms/question-words.ts';
import { type Term, termsOf, wordOf } from '../terms/terms.ts';
import { withoutThaiParticles } from '../terms/thai-particles.ts';
import { isServiceWord } from '../thesaurus/synonyms.ts';
import { agesInConversation, withoutReplacedAges } from './asked-ages.ts';
import { asksForFact } from './expected-answer-type.ts';
import { withLetterCompounds } from './letter-compounds.ts';
import { withNearWords } from './near-words.ts';
import { withoutOtherCompounds } from './other-compounds.ts';
import { joinUnitsOfPrice, splitPriceCompounds } from './price-compounds.ts';
import { correctServiceSpelling } from './service-spelling.ts';
import { withSplitWords } from './split-words.ts';
import { namesNoTopic } from './standalone-question.ts';
import { termReader } from './term-reading.ts';
import { withVariants } from './term-variants.ts';
import { withTypedUmlauts } from './typed-umlauts.ts';

const DURATIONS = new Map([[DURATION, 1]]);
const EARLIER_WEIGHT = 0.5;
/** Least weight of a content word, in this question or an earlier one. */
export const MIN_CONTENT_WORD_WEIGHT = EARLIER_WEIGHT;
/** Words of a question that are looked for. */
const MAX_WORDS = 48;
/** Scripts without spaces need a term for every two or three letters. */
const MAX_TERMS_WITHOUT_SPACES = 2 * MAX_WORDS;

/** Content words, folded. */
export function contentWords(question: string): readonly string[] {
  return contentTerms(question).flatMap(({ exact, stem }) => (exact === null ? [stem] : [exact.slice(1)]));
}

const HAN = /\p{Script=Han}/u;
const POINTED_NUMBER = /^\p{N}+(?:[.,]\p{N}+)+$/u;
const PAIR_OF_IDEOGRAPHS = /^\p{Script=Han}{2}$/u;
/** Scripts of compounds, whose parts are terms themselves. */
const COMPOUND = /^(?:\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek})+$/u;

function contentTerms(question: string, language?: Language): readonly Term[] {
  const spoken = language ?? textLanguage(question);
  const terms = termsOf(analyseQuery(splitUnits(withoutMinutes(withoutThaiParticles(question))), spoken));
  const ideographs = terms.some(({ stem }) => HAN.test(stem)) ? contentIdeographs(question) : null;
  const topical = terms.filter(({ stem, exact }) => {
    if (exact !== null)
      return !isQuestionStopWord(exact.slice(1), spoken) || (exact === '=kind' && isAboutChild(question));
    return HAN.test(stem) ? ideographs?.has(stem) === true : terms.length === 1 || !COMPOUND.test(stem);
  });
  return topical.length > 0 ? topical : terms;
}

/** "Band c", "zone B": a letter behind a word, unlike the article. */
const LETTER = pattern('gu', /(?<=\p{L}{3}\s)(?:\p{L}(?=\W*$)|[B-HJ-Z](?![\p{L}\p{N}'’]))/u);

/** Letters that name rows or items of the content. */
function namedLetters(question: string, read: readonly ReadPassage[]): readonly Term[] {
  const letters = boundedQuestion(question).match(LETTER) ?? [];
  return termsOf(letters.flatMap((letter) => analyseQuery(letter))).filter(({ exact }) =>
    read.some(({ units }) => units.some(({ name }) => name?.isLabel === false && name.words.has(exact ?? ''))),
  );
}

/** Leaves out the 2 and 7 of a version 2.7 that the content writes. */
function withoutPartsOfNumbers(terms: readonly Term[], content: readonly PassageWords[]): readonly Term[] {
  const whole = terms.map(({ stem }) => stem).filter((stem) => POINTED_NUMBER.test(stem) && anyHolds(content, stem));
  if (whole.length === 0) return terms;
  const parts = new Set(whole.flatMap((number) => number.split(/[.,]/)));
  return terms.filter(({ stem }) => !parts.has(stem));
}

/** Leaves out ideographs of a known pair: `社` of `社長` would find any company. */
function withoutParts(terms: readonly Term[], content: readonly PassageWords[]): readonly Term[] {
  const pairs = terms.map(({ stem }) => stem).filter((stem) => PAIR_OF_IDEOGRAPHS.test(stem));
  const served = pairs.filter((pair) => isServiceWord(pair) && !anyHolds(content, pair));
  if (served.length === 0) return terms;
  const others = new Set(pairs.filter((pair) => !served.includes(pair)).flatMap((pair) => [...pair]));
  const parts = new Set(served.flatMap((pair) => [...pair]).filter((part) => !others.has(part)));
  return terms.filter(({ stem }) => !parts.has(stem));
}

/** True where `kind` is a German child, as in "Eintritt Kind". */
const isAboutChild = (question: string): boolean =>
  !/\bkind of\b/i.test(boundedQuestion(question)) && visitorLanguagesOf(question)[0] !== 'en';

/** Leaves out Monday where "And on Sunday?" follows. */
function withoutReplacedDays(terms: readonly Term[], current: ReadonlySet<string>): readonly Term[] {
  const dayOf = ({ exact, stem }: Term) => namesDay(exact?.slice(1) ?? stem);
  if (!terms.some((term) => current.has(term.stem) && dayOf(term))) return terms;
  return terms.filter((term) => current.has(term.stem) || !dayOf(term));
}

/** Cached, because finding what is closest or lacking needs the same terms as answering. */
const lastTerms = new WeakMap<
  readonly ExtractPassage[],
  { readonly question: string; readonly terms: readonly Term[] }
>();

export function* termsInSteps(question: string, passages: readonly ExtractPassage[]): Steps<readonly Term[]> {
  const last = lastTerms.get(passages);
  if (last?.question === question) return last.terms;
  const terms = yield* topicAndTime(question, readPassages(passages), question);
  lastTerms.set(passages, { question, terms });
  return terms;
}

export const termsFor = (question: string, passages: readonly ExtractPassage[]): readonly Term[] =>
  finish(termsInSteps(question, passages));

/** Bounds the comparisons with units. In a pasted text of hundreds of words, the question stands before or behind it. */
function firstAndLast(terms: readonly Term[]): readonly Term[] {
  const words = terms.filter(({ exact }) => exact !== null).length;
  const max = words * 2 > terms.length ? MAX_WORDS : MAX_TERMS_WITHOUT_SPACES;
  return terms.length <= max ? terms : [...terms.slice(0, max / 2), ...terms.slice(-max / 2)];
}

/** @param present the part that is asked now; default, the whole question */
export const termsIn = (question: string, read: readonly ReadPassage[], present = question): readonly Term[] =>
  finish(topicAndTime(question, read, present));

const HOW_LONG = /(?<!\p{L})how long(?!\p{L}| (?:have|has) (?:you|they|it|the \p{L}+) been)/iu;

/** "How long to charge?" is answered by "4 hours" as well as by "for a long time". */
const asLengthOfTime = (term: Term): Term => (term.exact === '=long' ? { ...term, facts: DURATIONS } : term);

function* topicAndTime(question: string, read: readonly ReadPassage[], present: string): Steps<readonly Term[]> {
  const ofTopic = yield* termsOfTopic(question, read, present === question ? undefined : present);
  const terms = HOW_LONG.test(boundedQuestion(question)) ? ofTopic.map(asLengthOfTime) : ofTopic;
  const withDays = withNamedDays(
    withAskedTime(DAYS, terms, question, present),
    question,
    present,
    questionLanguage(question, read),
  );
  return withAskedTime(TIMES, withDays, question, present);
}

/** One term for the days that phrases name: `segunda` of "segunda-feira" alone is any second. */
function withNamedDays(terms: readonly Term[], question: string, present: string, language: Language): readonly Term[] {
  const named = weekdayPhrasesAsked(question);
  if (named.length === 0) return terms;
  const parts = stemsOf(named.map(({ word }) => word).join(' '), language);
  const ofPresent = weekdayPhrasesAsked(present);
  const days = (ofPresent.length > 0 ? ofPresent : named).map(({ day }) => day);
  const weight = ofPresent.length > 0 ? 1 : EARLIER_WEIGHT;
  const others = terms.filter(({ stem }) => !parts.has(stem));
  return [...others, { ...termOfFacts('asks:named-day', marksAskedFor(days)), weight }];
}

/** A fact that a word asks for, which then finds no other use of the word. */
interface AskedTime {
  readonly wordIn: (question: string) => string | null;
  readonly term: Term;
}

function withAskedTime(
  { wordIn, term }: AskedTime,
  terms: readonly Term[],
  question: string,
  present: string,
): readonly Term[] {
  const word = wordIn(question);
  if (word === null) return terms;
  const weight = wordIn(present) === null ? EARLIER_WEIGHT : 1;
  return [...terms.filter((one) => wordOf(one) !== word), { ...term, weight }];
}

const inWordsOfContent = (asked: string, read: readonly ReadPassage[]): string =>
  joinUnitsOfPrice(splitPriceCompounds(correctServiceSpelling(withTypedUmlauts(asked, read), read), read), read);

function* termsOfTopic(asked: string, read: readonly ReadPassage[], present?: string): Steps<readonly Term[]> {
  const question = inWordsOfContent(asked, read);
  yield;
  const language = questionLanguage(question, read);
  const terms = firstAndLast([...contentTerms(question, language), ...namedLetters(question, read)]);
  if (terms.length === 0) return [];
  const current = present === undefined ? null : stemsOf(present, language);
  const period = statedPeriod(question);
  const years = agesInConversation(question, present);
  const ofPresent = current === null ? terms : withoutReplacedAges(withoutReplacedDays(terms, current), current, years);
  const whole = withoutPartsOfNumbers(withoutParts(withPeriod(ofPresent, period), read), read);
  const variants = withVariants(whole, read, language);
  yield;
  const split = withSplitWords(variants, read);
  yield;
  const found = withLetterCompounds(withChangedStems(split, language, read), question, read);
  yield;
  // "What does it cost?" is about all of the question before, "And to Poland?" not about its destination.
  const isSameTopic = present !== undefined && namesNoTopic(present) && asksForFact(present);
  const earlier = isSameTopic ? 1 : EARLIER_WEIGHT;
  const readTerm = termReader({ question, present: present ?? question, content: read, language, period, years });
  const asRead = yield* eachInSteps(found, (term) => {
    const isPresent = current === null || current.has(term.stem);
    const known = readTerm(term);
    return isPresent ? known : { ...known, weight: known.weight * earlier };
  });
  return language === ENGLISH
    ? withNearWords(withoutOtherCompounds(withoutOpposite(asRead, question), read), read)
    : asRead;
}

const OPENS_OBJECT =
  /(?<!\p{L})(?:(?:do|can|could|should|must|may) (?:i|we)|(?:how|want|need|needed|required|like|have) to) (?:open|close) (?:an?|my|our|the|another|new|it)(?!\p{L})/iu;

/** "How do I open an account?" asks for no opening hours, and is not about closing one. */
function withoutOpposite(terms: readonly Term[], question: string): readonly Term[] {
  if (!OPENS_OBJECT.test(boundedQuestion(question))) return terms;
  return terms.map((term) => {
    if (term.exact !== '=open' && term.exact !== '=close') return term;
    const opposite = term.exact === '=open' ? '=clos' : '=open';
    const variants = new Map([...term.variants].filter(([word]) => !word.startsWith(opposite)));
    return { ...term, variants, facts: new Map() };
  });
}

/** Keeps the site's name if the other words tell nothing. */
export function withoutSiteName(terms: readonly Term[], read: readonly ReadPassage[], name?: string): readonly Term[] {
  const names = read.map((passage) => passage.names);
  const others = terms.filter((term) => !isSiteWord(wordOf(term), names, name) && !isSiteWord(term.stem, names, name));
  return others.some(({ weight }) => weight >= MIN_CONTENT_WORD_WEIGHT) ? others : terms;
}

/** One term for the number and unit of a period, whose 3 is not that of "3 plants". */
function withPeriod(terms: readonly Term[], period: StatedPeriod | null): readonly Term[] {
  if (period === null) return terms;
  const stating = terms.filter((term) => period.words.has(wordOf(term)));
  return stating.length === terms.length ? terms : terms.filter((term) => !stating.slice(1).includes(term));
}

const termOfFacts = (stem: string, facts: Term['facts']): Term => ({
  stem,
  exact: null,
  beginning: null,
  triples: [],
  variants: new Map(),
  facts,
  isName: false,
  weight: 1,
});

/** Matches only times, not numbers of hours. */
const TIMES: AskedTime = { wordIn: timeOfDayWord, term: termOfFacts('asks:time', HOURS_ASKED_FOR) };
const DAYS: AskedTime = { wordIn: dayWord, term: termOfFacts('asks:day', EACH_DAY) };

/** True for the term of a day or a time of day, which any opening hours hold. */
export const asksForTime = ({ stem }: Term): boolean => stem === TIMES.term.stem || stem === DAYS.term.stem;

export const stemsOf = (question: string, language: Language): ReadonlySet<string> =>
  new Set(termsOf(analyseQuery(question, language)).map(({ stem }) => stem));

/** Cached, because one answer asks several times. */
const lastLanguages = new WeakMap<readonly ReadPassage[], { readonly question: string; readonly language: Language }>();

/** Language of the words' stems. A short question is rather in that of the content. */
export function questionLanguage(question: string, read: readonly ReadPassage[]): Language {
  const last = lastLanguages.get(read);
  if (last?.question === question) return last.language;
  const language = textLanguage(
    question,
    read.map(({ stemmedIn }) => stemmedIn),
  );
  lastLanguages.set(read, { question, language });
  return language;
}
