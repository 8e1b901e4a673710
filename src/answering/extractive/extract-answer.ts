/**
 * Extractive answers: finds the unit of the passages that answers best, and quotes the part of its section that the question
 * asks for. Returns nothing when nothing fits.
 */

import type { SearchStatistics } from '../../ports/search-index.ts';
import { analyseQuery } from '../../text/analysis/analyse.ts';
import { foldDiacritics } from '../../text/analysis/normalise.ts';
import { bestShare, fits } from './answerability.ts';
import { type VisitorLanguage, visitorLanguagesOf } from './dialogue/visitor-language.ts';
import { type Holiday, holidayIn } from './facts/holidays.ts';
import { factsAskedFor, HOURS } from './facts/told-facts.ts';
import { namesDay } from './facts/weekday-names.ts';
import { daysAskedFor } from './facts/weekdays.ts';
import { topicName } from './follow-ups/topics.ts';
import type { ExtractPassage } from './passages/outline.ts';
import { pageName } from './passages/page-name.ts';
import { type ReadPassage, readPassages } from './passages/read-passages.ts';
import { isSiteWord } from './passages/site-name.ts';
import { excerptsOf } from './quotation/excerpt.ts';
import type { Quotation } from './quotation/quotation.ts';
import { isFiller, isLight, tellingIdeographs } from './terms/question-words.ts';
import { isServiceWord } from './terms/synonyms.ts';
import { strengthOf, type Term, termsOf, withVariants, wordOf } from './terms/terms.ts';
import { type ScoredUnit, scoreUnits } from './unit-scoring.ts';

export interface ExtractOptions {
  /** Word statistics of the whole content; without them, every word is as rare as it is in the passages. */
  readonly statistics?: SearchStatistics | null;
  /** The present question, when `question` joins it with an earlier one: its words count more. */
  readonly present?: string;
  /** Name of the chatbot: often that of the site. */
  readonly siteName?: string;
  /** Language of the conversation. */
  readonly language?: VisitorLanguage;
}

const EARLIER_WEIGHT = 0.5;
/** Words of the thesaurus say what is asked for: `payment` in "payment methods". */
const SERVICE_WEIGHT = 1.4;
/** Words that go with any topic. */
const LIGHT_WEIGHT = 0.4;
/** Least weight of a telling word, in this question or an earlier one. */
const MIN_TELLING_WEIGHT = 0.5;
/** Share of the question that the closest section holds at least. */
const MIN_CLOSEST_SHARE = 0.2;

/** @param passages best first */
export function extractAnswer(
  question: string,
  passages: readonly ExtractPassage[],
  { statistics = null, present, language, siteName }: ExtractOptions = {},
): readonly Quotation[] | null {
  const read = readPassages(passages);
  const asked = present === undefined ? termsFor(question, passages) : termsIn(question, read, present);
  const terms = withoutUnlistedHoliday(asked, present ?? question, read);
  const topic = withoutSiteName(terms, read, siteName);
  if (isArithmetic(terms) || !fits(topic, read, statistics)) return null;
  if (present !== undefined && isOfAnotherTopic(present, terms, read)) return null;
  const scored = scoreUnits(question, terms, read, language, present);
  const excerpts = excerptsOf(present === undefined ? scored : aboutPresent(scored, terms, present), read, terms);
  return excerpts.length === 0 ? null : excerpts;
}

/** A question that names the site is about the rest of its words, when there are any that tell something. */
function withoutSiteName(terms: readonly Term[], read: readonly ReadPassage[], name?: string): readonly Term[] {
  const names = read.map((passage) => passage.names);
  const others = terms.filter((term) => !isSiteWord(wordOf(term), names, name));
  return others.some(({ weight }) => weight >= MIN_TELLING_WEIGHT) ? others : terms;
}

/** Opening hours are an answer where none are told for the holiday that is asked about. */
function withoutUnlistedHoliday(
  terms: readonly Term[],
  question: string,
  read: readonly ReadPassage[],
): readonly Term[] {
  const holiday = unlistedHolidayIn(question, terms, read);
  return holiday === null ? terms : terms.filter((term) => !holiday.words.has(wordOf(term)));
}

function unlistedHolidayIn(question: string, terms: readonly Term[], read: readonly ReadPassage[]): Holiday | null {
  if (!terms.some(({ facts }) => facts.has(HOURS))) return null;
  const holiday = holidayIn(question);
  if (holiday === null) return null;
  const isListed = read.some(
    ({ units, sections }) =>
      units.some(({ text }) => holiday.isNamedIn(text)) || sections.some(({ heading }) => holiday.isNamedIn(heading)),
  );
  return isListed ? null : holiday;
}

/** The holiday that a question for opening hours names and the passages do not; null for any other question. */
export const unlistedHoliday = (question: string, passages: readonly ExtractPassage[]): string | null =>
  unlistedHolidayIn(question, termsFor(question, passages), readPassages(passages))?.name ?? null;

/** Share of its score that a unit keeps which holds no word that a follow-up adds. */
const EARLIER_ALONE = 0.6;

/** "Can I pay yearly?" is rather about paying than about what was asked before. */
function aboutPresent(scored: readonly ScoredUnit[], terms: readonly Term[], present: string): readonly ScoredUnit[] {
  const current = stemsOf(present);
  const added = terms.filter(({ stem, weight }) => weight >= 1 && current.has(stem));
  if (added.length === 0) return scored;
  const isHeld = ({ unit: { words, context } }: ScoredUnit) =>
    added.some((term) => strengthOf(term, words) > 0 || strengthOf(term, context) > 0);
  return scored.map((unit) => (isHeld(unit) ? unit : { ...unit, score: EARLIER_ALONE * unit.score }));
}

/** None of the words that a follow-up adds is known: "Who is your CEO?" after shipping is not about shipping. */
function isOfAnotherTopic(present: string, terms: readonly Term[], read: readonly ReadPassage[]): boolean {
  const current = stemsOf(present);
  const added = terms.filter(({ stem, weight }) => weight >= 1 && current.has(stem));
  return added.length > 0 && added.every((term) => read.every(({ words }) => strengthOf(term, words) === 0));
}

const stemsOf = (question: string): ReadonlySet<string> =>
  new Set(termsOf(analyseQuery(question)).map(({ stem }) => stem));

/** "2+2", "12 times 7": any table and list holds such numbers. */
const isArithmetic = (terms: readonly Term[]): boolean =>
  terms.every((term) => isShortNumber(term) || (term.weight < MIN_TELLING_WEIGHT && terms.some(isShortNumber)));

const isShortNumber = ({ stem }: Term): boolean => /^\p{N}{1,2}$/u.test(stem);

/** A thing, not what is done with it. English `to` also stands before verbs. */
const BEHIND_PREPOSITION =
  /(?<![\p{L}\p{M}])(?:from|with|via|by|into|for|mit|von|aus|für|bei|per|nach|avec|pour|depuis|par|con|desde|por|para|da|per|com|met|van|voor|naar|uit|med|från|för|z|ze|od|dla|из|от|с|для)\s+([\p{L}\p{M}\p{N}]+)/giu;

/**
 * Things that the question names behind a preposition and the passages lack, when unknown words are at least half of what it asks for:
 * "asana" of "import from asana". A quotation that rests on the other words alone may be about something else.
 */
export function unknownWords(
  question: string,
  passages: readonly ExtractPassage[],
  siteName?: string,
): readonly string[] {
  const read = readPassages(passages);
  const things = [...question.slice(0, 500).matchAll(BEHIND_PREPOSITION)].flatMap(([, thing = '']) => {
    const word = foldDiacritics(thing.toLowerCase());
    // Finding all forms of a word takes longer.
    return read.some(({ words }) => words.has(`=${word}`)) ? [] : [{ thing, word }];
  });
  if (things.length === 0) return [];
  const telling = withoutSiteName(termsFor(question, passages), read, siteName).filter(({ weight }) => weight >= 1);
  const unknown = telling.filter(
    (term) => term.exact !== null && read.every(({ words }) => strengthOf(term, words) === 0),
  );
  if (unknown.length * 2 < telling.length) return [];
  const words = new Set(unknown.map(wordOf));
  return [...new Set(things.flatMap(({ thing, word }) => (words.has(word) ? [thing] : [])))];
}

/** Heading of the section that comes closest to a question that the passages do not answer; null when none is near. */
export function closestSection(
  question: string,
  passages: readonly ExtractPassage[],
  siteName?: string,
): string | null {
  const read = readPassages(passages);
  const terms = withoutSiteName(termsFor(question, passages), read, siteName);
  if (terms.length === 0 || bestShare(terms, read, null) < MIN_CLOSEST_SHARE) return null;
  const scored = scoreUnits(question, terms, read).filter(({ strengths }) =>
    strengths.some((strength) => strength === 1),
  );
  const [best] = scored.sort((one, other) => other.score - one.score);
  if (best === undefined) return null;
  const { heading = '' } = read[best.passage]?.sections[best.unit.section] ?? {};
  return topicName(heading) ?? topicName(pageName(passages[best.passage]?.title ?? ''));
}

/** Words of the question that name its topic, folded. */
export function tellingWords(question: string): readonly string[] {
  return tellingTerms(question).flatMap(({ exact, stem }) => (exact === null ? [stem] : [exact.slice(1)]));
}

const HAN = /\p{Script=Han}/u;
/** Tells less than a word of two. */
const ONE_IDEOGRAPH = /^\p{Script=Han}$/u;
/** A compound's parts are terms themselves. */
const COMPOUND = /^\p{Script=Latin}+$/u;

function tellingTerms(question: string): readonly Term[] {
  const terms = termsOf(analyseQuery(question));
  const ideographs = terms.some(({ stem }) => HAN.test(stem)) ? tellingIdeographs(question) : null;
  const telling = terms.filter(({ stem, exact }) => {
    if (exact !== null) return !isFiller(exact.slice(1)) || (exact === '=kind' && isAboutChild(question));
    return HAN.test(stem) ? ideographs?.has(stem) === true : terms.length === 1 || !COMPOUND.test(stem);
  });
  return telling.length > 0 ? telling : terms;
}

/** "Eintritt Kind": a German child, no kind of a thing. */
const isAboutChild = (question: string): boolean =>
  !/\bkind of\b/i.test(question.slice(0, 500)) && visitorLanguagesOf(question)[0] !== 'en';

/** Words that the content writes as one: `back up` is `backup`. By each of the two words, as they are analysed. */
function joinedWords(question: string, contentWords: ReadonlySet<string>): ReadonlyMap<string, [string, number][]> {
  const found = new Map<string, [string, number][]>();
  const words = foldDiacritics(question.slice(0, 500).toLowerCase()).match(/\p{Script=Latin}+/gu) ?? [];
  for (const [at, word] of words.entries()) {
    const one = `=${word}${words[at + 1] ?? ''}`;
    if (at + 1 < words.length && contentWords.has(one)) {
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

/** "Do you support …?" is not about the support. */
const OFFERS_SUPPORT = /(?<!\p{L})(?:do(?:es)?|can|will) (?:\p{L}+ ){1,4}support(?= \p{L}|\s*\p{N})/iu;

/** "15 year old", "10 Jahre": the number says it. */
function unitsIn(question: string): ReadonlySet<string> {
  const found = question
    .slice(0, 500)
    .matchAll(
      /(?<!\p{N})\d{1,3}[\s-]?(years?|yrs?|jahre?n?|ans|años?|anni|anos|jaar|lat)(?:[\s-](olds?|alte?[rsn]?))?(?!\p{L})/giu,
    );
  return new Set(
    [...found].flatMap(([, unit = '', old = '']) => [unit, old].map((word) => foldDiacritics(word.toLowerCase()))),
  );
}

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

function termsFor(question: string, passages: readonly ExtractPassage[]): readonly Term[] {
  const last = lastTerms.get(passages);
  if (last?.question === question) return last.terms;
  const terms = termsIn(question, readPassages(passages));
  lastTerms.set(passages, { question, terms });
  return terms;
}

function termsIn(question: string, read: readonly ReadPassage[], present?: string): readonly Term[] {
  const terms = tellingTerms(question);
  if (terms.length === 0) return [];
  const words = new Set<string>();
  for (const { words: own } of read) for (const word of own) words.add(word);
  const joined = joinedWords(question, words);
  const current = present === undefined ? null : stemsOf(present);
  const names = namesIn(question);
  const units = unitsIn(question);
  const isSupportOffered = OFFERS_SUPPORT.test(question.slice(0, 500));
  const asked = current === null ? terms : withoutReplacedDays(terms, current);
  return withVariants(asked, words).map((term) => {
    const word = term.exact?.slice(1) ?? term.stem;
    const service =
      isLight(word) || units.has(word) || ONE_IDEOGRAPH.test(word) || (isSupportOffered && word === 'support')
        ? LIGHT_WEIGHT
        : isServiceWord(word)
          ? SERVICE_WEIGHT
          : 1;
    const variants = new Map([...term.variants, ...(joined.get(word) ?? [])]);
    return {
      ...term,
      variants,
      facts: factsAskedFor(word, question),
      isName: names.has(word) && daysAskedFor(word).size === 0,
      weight: current === null || current.has(term.stem) ? service : service * EARLIER_WEIGHT,
    };
  });
}
