/** A table of word vectors as a stand-in for an embedding model, without network. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { lazilyLoaded } from '../../lib/lazily.ts';
import type { Embedder } from '../../ports/models.ts';
import { DIMENSIONS } from '../../text/feature-hashing/dimensions.ts';

/** Between two yields to the event loop. */
const TIME_SLICE_MS = 5;

/** The analysis of text is behind it, which an idle service does not hold. */
const loadedOfflineVector = lazilyLoaded(
  async () => (await import('../../text/word-vectors/offline-vector.ts')).offlineVector,
);

/** Deterministic: a text has the same vector on every machine and in every release with this id. */
export function createOfflineEmbedder(): Embedder {
  return { id: `words-v1/${DIMENSIONS}`, dimensions: DIMENSIONS, kind: 'offline', embed };
}

async function embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
  const offlineVector = await loadedOfflineVector();
  const vectors: Float32Array[] = [];
  let sliceStart = performance.now();
  for (const text of texts) {
    signal.throwIfAborted();
    vectors.push(offlineVector(text));
    if (performance.now() - sliceStart < TIME_SLICE_MS) continue;
    await yieldToEventLoop();
    sliceStart = performance.now();
  }
  return vectors;
}
