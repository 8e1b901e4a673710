/**
 * Scores units by the question's words that they hold, weighted by rarity among the units. Headings above count half, so that `Mon-Fri 9-17`
 * under "Opening hours" can answer. Words of neighbours and of the passage count a little, which finds the answer for 2 to 4 more of 100
 * questions (five collections in five languages).
 */
import type { Steps } from '../../../lib/steps.ts';
import { analyseQuery } from '../../../text/analysis/analyse.ts';
import { HOURS } from '../facts/fact-marks.ts';
import { type VisitorLanguage, visitorLanguagesOf } from '../languages/visitor-language.ts';
import { isQuotedIn } from '../passages/outline.ts';
import type { ReadPassage, ReadUnit } from '../passages/read-passages.ts';
import { siteNameTest } from '../passages/site-name.ts';
import { type ExpectedAnswer, expectedAnswer } from '../question/expected-answer-type.ts';
import { questionLanguage } from '../question/question-terms.ts';
import { specialCasesAskedFor } from '../question/special-cases.ts';
import { phrasalVerbFactor } from '../terms/phrasal-verbs.ts';
import { isCode, strengthOf, type Term, wordOf } from '../terms/terms.ts';
import { answeringVerbFactor } from './answering-verbs.ts';
import {
  type AskedOfHeadings,
  asksOfUnnamed,
  asksYesOrNo,
  isNegated,
  matchHeading,
  NO_HEADING,
} from './heading-match.ts';
import { howToFactor } from './how-to-sentences.ts';
import { type MeaningOf, meaningOf } from './meaning.ts';
import { withColumnMatches } from './named-units.ts';
import { type AskedOfUnits, phraseAskedFor, unitFactor } from './unit-factors.ts';

export interface ScoredUnit {
  /** Indexes of the passage, and of the unit in it. */
  readonly passage: number;
  readonly place: number;
  readonly unit: ReadUnit;
  /** Match strength for each term of the question. */
  readonly strengths: readonly number[];
  readonly score: number;
  /** Weight of the words that it holds itself. */
  readonly weighted: number;
  /** Share of the question in the heading, and of the heading in the question, 0 to 1. */
  readonly underHeading: number;
}

/** From this `underHeading` on, the heading is the question. */
export const IS_HEADING = 0.6;

/** Weights of words of the innermost heading, and of those above. */
const HEADING_WEIGHT = 0.8;
const CONTEXT_WEIGHT = 0.5;
/** Weights of words that only a neighbour, or only the passage, holds. */
const NEIGHBOUR_WEIGHT = 0.15;
const PASSAGE_WEIGHT = 0.3;
/** Weight added by headings to a word of the unit. */
const REPEATED_WEIGHT = 0.2;
/** Greatest weight of a word that the unit lacks. */
const MAX_CONTEXT = 0.95;
/** "Are parts included?" after the price of a repair is not about the shop's parts. */
const QUOTED_BEFORE_FACTOR = 1.6;
/** The same for "Who pays for that?" */
const REFERRED_TO_FACTOR = 2;
const RANK_DISCOUNT = 0.08;
/** Weight of a unit's meaning, relative to all words of the question. */
const MEANING_WEIGHT = 0.4;
/** `s3`, `ie11`: names one thing alone. */
const CODE_FACTOR = 2;
/** Factors for passages in another language than the question, and than the conversation. */
const OTHER_LANGUAGE_FACTOR = 0.6;
const OTHER_CONTENT_FACTOR = 0.85;

export interface QuestionContext {
  readonly language?: VisitorLanguage | undefined;
  /** The present question, whose words count more, when `question` joins it with an earlier one. */
  readonly present?: string | undefined;
  /** The chatbot's name, which is often the site's. */
  readonly siteName?: string | undefined;
  /** The previous answer, for a short question that may go on from it. */
  readonly answerBefore?: string | undefined;
  /** Test for what a follow-up adds; null where it has a topic of its own. */
  readonly answersFollowUp?: ((unit: ReadUnit) => boolean) | null;
  /** See `passageMatches`; 1 where absent. */
  readonly matches?: readonly number[];
  /** Place of each passage for the question; its place in the list where absent. */
  readonly ranks?: readonly number[];
}

/** Pauses after each passage. */
export function* scoreUnits(
  question: string,
  terms: readonly Term[],
  read: readonly ReadPassage[],
  {
    language,
    present,
    siteName,
    answerBefore = '',
    answersFollowUp = null,
    matches = [],
    ranks = [],
  }: QuestionContext = {},
): Steps<readonly ScoredUnit[]> {
  const strengths = yield* strengthsInUnits(terms, read, siteName);
  yield;
  const expected = expectedAnswer(question, present);
  const asksForHours = terms.some(({ facts }) => facts.has(HOURS));
  const asked: AskedOfPassages = {
    terms,
    howTo: expected.isSteps ? howToFactor(terms) : () => 1,
    phrasalVerb: phrasalVerbFactor(present ?? question, expected.isSteps),
    answeringVerb: answeringVerbFactor(present ?? question),
    weights: localWeights(strengths.flat(), terms),
    words: new Set(analyseQuery(question, questionLanguage(question, read))),
    expected,
    asksYesOrNo: asksYesOrNo(present ?? question),
    negates: isNegated(question),
    isOfUnnamed: present === undefined && asksOfUnnamed(question),
    phrase: phraseAskedFor(present ?? question, terms),
    specialCases: specialCasesAskedFor(question, terms),
    asksForHours,
    languageFactor: languageFactorOf(question, language),
    siteName: siteName?.toLowerCase() ?? '',
    answerBefore,
    answersFollowUp,
    meaning: asksForHours ? null : meaningOf(present ?? question, read),
    quotedBeforeFactor: present === undefined ? QUOTED_BEFORE_FACTOR : REFERRED_TO_FACTOR,
  };
  const scored: ScoredUnit[] = [];
  for (const [at, passage] of read.entries()) {
    yield;
    const rankFactor = (matches[at] ?? 1) / (1 + RANK_DISCOUNT * (ranks[at] ?? at));
    for (const unit of scorePassage(passage, at, strengths[at] ?? [], asked, rankFactor)) scored.push(unit);
  }
  return scored;
}

/** Match strengths of each term, unit and passage; 0 for the site's name. */
function* strengthsInUnits(
  terms: readonly Term[],
  read: readonly ReadPassage[],
  siteName: string | undefined,
): Steps<readonly (readonly (readonly number[])[])[]> {
  const strengths: (readonly (readonly number[])[])[] = [];
  for (const { units } of read) {
    yield;
    const ofUnits = units.map(({ words, text }) => {
      const isNamed = siteNameTest(text, siteName);
      return terms.map((term) => (isNamed?.(term) ? 0 : strengthOf(term, words)));
    });
    strengths.push(ofUnits);
  }
  return strengths;
}

/** Returns null when no unit holds anything of the question. */
export function bestOf(scored: readonly ScoredUnit[]): ScoredUnit | null {
  let best: ScoredUnit | null = null;
  for (const one of scored) if (one.score > (best?.score ?? 0)) best = one;
  return best;
}

interface AskedOfPassages extends AskedOfHeadings, AskedOfUnits {
  readonly expected: ExpectedAnswer;
  /** Empty where the question does not follow up on it. */
  readonly answerBefore: string;
  readonly answersFollowUp: ((unit: ReadUnit) => boolean) | null;
  readonly quotedBeforeFactor: number;
  /** Likeness of meaning; null when words and facts decide alone. */
  readonly meaning: MeaningOf | null;
  readonly languageFactor: (language: VisitorLanguage | null) => number;
}

function languageFactorOf(question: string, conversation?: VisitorLanguage): AskedOfPassages['languageFactor'] {
  const [own = null, other] = visitorLanguagesOf(question);
  const language = other === undefined ? (own ?? conversation ?? null) : (conversation ?? own);
  const otherFactor = own === null ? OTHER_CONTENT_FACTOR : OTHER_LANGUAGE_FACTOR;
  return (written) => (language !== null && written !== null && written !== language ? otherFactor : 1);
}

/**
 * @param held match strengths of each unit, for each term
 * @param rankFactor by the passage's match and place in search
 */
function scorePassage(
  { units, sections, language }: ReadPassage,
  at: number,
  held: readonly (readonly number[])[],
  asked: AskedOfPassages,
  rankFactor: number,
): ScoredUnit[] {
  const { terms, weights, languageFactor } = asked;
  const beside = asked.expected.readsCode
    ? held
    : held.map((unit, at) => (units[at]?.kind === 'code' ? NO_STRENGTHS : unit));
  const inPassage = terms.map((_, term) => Math.max(0, ...beside.map((unit) => unit[term] ?? 0)));
  const headings = sections.map((section) => matchHeading(section, asked));
  const contexts = new Map<ReadonlySet<string>, readonly number[]>();
  const columns = new Map<ReadonlySet<string>, readonly number[]>();
  const quoted = quotedSections(units, asked.answerBefore);
  const allWords = weights.reduce((sum, weight) => sum + weight, 0);
  return units.map((unit, place) => {
    const heading = headings[unit.section] ?? NO_HEADING;
    const context = contexts.get(unit.context) ?? terms.map((term) => strengthOf(term, unit.context));
    contexts.set(unit.context, context);
    const strengths = held[place] ?? [];
    const told = withColumnMatches(strengths, unit, terms, columns);
    const before = beside[place - 1] ?? NO_STRENGTHS;
    const after = beside[place + 1] ?? NO_STRENGTHS;
    const ofWords = scoreOfWords({ own: told, heading: heading.strengths, context, before, after, inPassage }, weights);
    const ofMeaning = MEANING_WEIGHT * allWords * (asked.meaning?.(at, place) ?? 0);
    const goesOn =
      quoted.has(unit.section) && (isAboutAll(strengths, context, terms) || asked.answersFollowUp?.(unit) === true);
    // No `rankFactor` for the passage that asks and answers the question: others may repeat its words more often.
    const factor =
      languageFactor(language) *
      (heading.isSameQuestion ? 1 : rankFactor) *
      heading.factor *
      (goesOn ? asked.quotedBeforeFactor : 1) *
      unitFactor({ unit, strengths, heading }, asked);
    const score = (ofWords + ofMeaning) * factor;
    const weighted = weightOfHeldWords(unit, strengths, context, asked);
    return { passage: at, place, unit, strengths, score, weighted, underHeading: heading.likeness };
  });
}

interface HeldWords {
  readonly own: readonly number[];
  readonly heading: readonly number[];
  readonly context: readonly number[];
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly inPassage: readonly number[];
}

const NO_STRENGTHS: readonly number[] = [];

function scoreOfWords(
  { own, heading, context, before, after, inPassage }: HeldWords,
  weights: readonly number[],
): number {
  let score = 0;
  for (const [term, weight] of weights.entries()) {
    const above = Math.max(HEADING_WEIGHT * (heading[term] ?? 0), CONTEXT_WEIGHT * (context[term] ?? 0));
    const beside = Math.max(before[term] ?? 0, after[term] ?? 0);
    score += weight * termScore(own[term] ?? 0, above, beside, inPassage[term] ?? 0);
  }
  return score;
}

const NO_SECTIONS: ReadonlySet<number> = new Set();

const quotedSections = (units: readonly ReadUnit[], answer: string): ReadonlySet<number> =>
  answer === '' ? NO_SECTIONS : new Set(units.filter((unit) => isQuotedIn(unit, answer)).map(({ section }) => section));

/** Counts words above the unit, too. */
const isAboutAll = (strengths: readonly number[], context: readonly number[], terms: readonly Term[]): boolean =>
  terms.every(({ weight }, at) => weight < 1 || (strengths[at] ?? 0) > 0 || (context[at] ?? 0) > 0);

function weightOfHeldWords(
  unit: ReadUnit,
  strengths: readonly number[],
  context: readonly number[],
  { terms, weights }: AskedOfPassages,
): number {
  return weights.reduce((sum, weight, term) => {
    const rarity = weight / Math.max(1, terms[term]?.weight ?? 1);
    return sum + rarity * heldInRow(unit, strengths[term] ?? 0, context[term] ?? 0);
  }, 0);
}

function termScore(own: number, above: number, beside: number, inPassage: number): number {
  if (own > 0) return Math.max(own, above) + REPEATED_WEIGHT * above;
  return Math.min(MAX_CONTEXT, above + NEIGHBOUR_WEIGHT * beside + PASSAGE_WEIGHT * inPassage);
}

/** A table's row also holds what its header or heading says. */
const heldInRow = ({ header }: ReadUnit, own: number, context: number): number =>
  header !== null && context === 1 ? 1 : own;

function localWeights(units: readonly (readonly number[])[], terms: readonly Term[]): readonly number[] {
  return terms.map(({ weight, ...word }, term) => {
    const holding = units.filter((strengths) => (strengths[term] ?? 0) > 0).length;
    const factor = isCode(wordOf(word)) ? CODE_FACTOR : 1;
    return factor * weight * Math.log(1 + (units.length - holding + 0.5) / (holding + 0.5));
  });
}
