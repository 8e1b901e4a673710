/** Factors for a unit's score: its length and kind, its heading, and the expected kind of answer. */

import { analyseText } from '../../../text/analysis/analyse.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { isQuestion } from '../../../text/is-question.ts';
import { labelOf } from '../../../text/labelled-line.ts';
import { AMOUNT, HOURS, TIME } from '../facts/fact-marks.ts';
import { daysIn } from '../facts/weekdays.ts';
import { announcesTopics, isCallToAction, tellsExistence } from '../passages/context-dependent-text.ts';
import type { ReadUnit } from '../passages/read-passages.ts';
import type { ExpectedAnswer } from '../question/expected-answer-type.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';
import { tellsAgeLimit, tellsYears } from '../terms/number-ranges.ts';
import type { phrasalVerbFactor } from '../terms/phrasal-verbs.ts';
import { strengthOf, type Term, wordOf } from '../terms/terms.ts';
import type { answeringVerbFactor } from './answering-verbs.ts';
import { type HeadingMatch, isNegated } from './heading-match.ts';
import type { HowToFactor } from './how-to-sentences.ts';
import { nameFactor } from './named-units.ts';

const HEADING_BONUS = 1;
/** The bonus in a list of questions and answers. */
const SAME_QUESTION_BONUS = 1.5;
/** Share of the heading bonus for a unit that lacks the fact asked for. */
const LACKING_SHARE = 0.1;
const HOURS_FACTOR = 1.3;
const OTHER_HOURS_FACTOR = 0.6;
const MAX_HOURS_COLUMNS = 3;
const CALL_TO_ACTION_FACTOR = 0.4;
/** A question without its answer, as in a table of contents. */
const QUESTION_FACTOR = 0.4;
/** "We have free apps", and not "an authenticator app". */
const EXISTENCE_FACTOR = 1.35;
/** "Find out how to get rid of a sofa." */
const ANNOUNCING_FACTOR = 0.6;
/** Nothing names the subject of the yes-or-no question. */
const LACKING_SUBJECT_FACTOR = 0.7;
const LACKING_PREDICATE_FACTOR = 0.55;
/** "If you do not pay in time, …" answers "What if I don't pay?", and "does not drain" a machine that doesn't. */
const SAME_CASE_FACTOR = 1.2;
/** "Under 5: free" where a child of 8 is asked for, and another unit is about its age. */
const OTHER_AGES_FACTOR = 0.6;
const LONG_UNIT = 300;
/** "The application fee" is asked for, and no other fee below a heading of fees. */
const SAME_PHRASE_FACTOR = 1.3;

export interface MatchedUnit {
  readonly unit: ReadUnit;
  readonly strengths: readonly number[];
  readonly heading: HeadingMatch;
}

export interface AskedOfUnits {
  readonly terms: readonly Term[];
  readonly howTo: HowToFactor;
  readonly phrasalVerb: ReturnType<typeof phrasalVerbFactor>;
  readonly answeringVerb: ReturnType<typeof answeringVerbFactor>;
  readonly expected: ExpectedAnswer;
  readonly asksForHours: boolean;
  readonly negates: boolean;
  readonly phrase: string | null;
  /** In lower case; may be empty. */
  readonly siteName: string;
}

export function unitFactor(matched: MatchedUnit, asked: AskedOfUnits): number {
  const { unit, strengths, heading } = matched;
  const { expected, howTo, phrasalVerb, answeringVerb, terms, asksForHours } = asked;
  const expectedFactor = expected.factor(unit, heading.words);
  const lacksFact = expected.lacksFact(expectedFactor) && !heading.asksForPerson;
  const headingBonus = heading.isSameQuestion ? SAME_QUESTION_BONUS : HEADING_BONUS;
  return (
    lengthDiscount(unit) *
    (1 + headingBonus * heading.likeness * when(lacksFact, LACKING_SHARE)) *
    expectedFactor *
    // A price list names a kitchen; a sentence tells what is in it.
    (expected.isExistence && unit.words.has(AMOUNT) ? 1 : nameFactor(unit, terms)) *
    when(lacksSubject(matched, asked), LACKING_SUBJECT_FACTOR) *
    when(lacksPredicate(matched, asked), LACKING_PREDICATE_FACTOR) *
    when(tellsOtherAges(unit, strengths, terms), OTHER_AGES_FACTOR) *
    howTo(unit, strengths) *
    (phrasalVerb?.(unit.text) ?? 1) *
    (strengths.some((strength) => strength > 0) ? (answeringVerb?.(unit.text) ?? 1) : 1) *
    when(asked.negates && isNegated(unit.text), SAME_CASE_FACTOR) *
    (asksForHours ? hoursFactor(unit, strengths, terms) : 1) *
    when(unit.kind === 'prose' && announcesTopics(unit.text), ANNOUNCING_FACTOR) *
    when(unit.kind !== 'code' && isCallToAction(unit.text), CALL_TO_ACTION_FACTOR) *
    when(unit.kind !== 'code' && isQuestion(unit.text), QUESTION_FACTOR) *
    when(!lacksFact && holdsPhrase(matched, asked), SAME_PHRASE_FACTOR) *
    when(expected.isExistence && holdsAll(strengths, terms) && tellsExistence(unit.text), EXISTENCE_FACTOR)
  );
}

const when = (applies: boolean, factor: number): number => (applies ? factor : 1);

/** The name of the site ("Fern & Fig") does not count as the subject. */
function lacksSubject({ unit, strengths, heading }: MatchedUnit, { terms, siteName }: AskedOfUnits): boolean {
  return terms.some((term, at) => {
    if (term.isSubject !== true || strengths[at] !== 0) return false;
    const isOwnName = siteName.includes(' ') && siteName.includes(term.stem);
    return isOwnName || !isHeldAbove(term, unit, heading);
  });
}

const holdsAll = (strengths: readonly number[], terms: readonly Term[]): boolean =>
  terms.every(({ weight }, at) => weight < 1 || (strengths[at] ?? 0) > 0);

/** Texts with all of its terms are few, and folding each text of a passage would take long. */
const holdsPhrase = ({ unit, strengths }: MatchedUnit, { phrase, terms }: AskedOfUnits): boolean =>
  phrase !== null && holdsAll(strengths, terms) && foldDiacritics(unit.text.toLowerCase()).includes(phrase);

/** The telling words of a question that is about one phrase, folded: "application fee". Null for any other question. */
export function phraseAskedFor(question: string, terms: readonly Term[]): string | null {
  const telling = terms.filter(({ weight }) => weight >= 1).map(wordOf);
  const phrase = telling.join(' ');
  return telling.length > 1 && foldDiacritics(boundedQuestion(question).toLowerCase()).includes(phrase) ? phrase : null;
}

const lacksPredicate = ({ unit, strengths, heading }: MatchedUnit, { terms }: AskedOfUnits): boolean =>
  terms.some((term, at) => term.isPredicate === true && strengths[at] === 0 && !isHeldAbove(term, unit, heading));

const tellsOtherAges = ({ words }: ReadUnit, strengths: readonly number[], terms: readonly Term[]): boolean =>
  terms.some((term, at) => term.isYears === true && strengths[at] === 0) &&
  [...words].some((word) => tellsYears(word) || tellsAgeLimit(word));

const isHeldAbove = (term: Term, { context }: ReadUnit, heading: HeadingMatch): boolean =>
  strengthOf(term, heading.words) > 0 || strengthOf(term, context) > 0;

const lengthDiscount = ({ text }: ReadUnit) => 1 / (1 + Math.max(0, text.length - LONG_UNIT) / (2 * LONG_UNIT));

/** A time without a day needs a word of the question: "The kitchen is open until 21:30". */
const tellsHours = ({ words }: ReadUnit, strengths: readonly number[]) =>
  words.has(HOURS) || (words.has(TIME) && strengths.includes(1));

function hoursFactor(unit: ReadUnit, strengths: readonly number[], terms: readonly Term[]): number {
  if (!tellsHours(unit, strengths) || isOfTimetable(unit)) return 1;
  return isOfOther(unit, terms) ? OTHER_HOURS_FACTOR : HOURS_FACTOR;
}

/** More columns than a day and its times make a timetable. */
const isOfTimetable = ({ header }: ReadUnit) => header !== null && header.length > MAX_HOURS_COLUMNS;

/** An item labelled otherwise than by what is asked for or a day: "Yoga – Sunday 10am". */
function isOfOther({ kind, text }: ReadUnit, terms: readonly Term[]): boolean {
  const label = kind === 'list' ? labelOf(text) : null;
  if (label === null || daysIn(label).length > 0) return false;
  const words = new Set(analyseText(label));
  return terms.every((term) => strengthOf(term, words) === 0);
}
