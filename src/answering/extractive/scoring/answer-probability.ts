/**
 * Probability that the best unit answers a question: a logistic regression, fitted by `bench/retrieval/fit-answer-probability.ts` on
 * questions to encyclopedias in five languages and on 125 questions, each asked with and without the paragraph that answers.
 */

export interface AnswerEvidence {
  /** Share of the question that the passage holds (`termCoverage`). */
  readonly share: number;
  /** Mean rarity of the question's words, 0 to 1. */
  readonly rarity: number;
  /** BM25 score of the passage, in parts of the rarity of a word that nothing holds. */
  readonly bm25: number;
  /** Best BM25 score of another passage, as a share of this one's. */
  readonly rival: number;
}

/** A better rival tells no more. */
const MAX_COUNTED_RIVAL = 2;

const WEIGHTS: Readonly<Record<keyof AnswerEvidence, number>> = {
  share: 6.01,
  rarity: 2.06,
  bm25: 0.14,
  rival: -2.9,
};
const BIAS = -4.29;

/** The values that the regression was fitted on. */
export const regressors = (evidence: AnswerEvidence): AnswerEvidence => ({
  ...evidence,
  rival: Math.min(MAX_COUNTED_RIVAL, evidence.rival),
});

export function answerProbability(evidence: AnswerEvidence): number {
  const given = regressors(evidence);
  const names = Object.keys(WEIGHTS) as (keyof AnswerEvidence)[];
  const logit = names.reduce((sum, name) => sum + WEIGHTS[name] * given[name], BIAS);
  return 1 / (1 + Math.exp(-logit));
}
