/** Exact for small chatbots, else a quantized scan with rescoring. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LIMIT } from '../../thread/limit.ts';
import type { ExactKernel } from '../kernels/exact-kernel.ts';
import { QuantizedKernels } from '../kernels/quantized-kernels.ts';
import { Quantizer } from '../kernels/quantizer.ts';
import type { Collection } from '../segments/collections.ts';
import { NO_PLACES, type RankedPlaces } from '../segments/ranked-places.ts';
import type { Segments } from '../segments/segments.ts';
import { asBytes, integer } from '../tables/columns.ts';
import { TopK } from './top-k.ts';

/** 12 MB at 1,536 dimensions. */
const MAX_EXACT_PASSAGES = 2_000;
/**
 * The quantized scan yields this many candidates, which are rescored with full vectors (oversampling). Reading each takes
 * microseconds.
 */
const MIN_CANDIDATES = 1_000;
const CANDIDATES_PER_HIT = 5;

interface Vectors {
  readonly segments: Segments;
  /** Holds the vectors of `segments`. */
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
      SELECT passage.key AS candidate, vec_distance_cosine(vector, ?) AS distance
      FROM json_each(?) AS passage CROSS JOIN vectors ON vectors.key = passage.value
      ORDER BY distance NULLS LAST, vectors.key ${LIMIT}`);
  }

  rank(vector: Float32Array, collection: Collection, limit: number): RankedPlaces {
    if (limit === 0) return NO_PLACES;
    if (collection.passages <= MAX_EXACT_PASSAGES) return this.#rankExactly(vector, collection, limit);
    const candidates = this.#candidates(vector, collection, Math.max(MIN_CANDIDATES, limit * CANDIDATES_PER_HIT));
    const keys = JSON.stringify(collection.keysAt(candidates));
    // A zero vector has no distance.
    const nearest = this.#compare.all(asBytes(vector), keys, limit).filter(({ distance }) => distance !== null);
    return {
      places: Uint32Array.from(nearest, ({ candidate }) => candidates[integer(candidate)] ?? 0),
      scores: Float64Array.from(nearest, ({ distance }) => 1 - Number(distance)),
    };
  }

  #rankExactly(vector: Float32Array, collection: Collection, limit: number): RankedPlaces {
    this.#exact.setQuery(vector);
    const top = new TopK(limit, collection.passages);
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
    return top.ranked();
  }

  /** @returns places, ascending */
  #candidates(vector: Float32Array, { segments, passages }: Collection, count: number): Uint32Array {
    if (this.#similarities.length < passages) this.#similarities = new Int32Array(passages);
    const similarities = this.#similarities.subarray(0, passages);
    this.#kernels.setQuery(vector);
    let start = 0;
    for (const segment of segments) {
      this.#kernels.compare(this.#segments.codes(segment.key), similarities.subarray(start));
      start += segment.passages;
    }
    return placesOfTop(similarities, count).sort();
  }
}

function placesOfTop(similarities: Int32Array, count: number): Uint32Array {
  const top = new TopK(count, similarities.length);
  let threshold = top.threshold;
  for (let place = 0; place < similarities.length; place += 1) {
    const value = similarities[place] ?? 0;
    if (value <= threshold) continue;
    top.add(value, place);
    threshold = top.threshold;
  }
  return top.ranked().places;
}
