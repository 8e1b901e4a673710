/** Ranks passages by the cosine of their vectors with a question's. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ScoredPassage } from './bm25.ts';
import { CodeKernels } from './code-kernels.ts';
import { Coding } from './codes.ts';
import type { Collection } from './collections.ts';
import { asBytes, integer } from './columns.ts';
import { ExactKernel } from './exact-kernel.ts';
import { Highest } from './highest.ts';
import type { Segments } from './segments.ts';

/** So many passages are compared exactly and in memory, all of a small chatbot's: 12 MB of 1,536 dimensions. */
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
  readonly #exact: ExactKernel;
  readonly #compare: StatementSync;
  #closeness = new Int32Array();
  readonly #cosines = new Float32Array(COMPARED_EXACTLY);

  constructor(db: DatabaseSync, segments: Segments, dimensions: number) {
    this.#segments = segments;
    this.#kernels = new CodeKernels(new Coding(dimensions));
    this.#exact = new ExactKernel(dimensions);
    this.#compare = db.prepare(`
      SELECT vectors.key, vec_distance_cosine(vector, ?) AS distance
      FROM json_each(?) AS passage CROSS JOIN vectors ON vectors.key = passage.value
      ORDER BY distance NULLS LAST, vectors.key LIMIT ?`);
  }

  /** @returns best first; exact where the chatbot is small */
  rank(vector: Float32Array, collection: Collection, limit: number): ScoredPassage[] {
    if (limit === 0) return [];
    if (collection.passages <= COMPARED_EXACTLY) return this.#amongAll(vector, collection, limit);
    const candidates = this.#promising(vector, collection, Math.max(CANDIDATES, limit * CANDIDATES_A_HIT));
    return this.#compare.all(asBytes(vector), JSON.stringify(candidates), limit).flatMap(({ key, distance }) =>
      // A vector without a direction has no distance.
      typeof distance === 'number' ? [{ passageKey: integer(key), score: 1 - distance }] : [],
    );
  }

  #amongAll(vector: Float32Array, collection: Collection, limit: number): ScoredPassage[] {
    const asRows = (vectors: readonly Float32Array[]) => this.#exact.rows(vectors);
    const question = asRows([vector]);
    const highest = new Highest(limit);
    let start = 0;
    for (const { key, passages } of collection.segments) {
      const rows = this.#segments.vectors(key, asRows);
      const cosines = this.#cosines.subarray(0, rows.length / this.#exact.rowFloats);
      this.#exact.compare(question, rows, cosines);
      for (const [place, cosine] of cosines.entries()) {
        // What has no direction has no cosine either, and none is higher than that.
        if (cosine > highest.threshold) highest.add(cosine, start + place);
      }
      start += passages;
    }
    return highest.sorted().map(({ place, value }) => ({ passageKey: collection.passageAt(place), score: value }));
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
