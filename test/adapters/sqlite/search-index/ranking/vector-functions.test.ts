import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadVectorFunctions } from '../../../../../src/adapters/sqlite/search-index/ranking/vector-functions.ts';
import { asBytes } from '../../../../../src/adapters/sqlite/search-index/tables/columns.ts';

const missing = () => {
  throw new Error('Cannot find package sqlite-vec-linux-x64');
};

/** The distance as SQL has it. @param load in the place of sqlite-vec's own loading */
function distanceBy(load?: (db: DatabaseSync) => void): (a: readonly number[], b: readonly number[]) => unknown {
  const db = new DatabaseSync(':memory:', { allowExtension: true });
  loadVectorFunctions(db, load);
  const select = db.prepare('SELECT vec_distance_cosine(?, ?) AS distance');
  const blob = (values: readonly number[]) => asBytes(Float32Array.from(values));
  return (a, b) => select.get(blob(a), blob(b))?.distance;
}

describe('Without the library of sqlite-vec', () => {
  const distance = distanceBy(missing);

  it('SQL still has the cosine distance', () => {
    expect(distance([1, 0], [2, 0])).toBe(0);
    expect(distance([1, 0], [0, 3])).toBe(1);
    expect(distance([1, 0], [-1, 0])).toBe(2);
    expect(distance([0, 0], [1, 0])).toBe(null);
  });

  it('it equals the one of sqlite-vec', () => {
    const theirs = distanceBy();
    const value = fc.float({ min: -10, max: 10, noNaN: true }).filter((number) => Math.abs(number) > 1e-3);
    const pair = fc
      .integer({ min: 1, max: 64 })
      .chain((size) => fc.tuple(...[1, 2].map(() => fc.array(value, { minLength: size, maxLength: size }))));
    fc.assert(
      fc.property(pair, ([a = [], b = []]) => {
        expect(distance(a, b)).toBeCloseTo(Number(theirs(a, b)), 4);
      }),
    );
    expect(distance([0, 0], [1, 0])).toBe(theirs([0, 0], [1, 0]));
  });
});
