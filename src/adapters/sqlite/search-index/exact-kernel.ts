/** Exact cosine scan over the vectors of a small chatbot, in memory. */
import { type Kernel, loadKernel } from './kernel.ts';

/** Per kernel step; rows are zero-padded. */
const FLOATS_PER_STEP = 16;
/** A block fits the L1 cache. */
const VECTORS_PER_BLOCK = 8;

/** Rows are vectors of unit length, padded to whole kernel steps. A zero vector gives a row of NaN. */
export class ExactKernel {
  /** Padding included. */
  readonly rowFloats: number;
  readonly #run: Kernel;
  readonly #memory: Float32Array;
  readonly #results: Float32Array;

  constructor(dimensions: number) {
    this.rowFloats = Math.ceil(dimensions / FLOATS_PER_STEP) * FLOATS_PER_STEP;
    const resultsAt = (1 + VECTORS_PER_BLOCK) * this.rowFloats;
    const { run, memory } = loadKernel('floatProducts', (resultsAt + VECTORS_PER_BLOCK) * 4);
    this.#run = run;
    this.#memory = new Float32Array(memory, 0, resultsAt);
    this.#results = new Float32Array(memory, resultsAt * 4, VECTORS_PER_BLOCK);
  }

  /** @returns one row per vector */
  rows(vectors: readonly Float32Array[]): Float32Array<ArrayBuffer> {
    const rows = new Float32Array(vectors.length * this.rowFloats);
    for (const [index, vector] of vectors.entries()) {
      const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
      const start = index * this.rowFloats;
      for (let place = 0; place < vector.length; place += 1) rows[start + place] = (vector[place] ?? 0) / length;
    }
    return rows;
  }

  /** NaN when either has no direction. @param row query, from `rows` @param into receives one cosine per row */
  compare(row: Float32Array, rows: Float32Array, into: Float32Array): void {
    this.#memory.set(row, 0);
    const size = this.rowFloats;
    const total = rows.length / size;
    for (let start = 0; start < total; start += VECTORS_PER_BLOCK) {
      const count = Math.min(VECTORS_PER_BLOCK, total - start);
      this.#memory.set(rows.subarray(start * size, (start + count) * size), size);
      this.#run(0, size * 4, count, size * 4, this.#results.byteOffset);
      into.set(this.#results.subarray(0, count), start);
    }
  }
}
