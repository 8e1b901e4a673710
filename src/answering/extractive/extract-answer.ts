/** Quotes the unit of the passages that answers a question best, with what belongs to it. */
import { finish, type Steps } from '../../lib/steps.ts';
import type { SearchStatistics } from '../../ports/search-index.ts';
import type { Language } from '../../text/analysis/languages.ts';
import { lacksAskedFact } from './missing-content/lacks-asked-fact.ts';
import {
  holdsFirstPartsAlone,
  lacksAskedService,
  lacksDefinedPhrase,
  lacksMaker,
  lacksThingNamed,
  lacksTimedThing,
} from './missing-content/missing-subject.ts';
import { isPriceOfAnother } from './missing-content/price-of-another.ts';
import { withoutUnlistedDays, withoutUnlistedHoliday } from './missing-content/unlisted-days.ts';
import type { ExtractPassage } from './passages/outline.ts';
import { type ReadPassage, readPassages } from './passages/read-passages.ts';
import {
  MIN_CONTENT_WORD_WEIGHT,
  questionLanguage,
  stemsOf,
  termsFor,
  termsIn,
  withoutSiteName,
} from './question/question-terms.ts';
import { excerptsOf } from './quotation/excerpt.ts';
import type { Quotation } from './quotation/quotation.ts';
import { isAnswerable, mayBeAnswerable } from './scoring/answerability.ts';
import { followUpPredicate } from './scoring/follow-up-predicate.ts';
import { passageMatches } from './scoring/passage-match.ts';
import { ranksOf, type SearchScores, scoresOfQuestion, scoresOfSearch } from './scoring/search-scores.ts';
import { termCoverage } from './scoring/term-coverage.ts';
import { bestOf, type QuestionContext, type ScoredUnit, scoreUnits } from './scoring/unit-scoring.ts';
import { isHeldIn, strengthOf, type Term } from './terms/terms.ts';

export interface ExtractOptions extends QuestionContext {
  /** Word statistics of the whole content, else of the passages. */
  readonly statistics?: SearchStatistics | null;
  /** True where search asked for more than the question: its scores are not used. */
  readonly isFoundWithMore?: boolean;
}

/** The unit that fits a question best, with what it was chosen from. */
export interface Candidate {
  readonly best: ScoredUnit;
  readonly scored: readonly ScoredUnit[];
  readonly read: readonly ReadPassage[];
  readonly terms: readonly Term[];
  readonly topic: readonly Term[];
  /** Shares of the topic, by passage. */
  readonly shares: readonly number[];
  readonly scores: SearchScores;
}

/**
 * Chooses a candidate, and quotes it when its passage answers.
 * @param passages best first
 * @returns null when the passages do not answer
 */
export function* extractInSteps(
  question: string,
  passages: readonly ExtractPassage[],
  options: ExtractOptions = {},
): Steps<readonly Quotation[] | null> {
  const { present = question, statistics = null } = options;
  const candidate = yield* candidateFor(question, passages, options);
  if (candidate === null) return null;
  const { best, scored, read, terms, topic } = candidate;
  if (!isAnswerable({ passages, ...candidate }, topic, statistics, questionLanguage(question, read))) return null;
  yield;
  if (lacksMaker(present, topic, best) || lacksDefinedPhrase(present, scored, passages)) return null;
  yield;
  const quoted = excerptsOf(best, scored, read, { terms, question: present });
  const heading = read[best.passage]?.sections[best.unit.section]?.heading ?? '';
  const text = quoted.map(({ markdown }) => markdown).join('\n');
  const title = passages[best.passage]?.title ?? '';
  if (isPriceOfAnother(present, topic, read, best.unit, `${title}\n${heading}\n${text}`)) return null;
  return lacksAskedFact(present, text, heading) ? null : quoted;
}

/** `extractInSteps` without pauses. */
export const extractAnswer = (...asked: Parameters<typeof extractInSteps>): readonly Quotation[] | null =>
  finish(extractInSteps(...asked));

/** Returns null where the passages lack something that the question names. */
export function* candidateFor(
  question: string,
  passages: readonly ExtractPassage[],
  options: ExtractOptions = {},
): Steps<Candidate | null> {
  const { present, siteName, statistics = null } = options;
  const latest = present ?? question;
  const read = readPassages(passages);
  const asked = present === undefined ? termsFor(question, passages) : termsIn(question, read, present);
  yield;
  const terms = withoutUnlistedDays(withoutUnlistedHoliday(asked, latest, read), read);
  const topic = withoutSiteName(terms, read, siteName);
  const shares = yield* termCoverage(topic, read, statistics);
  if (isArithmetic(terms) || !mayBeAnswerable(shares)) return null;
  const followUp = present === undefined ? null : followUpOf(present, terms, questionLanguage(question, read));
  if (yield* lacksWhatIsNamed({ question, latest, asked, topic, followUp }, read)) return null;
  const { scores, ranks } = searchScores(question, passages, read, options);
  const units = yield* scoreUnits(question, terms, read, {
    ...options,
    answersFollowUp: followUp === null ? null : followUpPredicate(followUp.text, followUp.added),
    matches: followUp === null ? passageMatches(scores, statistics) : [],
    ranks,
  });
  const scored = followUp === null ? units : preferFollowUp(followUp.added, terms.filter(followUp.holds), units);
  const best = bestOf(scored);
  return best === null ? null : { best, scored, read, terms, topic, shares, scores };
}

/** The present question, joined with an earlier one. */
interface FollowUp {
  readonly text: string;
  readonly holds: (term: Term) => boolean;
  /** Terms that tell its own topic. */
  readonly added: readonly Term[];
}

function followUpOf(text: string, terms: readonly Term[], language: Language): FollowUp {
  const stems = stemsOf(text, language);
  const holds = ({ stem }: Term) => stems.has(stem);
  return { text, holds, added: terms.filter((term) => term.weight >= 1 && holds(term)) };
}

interface NamedThings {
  readonly question: string;
  readonly latest: string;
  readonly asked: readonly Term[];
  readonly topic: readonly Term[];
  readonly followUp: FollowUp | null;
}

/** True without a service or thing that the question names, or anything that a follow-up adds. */
function* lacksWhatIsNamed(
  { question, latest, asked, topic, followUp }: NamedThings,
  read: readonly ReadPassage[],
): Steps<boolean> {
  if (lacksAskedService(latest, followUp === null ? asked : asked.filter(followUp.holds), read)) return true;
  yield;
  if (lacksThingNamed(latest, asked, read) || lacksTimedThing(topic, read)) return true;
  yield;
  if (holdsFirstPartsAlone(question, topic, read)) return true;
  yield;
  // "Who is your CEO?" after shipping is not about shipping.
  const added = followUp?.added ?? [];
  return added.length > 0 && !added.some((term) => isHeldIn(read, term));
}

/** Computes a follow-up's own scores, since search asked for it together with the questions before. */
function searchScores(
  question: string,
  passages: readonly ExtractPassage[],
  read: readonly ReadPassage[],
  { statistics = null, isFoundWithMore = false }: ExtractOptions,
): { readonly scores: SearchScores; readonly ranks: readonly number[] } {
  if (!isFoundWithMore || statistics === null) return { scores: scoresOfSearch(passages), ranks: [] };
  const scores = scoresOfQuestion(question, read, statistics);
  return { scores, ranks: ranksOf(scores) };
}

/** Share of its score that a unit keeps without any word that a follow-up adds. */
const EARLIER_ALONE = 0.5;
/** The same for a follow-up that adds no topic: "What do I need to bring?" */
const LIGHT_LACKING = 0.6;

/** @param words all terms of the follow-up */
const preferFollowUp = (added: readonly Term[], words: readonly Term[], units: readonly ScoredUnit[]) =>
  added.length > 0 ? preferHeld(added, units, EARLIER_ALONE) : preferHeld(words, units, LIGHT_LACKING);

/** Lowers the scores of units without the words: "Can I pay yearly?" is about paying rather than the topic before. */
function preferHeld(added: readonly Term[], scored: readonly ScoredUnit[], kept: number): readonly ScoredUnit[] {
  if (added.length === 0) return scored;
  const heldShare = ({ unit: { words, context } }: ScoredUnit) =>
    added.filter((term) => strengthOf(term, words) > 0 || strengthOf(term, context) > 0).length / added.length;
  return scored.map((unit) => ({
    ...unit,
    score: unit.score * (kept + (1 - kept) * heldShare(unit)),
  }));
}

/** True for "2+2" and "12 times 7", whose numbers are in any table. */
const isArithmetic = (terms: readonly Term[]): boolean =>
  terms.every((term) => isShortNumber(term) || (term.weight < MIN_CONTENT_WORD_WEIGHT && terms.some(isShortNumber)));

const isShortNumber = ({ stem }: Term): boolean => /^\p{N}{1,2}$/u.test(stem);
