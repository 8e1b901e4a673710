/** Assembles `kernels.wasm`. Run it after a change of the text: the service needs no assembler. */
import { readFile, writeFile } from 'node:fs/promises';
import assembler from 'wabt';

const folder = new URL('../src/adapters/sqlite/search-index/kernels/', import.meta.url);
export const kernels = new URL('kernels.wasm', folder);

export async function assembleKernels(): Promise<Uint8Array> {
  const { parseWat } = await assembler();
  const text = await readFile(new URL('kernels.wat', folder), 'utf8');
  const module = parseWat('kernels.wat', text, { simd: true });
  try {
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

if (import.meta.main) await writeFile(kernels, await assembleKernels());
