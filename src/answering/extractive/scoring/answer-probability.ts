/** Probability that the best unit answers a question: logistic regressions, fitted by `bench/retrieval/fit-answer-probability.ts`. */

/** Evidence in a content of which search finds only a part. */
export interface SearchEvidence {
  /** Share of the question that the passage holds (`termCoverage`). */
  readonly share: number;
  /** Mean rarity of the question's words, 0 to 1. */
  readonly rarity: number;
  /** BM25 score of the passage, in parts of the rarity of a word that nothing holds. */
  readonly bm25: number;
  /** Best BM25 score of another passage, as a share of this one's. */
  readonly rival: number;
}

/** Evidence in a content of few passages, all of which are read. */
export interface UnitEvidence {
  /** Share of the question that the passage holds, in parts of the smallest that answers. */
  readonly share: number;
  /** Score of the unit. Words that every section holds add nothing to it. */
  readonly score: number;
  /** Best score in another section, as a share of this one's. */
  readonly rival: number;
}

interface Regression<Evidence> {
  readonly weights: Readonly<Record<keyof Evidence, number>>;
  readonly bias: number;
  /** The values that the regression was fitted on. */
  readonly regressors: (evidence: Evidence) => Readonly<Record<keyof Evidence, number>>;
}

/** A better rival tells no more. */
const MAX_COUNTED_RIVAL = 2;

export const OF_SEARCH: Regression<SearchEvidence> = {
  weights: { share: 6.01, rarity: 2.06, bm25: 0.14, rival: -2.9 },
  bias: -4.29,
  regressors: (evidence) => ({ ...evidence, rival: Math.min(MAX_COUNTED_RIVAL, evidence.rival) }),
};

export const OF_UNITS: Regression<UnitEvidence> = {
  weights: { share: 2.1, score: 0.76, rival: -2.29 },
  bias: -3.41,
  regressors: (evidence) => ({ ...evidence, score: Math.log(1 + evidence.score) }),
};

export function answerProbability<Evidence>(evidence: Evidence, regression: Regression<Evidence>): number {
  const given = regression.regressors(evidence);
  const names = Object.keys(regression.weights) as (keyof Evidence)[];
  const logit = names.reduce((sum, name) => sum + regression.weights[name] * given[name], regression.bias);
  return 1 / (1 + Math.exp(-logit));
}
