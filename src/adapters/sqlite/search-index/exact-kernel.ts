/** Runs a question's vector over those of a small chatbot's passages, held in memory. */
import { type Kernel, loadKernel } from './kernel.ts';

/** What the kernel takes at a time; the rest of a row is zero. */
const FLOATS_AT_ONCE = 16;
/** Vectors copied and compared at a time: few enough for the processor's nearest cache. */
const VECTORS_IN_BLOCK = 8;

/** Vectors as rows of a whole number of the kernel's steps, each of unit length; one without a direction is all NaN. */
export class ExactKernel {
  /** Of one row. */
  readonly rowFloats: number;
  readonly #run: Kernel;
  readonly #memory: Float32Array;
  readonly #results: Float32Array;

  constructor(dimensions: number) {
    this.rowFloats = Math.ceil(dimensions / FLOATS_AT_ONCE) * FLOATS_AT_ONCE;
    const resultsAt = (1 + VECTORS_IN_BLOCK) * this.rowFloats;
    const { run, memory } = loadKernel('floatProducts', (resultsAt + VECTORS_IN_BLOCK) * 4);
    this.#run = run;
    this.#memory = new Float32Array(memory, 0, resultsAt);
    this.#results = new Float32Array(memory, resultsAt * 4, VECTORS_IN_BLOCK);
  }

  /** @returns rows, one for each vector */
  rows(vectors: readonly Float32Array[]): Float32Array<ArrayBuffer> {
    const rows = new Float32Array(vectors.length * this.rowFloats);
    for (const [index, vector] of vectors.entries()) {
      const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
      const start = index * this.rowFloats;
      for (let place = 0; place < vector.length; place += 1) rows[start + place] = (vector[place] ?? 0) / length;
    }
    return rows;
  }

  /**
   * The cosine of each with the question's; NaN where one of the two has no direction.
   * @param row one of `rows`
   * @param into where the first goes, with room for all
   */
  compare(row: Float32Array, rows: Float32Array, into: Float32Array): void {
    this.#memory.set(row, 0);
    const size = this.rowFloats;
    const total = rows.length / size;
    for (let start = 0; start < total; start += VECTORS_IN_BLOCK) {
      const count = Math.min(VECTORS_IN_BLOCK, total - start);
      this.#memory.set(rows.subarray(start * size, (start + count) * size), size);
      this.#run(0, size * 4, count, size * 4, this.#results.byteOffset);
      into.set(this.#results.subarray(0, count), start);
    }
  }
}
