/** Finds the passages that a question is answered from. */
import type { Embedder } from '../../ports/models.ts';
import type { Passage, SearchIndex } from '../../ports/search-index.ts';
import { analyseQuery } from '../../text/analysis/analyse.ts';
import { fuse, fusionWeights } from '../../text/fusion.ts';
import { withoutNearDuplicates } from './near-duplicates.ts';

export interface RetrievalRequest {
  readonly chatbotId: string;
  /** Active generations of the chatbot's sources. */
  readonly generations: readonly string[];
  /** As it stands without the conversation. */
  readonly question: string;
}

export interface RetrievalDeps {
  readonly searchIndex: Pick<SearchIndex, 'search' | 'passages'>;
  readonly embedder: Embedder;
  /** A visitor waits no longer for the question's vector: then words alone decide. Milliseconds, default 3000. */
  readonly embedLimitMs?: number;
}

export interface RetrievedPassage {
  readonly passage: Passage;
  /** Fused, higher is better. */
  readonly score: number;
}

const MOST_PASSAGES = 8;
const HITS_PER_RANKING = 200;
/** Looked at to fill the places that near-duplicates leave. */
const CANDIDATES = 24;
const EMBED_LIMIT_MS = 3_000;

/** At most eight passages, best first, without near-duplicates. @throws StoreUnavailable; the signal's reason when it aborts */
export async function retrievePassages(
  request: RetrievalRequest,
  deps: RetrievalDeps,
  signal: AbortSignal,
): Promise<readonly RetrievedPassage[]> {
  if (request.generations.length === 0) return [];
  const { chatbotId, generations } = request;
  const vector = await questionVector(request.question, deps, signal);
  const words = analyseQuery(request.question);
  const found = await deps.searchIndex.search({ chatbotId, generations, words, vector, limit: HITS_PER_RANKING });
  signal.throwIfAborted();
  const best = fuse(found.byWords, found.byVector, fusionWeights[deps.embedder.kind]).slice(0, CANDIDATES);
  const scores = new Map(best.map(({ id, score }) => [id, score]));
  const passages = await deps.searchIndex.passages(
    chatbotId,
    best.map(({ id }) => id),
  );
  signal.throwIfAborted();
  // What is stale in an index that lags must not be quoted, whatever the ranking said.
  const active = new Set(generations);
  const current = passages.filter((passage) => passage.chatbotId === chatbotId && active.has(passage.generation));
  return withoutNearDuplicates(current, ({ text }) => text, MOST_PASSAGES).map((passage) => ({
    passage,
    score: scores.get(passage.id) ?? 0,
  }));
}

/** Null when the embedder is away or too slow. */
async function questionVector(
  question: string,
  deps: RetrievalDeps,
  signal: AbortSignal,
): Promise<Float32Array | null> {
  const limit = AbortSignal.timeout(deps.embedLimitMs ?? EMBED_LIMIT_MS);
  try {
    const [vector] = await deps.embedder.embed([question], AbortSignal.any([signal, limit]));
    return vector ?? null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
