/** Exact cosine scan over the vectors of small chatbots, in the kernel's own memory: a search copies none of them. */
import { type LoadedKernel, loadKernel } from './kernel.ts';

/** Per kernel step; rows are zero-padded. */
const FLOATS_PER_STEP = 16;
/** Memory is allocated in blocks, so that blocks released by one chatbot fit any other. */
const ROWS_PER_BLOCK = 8;
const PAGE_BYTES = 65_536;
/** The memory grows by a megabyte. */
const MIN_GROWTH_PAGES = 16;

/** Vectors of unit length, padded to whole kernel steps. A zero vector gives a row of NaN. */
export interface VectorRows {
  /** Addresses of the blocks. */
  readonly blocks: readonly number[];
  readonly count: number;
}

export class ExactKernel {
  readonly #compareBlock: LoadedKernel['compare'];
  readonly #memory: WebAssembly.Memory;
  readonly #rowFloats: number;
  readonly #resultsAt: number;
  readonly #free: number[] = [];
  #usedBytes: number;

  /** The query comes first, then the results of a block. */
  constructor(dimensions: number) {
    this.#rowFloats = Math.ceil(dimensions / FLOATS_PER_STEP) * FLOATS_PER_STEP;
    this.#resultsAt = this.#rowFloats * 4;
    this.#usedBytes = this.#resultsAt + FLOATS_PER_STEP * 4;
    const { compare, memory } = loadKernel('floatProducts', {
      memoryBytes: this.#usedBytes,
      rowBytes: this.#rowFloats * 4,
      resultsAt: this.#resultsAt,
    });
    this.#compareBlock = compare;
    this.#memory = memory;
  }

  bytesOf({ blocks }: VectorRows): number {
    return blocks.length * this.#blockBytes;
  }

  store(vectors: readonly Float32Array[]): VectorRows {
    const blocks = Array.from({ length: Math.ceil(vectors.length / ROWS_PER_BLOCK) }, () => this.#takeBlock());
    for (const [index, vector] of vectors.entries()) {
      const block = blocks[Math.floor(index / ROWS_PER_BLOCK)] ?? 0;
      this.#writeRow(block + (index % ROWS_PER_BLOCK) * this.#rowFloats * 4, vector);
    }
    return { blocks, count: vectors.length };
  }

  /** The rows must not be used again. */
  release({ blocks }: VectorRows): void {
    for (const block of blocks) this.#free.push(block);
  }

  setQuery(vector: Float32Array): void {
    this.#writeRow(0, vector);
  }

  /** Cosines with the last query; NaN when either has no direction. @param into receives one per row */
  compare({ blocks, count }: VectorRows, into: Float32Array): void {
    const results = new Float32Array(this.#memory.buffer, this.#resultsAt, ROWS_PER_BLOCK);
    for (const [index, block] of blocks.entries()) {
      const first = index * ROWS_PER_BLOCK;
      const rows = Math.min(ROWS_PER_BLOCK, count - first);
      this.#compareBlock(block, rows);
      for (let row = 0; row < rows; row += 1) into[first + row] = results[row] ?? Number.NaN;
    }
  }

  get #blockBytes(): number {
    return ROWS_PER_BLOCK * this.#rowFloats * 4;
  }

  #takeBlock(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const block = this.#usedBytes;
    this.#usedBytes += this.#blockBytes;
    const missing = this.#usedBytes - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.max(MIN_GROWTH_PAGES, Math.ceil(missing / PAGE_BYTES)));
    return block;
  }

  #writeRow(address: number, vector: Float32Array): void {
    const row = new Float32Array(this.#memory.buffer, address, this.#rowFloats).fill(0);
    // A loop: a callback per value would cost more than the search of a small chatbot.
    let squares = 0;
    for (let place = 0; place < vector.length; place += 1) {
      const value = vector[place] ?? 0;
      squares += value * value;
    }
    const length = Math.sqrt(squares);
    for (let place = 0; place < vector.length; place += 1) row[place] = (vector[place] ?? 0) / length;
  }
}
