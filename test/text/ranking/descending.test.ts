import fc from 'fast-check';
import { expect, test } from 'vitest';
import { descendingNames, descendingPlaces } from '../../../src/text/ranking/descending.ts';

const close = fc.integer({ min: 0, max: 9 }).map((part) => 1 + part * Number.EPSILON);

test.each([
  ['that are spread over all magnitudes', fc.double({ noNaN: true })],
  ['that are close together', close],
  ['that repeat', fc.integer({ min: -2, max: 2 })],
  [
    'of which few lie far away',
    fc.oneof({ weight: 20, arbitrary: close }, { weight: 1, arbitrary: fc.constant(1e12) }),
  ],
])('scores %s are sorted as by comparison, equal ones by place', (_, score) => {
  fc.assert(
    fc.property(fc.array(score, { maxLength: 300 }), fc.nat(320), (scores, k) => {
      const compared = [...scores.keys()].sort((one, other) => {
        const [high, low] = [scores[other] ?? 0, scores[one] ?? 0];
        return high === low ? one - other : high - low;
      });
      expect([...descendingPlaces(Float64Array.from(scores), k)]).toEqual(compared.slice(0, k));
    }),
  );
});

test('names are sorted by score, equal ones by name, also where the last is one of many', () => {
  const named = fc.uniqueArray(fc.record({ name: fc.string(), score: fc.integer({ min: 0, max: 4 }) }), {
    selector: ({ name }) => name,
    maxLength: 60,
  });
  fc.assert(
    fc.property(named, fc.nat(70), (list, k) => {
      const names = list.map(({ name }) => name);
      const places = descendingNames(
        names,
        Float64Array.from(list, ({ score }) => score),
        k,
      );
      const compared = list.toSorted((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1));
      expect(Array.from(places, (place) => names[place])).toEqual(compared.slice(0, k).map(({ name }) => name));
    }),
  );
});
