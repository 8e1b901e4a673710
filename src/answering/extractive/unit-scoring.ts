/**
 * Scores the units of the passages. A unit scores by the question's words it holds, weighted by their rarity among the units.
 * Words of headings above it count half, so that `Mon-Fri 9-17` under "Opening hours" can answer. Words that only
 * neighbours or the passage hold count a little: on five collections in five languages, that finds the answer for 2 to 4
 * more of 100 questions. Units under a heading that is the question count up to twice.
 */
import { analyseQuery } from '../../text/analysis/analyse.ts';
import { type VisitorLanguage, visitorLanguagesOf } from './dialogue/visitor-language.ts';
import { type ExpectedAnswer, expectedAnswer } from './expected-answer-type.ts';
import { HOURS, TIME } from './facts/told-facts.ts';
import { type AskedOfHeadings, type HeadingMatch, isNegated, matchHeading, NO_HEADING } from './heading-match.ts';
import { type HowToFactor, howToFactor } from './how-to-sentences.ts';
import { namedFactor, withColumns } from './named-units.ts';
import { announcesTopics, isCallToAction, tellsExistence } from './passages/context-dependent-text.ts';
import type { ReadPassage, ReadUnit } from './passages/read-passages.ts';
import { namesSite } from './passages/site-name.ts';
import { phrasalVerbFactor } from './phrasal-verbs.ts';
import { questionLanguage } from './question-terms.ts';
import { specialCasesAskedFor } from './special-cases.ts';
import { isCode, strengthOf, type Term, wordOf } from './terms/terms.ts';

export interface ScoredUnit {
  /** Index of its passage, and of the unit in it. */
  readonly passage: number;
  readonly place: number;
  readonly unit: ReadUnit;
  /** Match strength for each term of the question. */
  readonly strengths: readonly number[];
  readonly score: number;
  /** Weight of the words that it holds itself. */
  readonly weighted: number;
  /** How much of the question is the heading, and of the heading the question, 0 to 1. */
  readonly underHeading: number;
}

/** Weights of a word of the innermost heading, and of the headings and titles above that. */
const HEADING_WEIGHT = 0.8;
const CONTEXT_WEIGHT = 0.5;
/** Weights of a word that only a neighbour, or only the passage, holds. */
const NEIGHBOUR_WEIGHT = 0.15;
const PASSAGE_WEIGHT = 0.3;
/** Weight that the headings add to a word that the unit itself holds. */
const REPEATED_WEIGHT = 0.2;
/** Most that a word counts which only headings, neighbours and the passage hold. */
const MAX_CONTEXT = 0.95;
/** For a unit whose heading is the question. */
const HEADING_BONUS = 1;
/** The same in a list of questions and answers. */
const SAME_QUESTION_BONUS = 1.5;
/** Share of the heading bonus for a unit that does not tell the price, the duration or the person that is asked for. */
const LACKING_SHARE = 0.1;
/** Times of days of the week, for a question about opening hours. */
const HOURS_FACTOR = 1.3;
const MAX_HOURS_COLUMNS = 3;
/** The words of a button say nothing that a visitor asks for. */
const CALL_TO_ACTION_FACTOR = 0.4;
/** "We have free apps" for who asks whether there are any, and not "an authenticator app". */
const EXISTENCE_FACTOR = 1.35;
/** "Find out how to get rid of a sofa." */
const ANNOUNCING_FACTOR = 0.6;
/** A unit that neither holds the subject of a yes-or-no question nor stands below it. */
const LACKING_SUBJECT_FACTOR = 0.7;
const LACKING_PREDICATE_FACTOR = 0.55;
/** Discount for each rank of the passage. */
const RANK_DISCOUNT = 0.08;
/** `s3`, `ie11`: names one thing alone. */
const CODE_FACTOR = 2;
const LONG_UNIT = 300;
/** Passages in another language than the question, and than the conversation when the question does not show its own. */
const OTHER_LANGUAGE_FACTOR = 0.6;
const OTHER_CONTENT_FACTOR = 0.85;

/** Context of a question in its conversation. */
export interface QuestionContext {
  /** Language of the conversation. */
  readonly language?: VisitorLanguage | undefined;
  /** The present question, when `question` joins it with an earlier one. */
  readonly present?: string | undefined;
  /** Name of the chatbot: often that of the site. */
  readonly siteName?: string | undefined;
}

export function scoreUnits(
  question: string,
  terms: readonly Term[],
  read: readonly ReadPassage[],
  { language, present, siteName }: QuestionContext = {},
): readonly ScoredUnit[] {
  const strengths = read.map(({ units }) =>
    units.map(({ words, text }) => {
      const isNamed = namesSite(text, siteName);
      return terms.map((term) => (isNamed?.(term) ? 0 : strengthOf(term, words)));
    }),
  );
  const expected = expectedAnswer(question, present);
  const asked: AskedQuestion = {
    terms,
    howTo: expected.isSteps ? howToFactor(terms) : () => 1,
    phrasalVerb: phrasalVerbFactor(present ?? question, expected.isSteps),
    weights: localWeights(strengths.flat(), terms),
    words: new Set(analyseQuery(question, questionLanguage(question, read))),
    expected,
    negates: isNegated(question),
    specialCases: specialCasesAskedFor(question, terms),
    asksForHours: terms.some(({ facts }) => facts.has(HOURS)),
    languageFactor: languageFactorOf(question, language),
    siteName: siteName?.toLowerCase() ?? '',
  };
  return read.flatMap((passage, rank) => scorePassage(passage, rank, strengths[rank] ?? [], asked));
}

interface AskedQuestion extends AskedOfHeadings {
  readonly howTo: HowToFactor;
  readonly expected: ExpectedAnswer;
  readonly asksForHours: boolean;
  /** In lower case; may be empty. */
  readonly siteName: string;
  readonly languageFactor: (language: VisitorLanguage | null) => number;
}

function languageFactorOf(question: string, conversation?: VisitorLanguage): AskedQuestion['languageFactor'] {
  const [own = null, other] = visitorLanguagesOf(question);
  const language = other === undefined ? (own ?? conversation ?? null) : (conversation ?? own);
  const otherFactor = own === null ? OTHER_CONTENT_FACTOR : OTHER_LANGUAGE_FACTOR;
  return (written) => (language !== null && written !== null && written !== language ? otherFactor : 1);
}

/** @param held match strengths of each unit, for each term */
function scorePassage(
  { units, sections, language }: ReadPassage,
  rank: number,
  held: readonly (readonly number[])[],
  asked: AskedQuestion,
): ScoredUnit[] {
  const { terms, weights, languageFactor } = asked;
  const inPassage = terms.map((_, term) => Math.max(0, ...held.map((unit) => unit[term] ?? 0)));
  const headings = sections.map((section) => matchHeading(section, asked));
  const contexts = new Map<ReadonlySet<string>, readonly number[]>();
  const columns = new Map<ReadonlySet<string>, readonly number[]>();
  const rankFactor = 1 / (1 + RANK_DISCOUNT * rank);
  return units.map((unit, place) => {
    const heading = headings[unit.section] ?? NO_HEADING;
    const context = contexts.get(unit.context) ?? terms.map((term) => strengthOf(term, unit.context));
    contexts.set(unit.context, context);
    const strengths = held[place] ?? [];
    const told = withColumns(strengths, unit, terms, columns);
    let score = 0;
    for (const [term, weight] of weights.entries()) {
      const above = Math.max(HEADING_WEIGHT * (heading.strengths[term] ?? 0), CONTEXT_WEIGHT * (context[term] ?? 0));
      const beside = Math.max(held[place - 1]?.[term] ?? 0, held[place + 1]?.[term] ?? 0);
      score += weight * termScore(told[term] ?? 0, above, beside, inPassage[term] ?? 0);
    }
    // Other passages may say the words of the question more often than the one that asks and answers it.
    score *=
      languageFactor(language) *
      (heading.isSameQuestion ? 1 : rankFactor) *
      heading.factor *
      unitFactor(unit, strengths, heading, asked);
    const weighted = weightOfHeldWords(unit, strengths, context, asked);
    return { passage: rank, place, unit, strengths, score, weighted, underHeading: heading.likeness };
  });
}

/** Factor by the length and kind of the unit, its heading, and the kind of answer that the question expects. */
function unitFactor(
  unit: ReadUnit,
  strengths: readonly number[],
  { words, likeness, isSameQuestion }: HeadingMatch,
  asked: AskedQuestion,
): number {
  const { expected, howTo, phrasalVerb, terms, asksForHours } = asked;
  const expectedFactor = expected.factor(unit, words);
  const headingBonus = isSameQuestion ? SAME_QUESTION_BONUS : HEADING_BONUS;
  return (
    lengthDiscount(unit) *
    (1 + headingBonus * likeness * (expected.lacksFact(expectedFactor) ? LACKING_SHARE : 1)) *
    expectedFactor *
    namedFactor(unit, terms) *
    (lacksSubject(unit, strengths, words, asked) ? LACKING_SUBJECT_FACTOR : 1) *
    (lacksPredicate(unit, strengths, words, asked) ? LACKING_PREDICATE_FACTOR : 1) *
    howTo(unit, strengths) *
    (phrasalVerb?.(unit.text) ?? 1) *
    (asksForHours && tellsHours(unit, strengths) && !isOfTimetable(unit) ? HOURS_FACTOR : 1) *
    (unit.kind === 'prose' && announcesTopics(unit.text) ? ANNOUNCING_FACTOR : 1) *
    (unit.kind === 'prose' && isCallToAction(unit.text) ? CALL_TO_ACTION_FACTOR : 1) *
    (expected.isExistence && holdsAll(strengths, terms) && tellsExistence(unit.text) ? EXISTENCE_FACTOR : 1)
  );
}

/** An aloe is no fern, although it needs sun. The title of a page at "Fern & Fig" names no fern. */
function lacksSubject(
  { context }: ReadUnit,
  strengths: readonly number[],
  heading: ReadonlySet<string>,
  { terms, siteName }: AskedQuestion,
): boolean {
  return terms.some((term, at) => {
    if (term.isSubject !== true || strengths[at] !== 0) return false;
    const isOwnName = siteName.includes(' ') && siteName.includes(term.stem);
    return isOwnName || (strengthOf(term, heading) === 0 && strengthOf(term, context) === 0);
  });
}

const holdsAll = (strengths: readonly number[], terms: readonly Term[]): boolean =>
  terms.every(({ weight }, at) => weight < 1 || (strengths[at] ?? 0) > 0);

/** "Sending money abroad costs £5" does not tell whether money is safe. */
const lacksPredicate = (
  { context }: ReadUnit,
  strengths: readonly number[],
  heading: ReadonlySet<string>,
  { terms }: AskedQuestion,
): boolean =>
  terms.some(
    (term, at) =>
      term.isPredicate === true &&
      strengths[at] === 0 &&
      strengthOf(term, heading) === 0 &&
      strengthOf(term, context) === 0,
  );

function weightOfHeldWords(
  unit: ReadUnit,
  strengths: readonly number[],
  context: readonly number[],
  { terms, weights }: AskedQuestion,
): number {
  return weights.reduce((sum, weight, term) => {
    const rarity = weight / Math.max(1, terms[term]?.weight ?? 1);
    return sum + rarity * heldInRow(unit, strengths[term] ?? 0, context[term] ?? 0);
  }, 0);
}

/** Score of a term by its match strengths in the unit itself, in the headings above, in the neighbours, and in the passage. */
function termScore(own: number, above: number, beside: number, inPassage: number): number {
  if (own > 0) return Math.max(own, above) + REPEATED_WEIGHT * above;
  return Math.min(MAX_CONTEXT, above + NEIGHBOUR_WEIGHT * beside + PASSAGE_WEIGHT * inPassage);
}

const lengthDiscount = ({ text }: ReadUnit) => 1 / (1 + Math.max(0, text.length - LONG_UNIT) / (2 * LONG_UNIT));

/** "The kitchen is open until 21:30" tells the hours of the kitchen, whatever the day. */
const tellsHours = ({ words }: ReadUnit, strengths: readonly number[]) =>
  words.has(HOURS) || (words.has(TIME) && strengths.includes(1));

/** A row with a day, a time and more says when something takes place, not when it is open. */
const isOfTimetable = ({ header }: ReadUnit) => header !== null && header.length > MAX_HOURS_COLUMNS;

/** Each row of a table also holds what its header or heading says. */
const heldInRow = ({ header }: ReadUnit, own: number, context: number): number =>
  header !== null && context === 1 ? 1 : own;

/** Rarity of each term among the units. */
function localWeights(units: readonly (readonly number[])[], terms: readonly Term[]): readonly number[] {
  return terms.map(({ weight, ...word }, term) => {
    const holding = units.filter((strengths) => (strengths[term] ?? 0) > 0).length;
    const factor = isCode(wordOf(word)) ? CODE_FACTOR : 1;
    return factor * weight * Math.log(1 + (units.length - holding + 0.5) / (holding + 0.5));
  });
}
