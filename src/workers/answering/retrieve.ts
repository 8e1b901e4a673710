/** Finds the passages that a question is answered from. */
import { withBestOf } from '../../text/fusion.ts';
import { withoutNearDuplicates } from './near-duplicates.ts';
import { type RankingDeps, type RankingRequest, rankPassages } from './rank-passages.ts';
import { type WidePassage, widenPassages } from './widen-passages.ts';

export type RetrievalRequest = RankingRequest;
export type RetrievalDeps = RankingDeps;
export type RetrievedPassage = WidePassage;

const MOST_PASSAGES = 8;
/** Among them, what a trained model holds for nearest, whatever it is trusted. */
const PLACES_OF_NEAREST = 2;
/** Looked at to fill the places that near-duplicates leave. */
const CANDIDATES = 24;

/**
 * At most eight passages, best first, without near-duplicates, widened to their neighbours.
 * @throws StoreUnavailable; the signal's reason when it aborts
 */
export async function retrievePassages(
  request: RetrievalRequest,
  deps: RetrievalDeps,
  signal: AbortSignal,
): Promise<readonly RetrievedPassage[]> {
  if (request.generations.length === 0) return [];
  const { chatbotId, generations } = request;
  const { fused, byVector } = await rankPassages(request, deps, signal);
  signal.throwIfAborted();
  const nearest = deps.embedder.kind === 'model' ? byVector.slice(0, PLACES_OF_NEAREST) : [];
  const best = withBestOf(fused, nearest, MOST_PASSAGES).slice(0, CANDIDATES);
  const scores = new Map(best.map(({ id, score }) => [id, score]));
  const passages = await deps.searchIndex.passages(
    chatbotId,
    best.map(({ id }) => id),
  );
  signal.throwIfAborted();
  // What is stale in an index that lags must not be quoted, whatever the ranking said.
  const active = new Set(generations);
  const current = passages.filter((passage) => passage.chatbotId === chatbotId && active.has(passage.generation));
  const chosen = withoutNearDuplicates(current, ({ text }) => text, MOST_PASSAGES);
  const found = chosen.map((passage) => ({ passage, score: scores.get(passage.id) ?? 0 }));
  const wide = await widenPassages(found, chatbotId, deps.searchIndex);
  signal.throwIfAborted();
  return wide;
}
