/** Compares a query with the quantized vectors of thousands of passages. */

import { type LoadedKernel, loadKernel } from './kernel.ts';
import type { QuantizationKind, Quantizer } from './quantizer.ts';

const KERNEL_NAMES = { bits: 'differentBits', bytes: 'dotProducts' } as const satisfies Record<
  QuantizationKind,
  string
>;

/** A block fits the L1 cache. */
const CODES_PER_BLOCK = 128;

export class QuantizedKernels {
  readonly #quantizer: Quantizer;
  readonly #compareBlock: LoadedKernel['compare'];
  readonly #memory: Uint8Array;
  readonly #results: Int32Array;
  readonly #codesAt: number;

  constructor(quantizer: Quantizer) {
    this.#quantizer = quantizer;
    // The query comes first: its 16-bit components take twice the bytes of a quantized vector.
    this.#codesAt = quantizer.bytes * 2;
    const resultsAt = this.#codesAt + CODES_PER_BLOCK * quantizer.bytes;
    const { compare, memory } = loadKernel(KERNEL_NAMES[quantizer.kind], {
      memoryBytes: resultsAt + CODES_PER_BLOCK * 4,
      rowBytes: quantizer.bytes,
      resultsAt,
    });
    this.#compareBlock = compare;
    this.#memory = new Uint8Array(memory.buffer);
    this.#results = new Int32Array(memory.buffer, resultsAt, CODES_PER_BLOCK);
  }

  setQuery(vector: Float32Array): void {
    this.#memory.set(this.#quantizer.encodeQuery(vector), 0);
  }

  /**
   * Similarity to the last query: higher is nearer, comparable within one index only.
   * @param into receives one value per vector
   */
  compare(codes: Uint8Array, into: Int32Array): void {
    const { bytes, kind } = this.#quantizer;
    const total = codes.length / bytes;
    for (let start = 0; start < total; start += CODES_PER_BLOCK) {
      const count = Math.min(CODES_PER_BLOCK, total - start);
      this.#memory.set(codes.subarray(start * bytes, (start + count) * bytes), this.#codesAt);
      this.#compareBlock(this.#codesAt, count);
      for (let index = 0; index < count; index += 1) {
        const result = this.#results[index] ?? 0;
        into[start + index] = kind === 'bits' ? -result : result;
      }
    }
  }
}
