/** WebAssembly SIMD loops (kernels.wat), ten times as fast as JavaScript. */
import { readFileSync } from 'node:fs';

/** Addresses and sizes in bytes. The query stands at address 0. */
export interface KernelLayout {
  readonly memoryBytes: number;
  readonly rowBytes: number;
  readonly resultsAt: number;
}

export interface LoadedKernel {
  /** Compares the query with `rows` rows from address `block` on. Writes one result per row, 32 bits each. */
  readonly compare: (block: number, rows: number) => void;
  /** Not shared with other kernels. */
  readonly memory: WebAssembly.Memory;
}

type Loop = (query: number, block: number, rows: number, rowBytes: number, resultsAt: number) => void;

const PAGE_BYTES = 65_536;

export function loadKernel(
  name: 'differentBits' | 'dotProducts' | 'floatProducts',
  { memoryBytes, rowBytes, resultsAt }: KernelLayout,
): LoadedKernel {
  const wasm = readFileSync(new URL('./kernels.wasm', import.meta.url));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm));
  const { memory, [name]: loop } = exports;
  if (!isLoop(loop) || !(memory instanceof WebAssembly.Memory)) throw new TypeError('kernels.wasm lacks an export');
  // The module starts with one page.
  memory.grow(Math.ceil(memoryBytes / PAGE_BYTES) - 1);
  return { compare: (block, rows) => loop(0, block, rows, rowBytes, resultsAt), memory };
}

function isLoop(value: unknown): value is Loop {
  return typeof value === 'function';
}
