/** Joins a ranking by words and one by vectors into one. */

export interface Ranked {
  readonly id: string;
  /** Higher is better; the scale is the ranking's own. */
  readonly score: number;
}

export interface FusionWeights {
  readonly words: number;
  readonly vector: number;
  /** What the last of the hits by vector counts, in parts of the first; default 0. */
  readonly lastByVector?: number;
  /** What counts as much where the ranking by vector was cut off before it; default 0. */
  readonly beyondByVector?: number;
}

/**
 * A hashed embedding (see the Embedder port) only brings in passages where no word matches. Measured, nDCG@10: at a fiftieth it moves
 * no collection by more than .001, at a twentieth it takes up to .006 away.
 */
const HASHED: FusionWeights = { words: 0.98, vector: 0.02 };

/** What a trained model's ranking weighs when it agrees with that by words as chance would, and when it agrees enough. */
const UNTRUSTED = { agreement: 0.5, weight: 0.1 };
const TRUSTED = { agreement: 0.8, weight: 0.45 };
/**
 * The last of 200 among thousands is still one of the nearest, and what lies just beyond hardly less: were they nothing, a place more
 * or less would decide what its distance does not.
 */
const CUT_OFF = { lastByVector: 0.4, beyondByVector: 0.2 };

/** These by words... */
const BEST_BY_WORDS = 10;
/** ...should be nearer by vector than those that hold as little of the question as they can: from this place on, or this part. */
const POOR_BY_WORDS = 50;
const POOR_PART = 1 / 4;
const FEWEST_POOR = 20;

/**
 * How much each side says. A trained model knows the languages it was trained on, and nobody tells which: where it does not know the
 * visitor's, it ranks by chance, and what is best by words is no nearer to it than what is poor. Measured with a small English model,
 * nDCG@10, words alone, half and half, and this: cranfield .372 .393 .393, cacm .532 .563 .580, in Spanish .952 .948 .953, in Italian
 * .841 .821 .842, in Thai .957 .845 .958, in Chinese .962 .915 .962, in Arabic .946 .890 .947.
 * @param limit hits that a ranking has at most
 */
export function fusionWeights(
  kind: 'model' | 'hashed',
  byWords: readonly Ranked[],
  byVector: readonly Ranked[],
  limit: number,
): FusionWeights {
  if (kind === 'hashed') return HASHED;
  const agreed = agreementOf(byWords, byVector) - UNTRUSTED.agreement;
  const trust = Math.max(0, Math.min(1, agreed / (TRUSTED.agreement - UNTRUSTED.agreement)));
  const vector = UNTRUSTED.weight + (TRUSTED.weight - UNTRUSTED.weight) * trust;
  return { words: 1 - vector, vector, ...(byVector.length < limit ? {} : CUT_OFF) };
}

/** How often one of the best by words is nearer by vector than a poor one, 0 to 1; by chance 0.5. */
function agreementOf(byWords: readonly Ranked[], byVector: readonly Ranked[]): number {
  const scores = new Map(byVector.map(({ id, score }) => [id, score]));
  const best = byWords.slice(0, BEST_BY_WORDS);
  const nearnessOf = ({ id }: Ranked) => scores.get(id) ?? Number.NEGATIVE_INFINITY;
  const poor = poorOf(best, byWords, byVector).map(nearnessOf);
  let nearer = 0;
  for (const near of best.map(nearnessOf)) {
    for (const far of poor) nearer += near > far ? 1 : near === far ? 0.5 : 0;
  }
  return best.length === 0 || poor.length === 0 ? 0.5 : nearer / (best.length * poor.length);
}

/** Where words find too few, what only vectors find. */
function poorOf(best: readonly Ranked[], byWords: readonly Ranked[], byVector: readonly Ranked[]): readonly Ranked[] {
  const from = Math.max(BEST_BY_WORDS, Math.min(POOR_BY_WORDS, Math.floor(byWords.length * POOR_PART)));
  const poor = byWords.slice(from);
  if (poor.length >= FEWEST_POOR) return poor;
  const bestIds = new Set(best.map(({ id }) => id));
  return byVector.filter(({ id }) => !bestIds.has(id));
}

/**
 * Scores of each ranking scaled to 0..1 over its hits, what a ranking does not hold counting 0 unless the weights say otherwise, then
 * added by weight. When one ranking
 * is empty the other's order stands. Equal scores are ordered by id.
 * @returns the union of both, best first, scores from 0 to the sum of the weights
 */
export function fuse(
  byWords: readonly Ranked[],
  byVector: readonly Ranked[],
  weights: FusionWeights,
): readonly Ranked[] {
  const { words, vector, lastByVector = 0, beyondByVector = 0 } = weights;
  const scores = new Map<string, number>();
  const share = shareIn(byWords, 0);
  for (const { id, score } of byWords) scores.set(id, words * share(score) + vector * beyondByVector);
  const near = shareIn(byVector, lastByVector);
  for (const { id, score } of byVector) {
    const known = scores.get(id);
    scores.set(id, vector * near(score) + (known === undefined ? 0 : known - vector * beyondByVector));
  }
  return [...scores].map(([id, score]) => ({ id, score })).sort(bestFirst);
}

/**
 * Moves what the other ranking holds for best up to the given place, unless it stands higher already: a question in another language
 * than the content has few words in common with it, all of them by chance, and must still be answered.
 */
export function withBestOf(ranking: readonly Ranked[], best: readonly Ranked[], place: number): readonly Ranked[] {
  const before = ranking.slice(0, place);
  const missing = best.filter(({ id }) => !before.some((one) => one.id === id)).map(({ id }) => id);
  if (missing.length === 0) return ranking;
  const moved = ranking.filter(({ id }) => missing.includes(id));
  const rest = ranking.filter(({ id }) => !missing.includes(id));
  const kept = Math.max(0, place - moved.length);
  const limit = rest[kept]?.score ?? 0;
  // Scores go on falling along the ranking.
  return [
    ...rest.slice(0, kept),
    ...moved.map(({ id, score }) => ({ id, score: Math.max(score, limit) })),
    ...rest.slice(kept),
  ];
}

/** Brings scores of the ranking to the range from the given share to 1; equal ones to 1. */
function shareIn(ranking: readonly Ranked[], lowestShare: number): (score: number) => number {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const { score } of ranking) {
    lowest = Math.min(lowest, score);
    highest = Math.max(highest, score);
  }
  const span = highest - lowest;
  return (score) => (span > 0 ? lowestShare + (1 - lowestShare) * ((score - lowest) / span) : 1);
}

function bestFirst(one: Ranked, other: Ranked): number {
  if (one.score !== other.score) return other.score - one.score;
  return one.id < other.id ? -1 : 1;
}
