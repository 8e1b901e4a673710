/** Ranks passages by the cosine of their vectors with a question's. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Collection, ScoredPassage } from './bm25.ts';
import { CodeKernels } from './code-kernels.ts';
import { Coding } from './codes.ts';
import { asBytes, integer } from './columns.ts';
import { Highest } from './highest.ts';
import type { Segments } from './segments.ts';

/** So many passages are compared exactly, all of a small chatbot's. */
const COMPARED_EXACTLY = 2_000;
/**
 * Of larger chatbots the most promising by their codes: enough that those that are shown are among them. Each costs the reading of a
 * vector, some microseconds.
 */
const CANDIDATES = 1_000;
const CANDIDATES_A_HIT = 5;

export class Nearest {
  readonly #segments: Segments;
  readonly #kernels: CodeKernels;
  readonly #compare: StatementSync;
  #closeness = new Int32Array();

  constructor(db: DatabaseSync, segments: Segments, dimensions: number) {
    this.#segments = segments;
    this.#kernels = new CodeKernels(new Coding(dimensions));
    this.#compare = db.prepare(`
      SELECT vectors.key, vec_distance_cosine(vector, ?) AS distance
      FROM json_each(?) AS passage CROSS JOIN vectors ON vectors.key = passage.value
      ORDER BY distance NULLS LAST, vectors.key LIMIT ?`);
  }

  /** @returns best first; exact where the chatbot is small */
  rank(vector: Float32Array, collection: Collection, limit: number): ScoredPassage[] {
    const candidates =
      collection.passages <= COMPARED_EXACTLY
        ? this.#all(collection)
        : this.#promising(vector, collection, Math.max(CANDIDATES, limit * CANDIDATES_A_HIT));
    return this.#compare.all(asBytes(vector), JSON.stringify(candidates), limit).flatMap(({ key, distance }) =>
      // A vector without a direction has no distance.
      typeof distance === 'number' ? [{ passageKey: integer(key), score: 1 - distance }] : [],
    );
  }

  #all({ segments }: Collection): number[] {
    return segments.flatMap(({ key }) => [...this.#segments.passages(key).passageKeys]);
  }

  #promising(vector: Float32Array, { segments, passages }: Collection, count: number): number[] {
    if (this.#closeness.length < passages) this.#closeness = new Int32Array(passages);
    const closeness = this.#closeness.subarray(0, passages);
    this.#kernels.ask(vector);
    let start = 0;
    for (const segment of segments) {
      this.#kernels.compare(this.#segments.codes(segment.key), closeness.subarray(start));
      start += segment.passages;
    }
    const chosen: number[] = [];
    const places = placesOfHighest(closeness, count);
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

/** Rising. */
function placesOfHighest(closeness: Int32Array, count: number): Uint32Array {
  const highest = new Highest(count);
  let threshold = highest.threshold;
  for (let place = 0; place < closeness.length; place += 1) {
    const value = closeness[place] ?? 0;
    if (value <= threshold) continue;
    highest.add(value, place);
    threshold = highest.threshold;
  }
  return highest.places();
}
