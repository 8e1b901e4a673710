/** Loads the loops that are written in WebAssembly (kernels.wat): ten times as fast as JavaScript can be. */
import { readFileSync } from 'node:fs';

export type Kernel = (question: number, block: number, count: number, bytes: number, results: number) => void;

export interface LoadedKernel {
  readonly run: Kernel;
  /** Of its own. */
  readonly memory: ArrayBuffer;
}

const PAGE = 65_536;

/** @param bytes of memory that it needs */
export function loadKernel(name: 'differentBits' | 'dotProducts' | 'floatProducts', bytes: number): LoadedKernel {
  const wasm = readFileSync(new URL('./kernels.wasm', import.meta.url));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm));
  const { memory, [name]: run } = exports;
  if (!isKernel(run) || !(memory instanceof WebAssembly.Memory)) throw new TypeError('kernels.wasm lacks a part');
  // One page is there from the start.
  memory.grow(Math.ceil(bytes / PAGE) - 1);
  return { run, memory: memory.buffer };
}

function isKernel(value: unknown): value is Kernel {
  return typeof value === 'function';
}
