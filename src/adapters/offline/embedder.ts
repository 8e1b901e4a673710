/** A stand-in for an embedding model: features hashed into a fixed number of dimensions. Needs no network, no file, no memory. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Embedder } from '../../ports/models.ts';
import { DIMENSIONS, hashedVector } from './hashed-vector.ts';

/** Milliseconds of work before the event loop gets its turn. */
const turn = 5;

/** @returns the offline Embedder; the same text gives the same vector on every machine and in every release with this id */
export function createOfflineEmbedder(): Embedder {
  return { id: `hashed-v1/${DIMENSIONS}`, dimensions: DIMENSIONS, kind: 'hashed', embed };
}

async function embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  let turnBegan = performance.now();
  for (const text of texts) {
    signal.throwIfAborted();
    vectors.push(hashedVector(text));
    if (performance.now() - turnBegan < turn) continue;
    await nextTurn();
    turnBegan = performance.now();
  }
  return vectors;
}
