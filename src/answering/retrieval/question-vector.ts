import type { LRUCache } from 'lru-cache';
import { type CacheBound, expiringCache } from '../../lib/expiring-cache.ts';
import { LinkedController } from '../../lib/linked-controller.ts';
import type { Embedder } from '../../ports/models.ts';

export interface QuestionVectorDeps {
  readonly embedder: Embedder;
  /** Default 3000. Words alone decide afterwards. */
  readonly maxEmbedMs?: number;
}

const MAX_EMBED_MS = 3_000;
/** Visitors repeat suggested questions. A vector of 1,536 dimensions takes 6 KB. */
const CACHE_BOUND: CacheBound<Float32Array> = {
  maxBytes: 4 * 1024 * 1024,
  bytesOf: ({ byteLength }, question) => byteLength + 2 * question.length,
};

/** Keyed by the embedder itself, since several may share a name. */
const VECTOR_CACHES = new WeakMap<Embedder, LRUCache<string, Float32Array>>();

/**
 * Returns null when the embedder is unavailable or too slow.
 * @throws the signal's reason when it aborts
 */
export async function questionVector(
  question: string,
  { embedder, maxEmbedMs }: QuestionVectorDeps,
  signal: AbortSignal,
): Promise<Float32Array | null> {
  const known = VECTOR_CACHES.get(embedder) ?? expiringCache(CACHE_BOUND);
  VECTOR_CACHES.set(embedder, known);
  const before = known.get(question);
  if (before !== undefined) return before;
  // Unlike AbortSignal.timeout, the timer ends with the call and makes no late error.
  const limit = new LinkedController(signal);
  const expire = () => limit.abort(new DOMException('The question was not embedded in time', 'TimeoutError'));
  const timer = setTimeout(expire, maxEmbedMs ?? MAX_EMBED_MS).unref();
  try {
    const [vector] = await embedder.embed([question], limit.signal);
    if (vector !== undefined) known.set(question, vector);
    return vector ?? null;
  } catch {
    signal.throwIfAborted();
    return null;
  } finally {
    clearTimeout(timer);
    limit.unlink();
  }
}
