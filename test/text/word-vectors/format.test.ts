import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../src/lib/steps.ts';
import { decodeWordVectors, encodeWordVectors } from '../../../src/text/word-vectors/format.ts';

const DIMENSIONS = 64;
const normal = fc
  .array(fc.tuple(fc.double({ min: 0.001, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: DIMENSIONS,
    maxLength: DIMENSIONS,
  })
  .map((pairs) =>
    Float32Array.from(pairs, ([radius, turn]) => Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * turn)),
  );

const read = (file: Buffer, piece: string): Float32Array => {
  const { pieces, dimensions, addTo } = finish(decodeWordVectors(file));
  const sum = new Float32Array(dimensions);
  // A piece within a word follows another one.
  const place = piece.startsWith('##') ? pieces.cut(`cat${piece.slice(2)}`)[1] : pieces.cut(piece)[0];
  addTo(sum, place ?? -1, 1);
  return sum;
};

const cosine = (one: Float32Array, other: Float32Array) => {
  const product = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
};

describe('The file of word vectors', () => {
  it('keeps the direction of each vector in two bits a dimension', () => {
    fc.assert(
      fc.property(normal, normal, (one, other) => {
        fc.pre(one.some((value) => value !== 0) && other.some((value) => value !== 0));
        const file = encodeWordVectors(['cat', '##s'], [one, other]);
        expect(cosine(read(file, 'cat'), one)).toBeGreaterThan(0.8);
        expect(cosine(read(file, '##s'), other)).toBeGreaterThan(0.8);
      }),
    );
  });

  it('keeps how much each piece weighs in a sum', () => {
    const light = Float32Array.from({ length: DIMENSIONS }, (_, at) => (at % 2 === 0 ? 0.1 : -0.1));
    const file = encodeWordVectors(['the', 'cat'], [light, light.map((value) => 10 * value)]);
    expect(Math.hypot(...read(file, 'cat')) / Math.hypot(...read(file, 'the'))).toBeCloseTo(10, 4);
  });

  it('is refused when it is cut off', () => {
    const file = encodeWordVectors(
      ['a', 'b', 'c'],
      [1, 2, 3].map((value) => new Float32Array(4).fill(value)),
    );
    for (let length = 0; length < file.length - 4; length += 1)
      expect(() => finish(decodeWordVectors(file.subarray(0, length)))).toThrow(RangeError);
  });
});
