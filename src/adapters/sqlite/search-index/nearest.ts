/** Exact for small chatbots, else a quantized scan with rescoring. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Collection, ScoredPassage } from './collections.ts';
import { asBytes, integer } from './columns.ts';
import type { ExactKernel } from './exact-kernel.ts';
import { QuantizedKernels } from './quantized-kernels.ts';
import { Quantizer } from './quantizer.ts';
import type { Segments } from './segments.ts';
import { TopK } from './top-k.ts';

/** 12 MB at 1,536 dimensions. */
const MAX_EXACT_PASSAGES = 2_000;
/**
 * The quantized scan yields this many candidates, which are rescored with their full vectors (oversampling). Reading each takes
 * some microseconds.
 */
const MIN_CANDIDATES = 1_000;
const CANDIDATES_PER_HIT = 5;

interface Vectors {
  readonly segments: Segments;
  /** It keeps the vectors of `segments`. */
  readonly exact: ExactKernel;
}

export class Nearest {
  readonly #segments: Segments;
  readonly #kernels: QuantizedKernels;
  readonly #exact: ExactKernel;
  readonly #compare: StatementSync;
  #similarities = new Int32Array();
  readonly #cosines = new Float32Array(MAX_EXACT_PASSAGES);

  constructor(db: DatabaseSync, { segments, exact }: Vectors, dimensions: number) {
    this.#segments = segments;
    this.#exact = exact;
    this.#kernels = new QuantizedKernels(new Quantizer(dimensions));
    this.#compare = db.prepare(`
      SELECT vectors.key, vec_distance_cosine(vector, ?) AS distance
      FROM json_each(?) AS passage CROSS JOIN vectors ON vectors.key = passage.value
      ORDER BY distance NULLS LAST, vectors.key LIMIT ?`);
  }

  /** @returns best first */
  rank(vector: Float32Array, collection: Collection, limit: number): ScoredPassage[] {
    if (limit === 0) return [];
    if (collection.passages <= MAX_EXACT_PASSAGES) return this.#rankExactly(vector, collection, limit);
    const candidates = this.#candidates(vector, collection, Math.max(MIN_CANDIDATES, limit * CANDIDATES_PER_HIT));
    return this.#compare.all(asBytes(vector), JSON.stringify(candidates), limit).flatMap(({ key, distance }) =>
      // A zero vector has no distance.
      typeof distance === 'number' ? [{ passageKey: integer(key), score: 1 - distance }] : [],
    );
  }

  #rankExactly(vector: Float32Array, collection: Collection, limit: number): ScoredPassage[] {
    this.#exact.setQuery(vector);
    const top = new TopK(limit);
    let start = 0;
    for (const { key, passages } of collection.segments) {
      this.#exact.compare(this.#segments.vectors(key), this.#cosines);
      for (let place = 0; place < passages; place += 1) {
        const cosine = this.#cosines[place] ?? Number.NaN;
        // NaN, the cosine of a zero vector, is never above the threshold.
        if (cosine > top.threshold) top.add(cosine, start + place);
      }
      start += passages;
    }
    return collection.passagesAt(top.drain());
  }

  #candidates(vector: Float32Array, { segments, passages }: Collection, count: number): number[] {
    if (this.#similarities.length < passages) this.#similarities = new Int32Array(passages);
    const similarities = this.#similarities.subarray(0, passages);
    this.#kernels.setQuery(vector);
    let start = 0;
    for (const segment of segments) {
      this.#kernels.compare(this.#segments.codes(segment.key), similarities.subarray(start));
      start += segment.passages;
    }
    const chosen: number[] = [];
    const places = placesOfTop(similarities, count);
    let next = 0;
    start = 0;
    for (const segment of segments) {
      const end = start + segment.passages;
      const { passageKeys } = this.#segments.passages(segment.key);
      for (; next < places.length && (places[next] ?? 0) < end; next += 1) {
        chosen.push(integer(passageKeys[(places[next] ?? 0) - start]));
      }
      start = end;
    }
    return chosen;
  }
}

/** @returns the places of the top values, ascending */
function placesOfTop(similarities: Int32Array, count: number): Uint32Array {
  const top = new TopK(count);
  let threshold = top.threshold;
  for (let place = 0; place < similarities.length; place += 1) {
    const value = similarities[place] ?? 0;
    if (value <= threshold) continue;
    top.add(value, place);
    threshold = top.threshold;
  }
  return top.places();
}
