/** Runs a question's code over those of thousands of passages. */
import type { CodeKind, Coding } from './codes.ts';
import { type Kernel, loadKernel } from './kernel.ts';

const kernelNames = { bits: 'differentBits', bytes: 'dotProducts' } as const satisfies Record<CodeKind, string>;

/** Codes copied and compared at a time: what fits the processor's nearest cache. */
const CODES_IN_BLOCK = 128;

export class CodeKernels {
  readonly #coding: Coding;
  readonly #run: Kernel;
  readonly #memory: Uint8Array;
  readonly #results: Int32Array;
  readonly #codesAt: number;

  constructor(coding: Coding) {
    this.#coding = coding;
    // The question first: of 16-bit numbers it has twice a code's bytes.
    this.#codesAt = coding.bytes * 2;
    const resultsAt = this.#codesAt + CODES_IN_BLOCK * coding.bytes;
    const { run, memory } = loadKernel(kernelNames[coding.kind], resultsAt + CODES_IN_BLOCK * 4);
    this.#run = run;
    this.#memory = new Uint8Array(memory);
    this.#results = new Int32Array(memory, resultsAt, CODES_IN_BLOCK);
  }

  ask(vector: Float32Array): void {
    this.#memory.set(this.#coding.question(vector), 0);
  }

  /**
   * How near each of the codes is to what was asked last: higher is nearer. Comparable within one index only.
   * @param into where the first goes, with room for all
   */
  compare(codes: Uint8Array, into: Int32Array): void {
    const { bytes, kind } = this.#coding;
    const total = codes.length / bytes;
    for (let start = 0; start < total; start += CODES_IN_BLOCK) {
      const count = Math.min(CODES_IN_BLOCK, total - start);
      this.#memory.set(codes.subarray(start * bytes, (start + count) * bytes), this.#codesAt);
      this.#run(0, this.#codesAt, count, bytes, this.#results.byteOffset);
      for (let index = 0; index < count; index += 1) {
        const result = this.#results[index] ?? 0;
        into[start + index] = kind === 'bits' ? -result : result;
      }
    }
  }
}
