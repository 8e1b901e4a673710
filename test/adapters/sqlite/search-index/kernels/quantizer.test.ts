import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { assembleKernels, kernels } from '../../../../../scripts/make-kernels.ts';
import { ExactKernel } from '../../../../../src/adapters/sqlite/search-index/kernels/exact-kernel.ts';
import { QuantizedKernels } from '../../../../../src/adapters/sqlite/search-index/kernels/quantized-kernels.ts';
import { Quantizer } from '../../../../../src/adapters/sqlite/search-index/kernels/quantizer.ts';

test('the compiled kernels match their source', async () => {
  expect(Buffer.compare(await readFile(kernels), await assembleKernels())).toBe(0);
});

/** Unit vectors one after the other, of which each turns a little further away from the first, the last nearly round to its opposite. */
function fan(count: number, dimensions: number): Float32Array {
  const vectors = new Float32Array(count * dimensions);
  for (let index = 0; index < count; index += 1) {
    const angle = (index / count) * Math.PI;
    for (let place = 0; place < dimensions; place += 1) {
      // Axes in pairs, each pair a circle that begins somewhere else.
      const begin = Math.floor(place / 2) * 2.39996;
      const value = place % 2 === 0 ? Math.cos(begin + angle) : Math.sin(begin + angle);
      vectors[index * dimensions + place] = value / Math.sqrt(dimensions / 2);
    }
  }
  return vectors;
}

describe.each([
  ['a byte a dimension', 8, 'bytes'],
  ['a byte a dimension, not a whole register', 250, 'bytes'],
  ['a bit a dimension', 1_536, 'bits'],
  ['a bit a dimension, not a whole register', 1_000, 'bits'],
] as const)('Quantized vectors of %s', (_, dimensions, kind) => {
  test('rank by similarity, over several blocks', () => {
    const quantizer = new Quantizer(dimensions);
    expect(quantizer.kind).toBe(kind);
    const count = 3_000;
    const vectors = fan(count, dimensions);
    const scan = new QuantizedKernels(quantizer);
    scan.setQuery(vectors.subarray(0, dimensions));
    const similarities = new Int32Array(count);
    scan.compare(quantizer.encode(vectors), similarities);
    const [same = 0, opposite = 0] = [similarities[0], similarities.at(-1)];
    expect(Math.max(...similarities)).toBeLessThan(Math.abs(same) * 1.01 + 1);
    // Every hundredth vector is clearly further away than the one before.
    const steps = similarities.filter((_, place) => place % 100 === 0);
    expect([...steps]).toEqual([...steps].sort((one, other) => other - one));
    expect(opposite).toBeLessThan(kind === 'bits' ? -dimensions * 0.95 : -same * 0.95);
  });
});

test.each([3, 64, 1_000])('Full vectors of %i dimensions have their cosine, zero vectors none', (dimensions) => {
  const kernel = new ExactKernel(dimensions);
  const vectors = Array.from({ length: 21 }, (_, index) =>
    Float32Array.from({ length: dimensions }, (_, place) => (index === 4 ? 0 : Math.sin(index * 7 + place * place))),
  );
  const question = Float32Array.from({ length: dimensions }, (_, place) => Math.cos(place) * 3);
  const cosines = new Float32Array(vectors.length);
  // Blocks that were released are used again.
  kernel.release(kernel.store(vectors.slice(3)));
  const other = kernel.store(vectors.slice(1));
  const rows = kernel.store(vectors);
  kernel.setQuery(question);
  kernel.compare(other, new Float32Array(vectors.length));
  kernel.compare(rows, cosines);
  expect(new Set([...other.blocks, ...rows.blocks]).size).toBe(other.blocks.length + rows.blocks.length);
  const product = (one: Float32Array, other: Float32Array) =>
    one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0);
  for (const [index, vector] of vectors.entries()) {
    const length = Math.sqrt(product(vector, vector) * product(question, question));
    if (index === 4) expect(cosines[index]).toBeNaN();
    else expect(cosines[index]).toBeCloseTo(product(vector, question) / length, 5);
  }
});
