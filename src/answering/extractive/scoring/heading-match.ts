/** Matches a question with a heading, which may also exclude its section. */
import { pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { isQuestion } from '../../../text/is-question.ts';
import { asksForPerson } from '../facts/people.ts';
import type { ReadSection } from '../passages/read-passages.ts';
import { type ExpectedAnswer, presupposes } from '../question/expected-answer-type.ts';
import { specialCasesOf } from '../question/special-cases.ts';
import type { phrasalVerbFactor } from '../terms/phrasal-verbs.ts';
import { strengthOf, type Term, wordOf } from '../terms/terms.ts';

/** Share of the heading bonus below "How do I use a gift card?" for "Are there gift cards?" */
const PRESUPPOSING_SHARE = 0.3;
/** Factor below "Cancel a booking" for a question that cancels nothing. */
const SPECIAL_FACTOR = 0.85;
/** Likeness of the same question, in any order. */
const SAME_QUESTION = 0.95;
/** English. */
const YES_OR_NO = /^\W*(?:do|does|is|are|can|could|will|may|must|has|have)(?!\p{L})/iu;
export const asksYesOrNo = (question: string): boolean => YES_OR_NO.test(question.slice(0, 20));
/** "Is there a Docker image?" answers "Does it support Docker?" */
const NEAR_QUESTION = 0.3;
const NEAR_QUESTION_FACTOR = 1.15;
/** "It" of a first question is what the site is about. English. */
const UNNAMED = /(?<!\p{L})it(?!\p{L})/iu;
export const asksOfUnnamed = (question: string): boolean => UNNAMED.test(question.slice(0, 200));
const NO_WORDS: ReadonlySet<string> = new Set();

export interface AskedOfHeadings {
  readonly terms: readonly Term[];
  readonly weights: readonly number[];
  readonly words: ReadonlySet<string>;
  readonly phrasalVerb: ReturnType<typeof phrasalVerbFactor>;
  readonly expected: Pick<ExpectedAnswer, 'isExistence' | 'isPerson'>;
  readonly asksYesOrNo: boolean;
  readonly negates: boolean;
  readonly specialCases: readonly string[];
  /** See `asksOfUnnamed`. */
  readonly isOfUnnamed: boolean;
}

export interface HeadingMatch {
  readonly words: ReadonlySet<string>;
  readonly likeness: number;
  /** True in a list of questions and answers. */
  readonly isSameQuestion: boolean;
  /** True below "Who pays for a return?" for another question who does something: "The customer" is no name. */
  readonly asksForPerson: boolean;
  readonly factor: number;
  /** Strengths by term; empty when the heading does not count. */
  readonly strengths: readonly number[];
}

export const NO_HEADING: HeadingMatch = {
  words: NO_WORDS,
  likeness: 0,
  isSameQuestion: false,
  asksForPerson: false,
  factor: 1,
  strengths: [],
};

export function matchHeading(section: ReadSection, asked: AskedOfHeadings): HeadingMatch {
  const words = new Set(section.headingWords);
  if (isNegated(section.heading) && !asked.negates) return { ...NO_HEADING, words };
  // "Automatic switch-off" does not tell how to switch it on.
  if ((asked.phrasalVerb?.(section.heading) ?? 1) < 1) return { ...NO_HEADING, words };
  const isSpecial = specialCasesOf(section.headingTerms).some((special) => !asked.specialCases.includes(special));
  if (isSpecial && !namesAll(asked, words)) return { ...NO_HEADING, words, factor: SPECIAL_FACTOR };
  const strengths = section.isPage ? [] : asked.terms.map((term) => strengthOf(term, words));
  const share = asked.expected.isExistence && presupposes(section.heading) ? PRESUPPOSING_SHARE : 1;
  const likeness = share * headingLikeness(section, words, asked);
  const isSameQuestion = likeness >= SAME_QUESTION && isQuestion(section.heading);
  const isNearQuestion =
    likeness >= NEAR_QUESTION && asked.asksYesOrNo && isQuestion(section.heading) && asksYesOrNo(section.heading);
  const factor = isNearQuestion ? NEAR_QUESTION_FACTOR : 1;
  const isWho = asked.expected.isPerson && isQuestion(section.heading) && asksForPerson(section.heading);
  return { words, likeness, isSameQuestion, asksForPerson: isWho, factor, strengths };
}

/** True for "Change or cancel a booking" when changing one is asked for. */
function namesAll({ terms }: AskedOfHeadings, words: ReadonlySet<string>): boolean {
  const topical = terms.filter(({ weight }) => weight >= 1);
  return topical.length > 1 && topical.every((term) => strengthOf(term, words) === 1);
}

/** "What cannot be returned" does not answer how to return something. */
const NEGATION = pattern(
  'iu',
  /(?<![\p{L}])(?:not|cannot|(?:ca|wo|do|does|did|is|was|are|were|has|have|had|would|could|should)n['’]?t|never|nicht|keine?[rsnm]?|nie|pas|jamais|nunca|non|não|niet|geen|inte|değil|не|нельзя|δεν|لا|不能?)(?![\p{L}])/u,
);

export const isNegated = (text: string) => NEGATION.test(text.slice(0, 300));

/** Likeness of a page's title, which says less than a heading within it. */
const PAGE_LIKENESS = 0.3;
const WHOLE_PAGE_LIKENESS = 0.6;

function headingLikeness(
  { heading, headingTerms, isPage }: ReadSection,
  headingWords: ReadonlySet<string>,
  { terms, weights, words: asked, isOfUnnamed }: AskedOfHeadings,
): number {
  let [held, total] = [0, 0];
  for (const [place, weight] of weights.entries()) {
    const term = terms[place];
    total += weight;
    if (term !== undefined) held += weight * strengthOf(term, headingWords);
  }
  if (total === 0 || held === 0) return 0;
  const [other, ...others] = headingTerms.filter((term) => !isMeant(term, asked, terms));
  const isNamed = isOfUnnamed && other !== undefined && others.length === 0 && isNameIn(heading, wordOf(other));
  const unmeant = other === undefined || isNamed ? 0 : 1 + others.length;
  const meant = 1 - unmeant / Math.max(1, headingTerms.length);
  const pageFactor = held === total && meant === 1 ? WHOLE_PAGE_LIKENESS : PAGE_LIKENESS;
  return (held / total) * Math.sqrt(meant) * (isPage ? pageFactor : 1);
}

/** "How do I install Chatledger?" answers "How do I install it?" @param word folded, in lower case */
const isNameIn = (heading: string, word: string): boolean =>
  isQuestion(heading) &&
  heading
    .split(/[^\p{L}\p{N}]+/u)
    .slice(1)
    .some((name) => /^\p{Lu}/u.test(name) && foldDiacritics(name.toLowerCase()) === word);

function isMeant({ stem, exact, beginning }: Term, asked: ReadonlySet<string>, terms: readonly Term[]): boolean {
  if (asked.has(stem) || (beginning !== null && asked.has(beginning))) return true;
  return exact !== null && terms.some(({ variants }) => variants.has(exact));
}
