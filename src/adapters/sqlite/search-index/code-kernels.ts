/** Runs a question's code over those of thousands of passages, in WebAssembly: ten times as fast as JavaScript can. */
import { readFileSync } from 'node:fs';
import type { CodeKind, Coding } from './codes.ts';

type Kernel = (question: number, codes: number, count: number, bytes: number, results: number) => void;

const exportNames: Readonly<Record<CodeKind, string>> = { bits: 'differentBits', bytes: 'dotProducts' };

/** Codes copied and compared at a time: what fits the processor's nearest cache. */
const CODES_IN_BLOCK = 128;
const PAGE = 65_536;

export class CodeKernels {
  readonly #coding: Coding;
  readonly #kernel: Kernel;
  readonly #memory: Uint8Array;
  readonly #results: Int32Array;
  readonly #codesAt: number;

  constructor(coding: Coding) {
    this.#coding = coding;
    const wasm = readFileSync(new URL('./code-kernels.wasm', import.meta.url));
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm));
    const memory = exports.memory;
    const kernel = exports[exportNames[coding.kind]];
    if (!isKernel(kernel) || !(memory instanceof WebAssembly.Memory))
      throw new TypeError('code-kernels.wasm lacks a part');
    this.#kernel = kernel;
    // The question first: of 16-bit numbers it has twice a code's bytes.
    this.#codesAt = coding.bytes * 2;
    const resultsAt = this.#codesAt + CODES_IN_BLOCK * coding.bytes;
    memory.grow(Math.ceil((resultsAt + CODES_IN_BLOCK * 4) / PAGE) - 1);
    this.#memory = new Uint8Array(memory.buffer);
    this.#results = new Int32Array(memory.buffer, resultsAt, CODES_IN_BLOCK);
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
      this.#kernel(0, this.#codesAt, count, bytes, this.#results.byteOffset);
      for (let index = 0; index < count; index += 1) {
        const result = this.#results[index] ?? 0;
        into[start + index] = kind === 'bits' ? -result : result;
      }
    }
  }
}

function isKernel(value: unknown): value is Kernel {
  return typeof value === 'function';
}
