/** A stand-in for an embedding model: features hashed into a fixed number of dimensions. Needs no network, no file, no memory. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Embedder } from '../../ports/models.ts';
import { featuresOf } from './embedding-features.ts';

const dimensions = 256;
/** Milliseconds of work before the event loop gets its turn. */
const turn = 5;
/** UTF-16 units embedded of one text, a few milliseconds of work: chunks are far shorter, so that only a stray whole document is cut. */
const longestText = 16_384;

/** @returns the offline Embedder; the same text gives the same vector on every machine and in every release with this id */
export function createOfflineEmbedder(): Embedder {
  return { id: `hashed-v1/${dimensions}`, dimensions, kind: 'hashed', embed };
}

async function embed(texts: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  let turnBegan = performance.now();
  for (const text of texts) {
    signal.throwIfAborted();
    vectors.push(embedOne(text));
    if (performance.now() - turnBegan < turn) continue;
    await nextTurn();
    turnBegan = performance.now();
  }
  return vectors;
}

function embedOne(text: string): Float32Array {
  const weights = new Map<number, number>();
  for (const { name, weight } of featuresOf(text.slice(0, longestText))) {
    const hash = hashOf(name);
    weights.set(hash, (weights.get(hash) ?? 0) + weight);
  }
  const vector = new Float32Array(dimensions);
  for (const [hash, weight] of weights) {
    const place = hash % dimensions;
    const sign = hash >= 0x8000_0000 ? 1 : -1;
    // Sublinear: the tenth occurrence says less than the first.
    vector[place] = (vector[place] ?? 0) + sign * Math.log1p(weight);
  }
  return toUnitLength(vector);
}

/** A text without any words gets a direction too, since every vector has unit length. */
function toUnitLength(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (length === 0) {
    vector[0] = 1;
    return vector;
  }
  return vector.map((value) => value / length);
}

/** FNV-1a over UTF-16 units, finished as MurmurHash3 does so that all bits depend on all units. Unsigned 32 bits. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
