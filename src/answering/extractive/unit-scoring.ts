/**
 * Scores the units of the passages. A unit scores by the question's words it holds, weighted by their rarity among the units.
 * Words of headings above it count half, so that `Mon-Fri 9-17` under "Opening hours" can answer. Words that only
 * neighbours or the passage hold count a little: on five collections in five languages, that finds the answer for 2 to 4
 * more of 100 questions. Units under a heading that is the question count up to twice.
 */
import { analyseQuery, analyseText } from '../../text/analysis/analyse.ts';
import { memoized } from '../../text/analysis/memoize.ts';
import { type VisitorLanguage, visitorLanguagesOf } from './dialogue/visitor-language.ts';
import { expectedAnswer } from './expected-answer-type.ts';
import { HOURS } from './facts/told-facts.ts';
import { isFragment } from './passages/context-dependent-text.ts';
import type { ReadPassage, ReadSection, ReadUnit } from './passages/read-passages.ts';
import { strengthOf, type Term } from './terms/terms.ts';

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
/** A word that the unit holds below such a heading, and the most that a word counts which it does not hold. */
const REPEATED_WEIGHT = 0.2;
const MAX_CONTEXT = 0.95;
const HEADING_BONUS = 1;
/** Share of that for a unit that does not tell the price, the duration or the person that is asked for. */
const LACKING_SHARE = 0.1;
/** A row or item that begins with a word of the question is about it. */
const NAMED_FACTOR = 1.3;
/** Times of days of the week, for a question about opening hours. */
const HOURS_FACTOR = 1.3;
const MAX_HOURS_COLUMNS = 3;
/** A line of an address or a badge: a sentence with the same words says more. */
const FRAGMENT_FACTOR = 0.9;
/** Discount for each rank of the passage. */
const RANK_DISCOUNT = 0.08;
const LONG_UNIT = 300;
const NO_WORDS: ReadonlySet<string> = new Set();
/** Passages in another language than the question, and than the conversation when the question does not show its own. */
const OTHER_LANGUAGE_FACTOR = 0.6;
const OTHER_CONTENT_FACTOR = 0.85;

export function scoreUnits(
  question: string,
  terms: readonly Term[],
  read: readonly ReadPassage[],
  conversation?: VisitorLanguage,
  present?: string,
): readonly ScoredUnit[] {
  const strengths = read.map(({ units }) => units.map(({ words }) => terms.map((term) => strengthOf(term, words))));
  const weights = localWeights(strengths.flat(), terms);
  const expected = expectedAnswer(question, present);
  const [own = null, other] = visitorLanguagesOf(question);
  const language = other === undefined ? (own ?? conversation ?? null) : (conversation ?? own);
  const otherLanguage = own === null ? OTHER_CONTENT_FACTOR : OTHER_LANGUAGE_FACTOR;
  const asked = new Set(analyseQuery(question));
  const negates = isNegated(question);
  const asksForHours = terms.some(({ facts }) => facts.has(HOURS));
  return read.flatMap(({ units, sections, language: passageLanguage }, passage) => {
    const held = strengths[passage] ?? [];
    const inPassage = terms.map((_, term) => Math.max(0, ...held.map((unit) => unit[term] ?? 0)));
    const contexts = new Map<ReadonlySet<string>, readonly number[]>();
    const likeness = sections.map(
      (section) => headingLikeness(section, asked, terms, weights) * (isNegated(section.heading) && !negates ? 0 : 1),
    );
    const headingWords = sections.map((section) => new Set(section.headingWords));
    const headed = sections.map(({ heading, isPage }, section) => {
      const words = headingWords[section] ?? NO_WORDS;
      return isPage || (isNegated(heading) && !negates) ? [] : terms.map((term) => strengthOf(term, words));
    });
    const isOther = language !== null && passageLanguage !== null && passageLanguage !== language;
    const factor = (isOther ? otherLanguage : 1) / (1 + RANK_DISCOUNT * passage);
    return units.map((unit, place) => {
      const context = contexts.get(unit.context) ?? terms.map((term) => strengthOf(term, unit.context));
      contexts.set(unit.context, context);
      const said = held[place] ?? [];
      let score = 0;
      for (const [term, weight] of weights.entries()) {
        const own = said[term] ?? 0;
        const above = Math.max(
          HEADING_WEIGHT * (headed[unit.section]?.[term] ?? 0),
          CONTEXT_WEIGHT * (context[term] ?? 0),
        );
        const beside = Math.max(held[place - 1]?.[term] ?? 0, held[place + 1]?.[term] ?? 0);
        score += weight * termScore(own, above, beside, inPassage[term] ?? 0);
      }
      const underHeading = likeness[unit.section] ?? 0;
      const expectedFactor = expected.factor(unit, headingWords[unit.section] ?? NO_WORDS);
      score *=
        factor *
        lengthDiscount(unit) *
        (1 + HEADING_BONUS * underHeading * (expected.lacksFact(expectedFactor) ? LACKING_SHARE : 1)) *
        expectedFactor *
        (isNamed(unit, terms) ? NAMED_FACTOR : 1) *
        (asksForHours && unit.words.has(HOURS) && !isOfTimetable(unit) ? HOURS_FACTOR : 1) *
        (expectedFactor <= 1 && isBareLine(unit) ? FRAGMENT_FACTOR : 1);
      const weighted = weights.reduce(
        (sum, weight, term) =>
          sum + (weight / Math.max(1, terms[term]?.weight ?? 1)) * heldInRow(unit, said[term] ?? 0, context[term] ?? 0),
        0,
      );
      return { passage, place, unit, strengths: said, score, weighted, underHeading };
    });
  });
}

/** Score of a term by its match strengths in the unit itself, in the headings above, in the neighbours, and in the passage. */
function termScore(own: number, above: number, beside: number, inPassage: number): number {
  if (own > 0) return Math.max(own, above) + REPEATED_WEIGHT * above;
  return Math.min(MAX_CONTEXT, above + NEIGHBOUR_WEIGHT * beside + PASSAGE_WEIGHT * inPassage);
}

const lengthDiscount = ({ text }: ReadUnit) => 1 / (1 + Math.max(0, text.length - LONG_UNIT) / (2 * LONG_UNIT));

/** "What cannot be returned" does not answer how to return something. */
const NEGATION =
  /(?<![\p{L}])(?:not|cannot|(?:ca|wo|do|does|did|is|are|has|have|could)n['’]?t|never|nicht|keine?[rsnm]?|nie|pas|jamais|nunca|non|não|niet|geen|inte|değil|не|нельзя|δεν|لا|不能?)(?![\p{L}])/iu;

const isNegated = (text: string) => NEGATION.test(text.slice(0, 300));

/** A row with a day, a time and more says when something takes place, not when it is open. */
const isOfTimetable = ({ header }: ReadUnit) => header !== null && header.length > MAX_HOURS_COLUMNS;

const isBareLine = ({ kind, text }: ReadUnit) => (kind === 'prose' || kind === 'lines') && isFragment(text);

/** Each row of a table also holds what its header or heading says. */
const heldInRow = ({ header }: ReadUnit, own: number, context: number): number =>
  header !== null && context === 1 ? 1 : own;

function isNamed({ kind, markdown }: ReadUnit, terms: readonly Term[]): boolean {
  if (kind !== 'table' && kind !== 'list') return false;
  const words = wordsOfName(/^[\s*+•|-]*([^|:]{1,60})/u.exec(markdown)?.[1] ?? '');
  return terms.some((term) => strengthOf(term, words) === 1);
}

const wordsOfName = memoized((name): ReadonlySet<string> => new Set(analyseText(name)));

/** Rarity of each term among the units. */
function localWeights(units: readonly (readonly number[])[], terms: readonly Term[]): readonly number[] {
  return terms.map(({ weight }, term) => {
    const holding = units.filter((strengths) => (strengths[term] ?? 0) > 0).length;
    return weight * Math.log(1 + (units.length - holding + 0.5) / (holding + 0.5));
  });
}

/** The title of a page says less than a heading within it. */
const PAGE_LIKENESS = 0.3;

function headingLikeness(
  { headingWords, headingTerms: headings, isPage }: ReadSection,
  asked: ReadonlySet<string>,
  terms: readonly Term[],
  weights: readonly number[],
): number {
  const words = new Set(headingWords);
  let [held, total] = [0, 0];
  for (const [place, weight] of weights.entries()) {
    const term = terms[place];
    total += weight;
    if (term !== undefined) held += weight * strengthOf(term, words);
  }
  if (total === 0 || held === 0) return 0;
  const named = headings.filter((heading) => isMeant(heading, asked, terms)).length / Math.max(1, headings.length);
  return (held / total) * Math.sqrt(named) * (isPage ? PAGE_LIKENESS : 1);
}

function isMeant({ stem, exact, beginning }: Term, asked: ReadonlySet<string>, terms: readonly Term[]): boolean {
  if (asked.has(stem) || (beginning !== null && asked.has(beginning))) return true;
  return exact !== null && terms.some(({ variants }) => variants.has(exact));
}
