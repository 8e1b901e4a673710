/** A question's vector, within the time that a visitor waits for it. */
import { LRUCache } from 'lru-cache';
import type { Embedder } from '../../ports/models.ts';

export interface QuestionVectorDeps {
  readonly embedder: Embedder;
  /** A visitor waits no longer for the question's vector: then words alone decide. Milliseconds, default 3000. */
  readonly embedLimitMs?: number;
}

const EMBED_LIMIT_MS = 3_000;
/** Many visitors ask what a chatbot suggests. A vector of 1,536 dimensions is 6 KB. */
const REMEMBERED = { max: 1_000, ttl: 600_000 };

/** By embedder: two of one name are not the same one. */
const remembered = new WeakMap<Embedder, LRUCache<string, Float32Array>>();

/** Null when the embedder is away or too slow. @throws the signal's reason when it aborts */
export async function questionVector(
  question: string,
  { embedder, embedLimitMs }: QuestionVectorDeps,
  signal: AbortSignal,
): Promise<Float32Array | null> {
  const known = remembered.get(embedder) ?? new LRUCache(REMEMBERED);
  remembered.set(embedder, known);
  const before = known.get(question);
  if (before !== undefined) return before;
  const limit = AbortSignal.timeout(embedLimitMs ?? EMBED_LIMIT_MS);
  try {
    const [vector] = await embedder.embed([question], AbortSignal.any([signal, limit]));
    if (vector !== undefined) known.set(question, vector);
    return vector ?? null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
