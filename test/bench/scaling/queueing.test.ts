/** The simulation behind `docs/scaling.md`, held against what queueing theory gives in closed form. */
import { expect, test } from 'vitest';
import { simulate } from '../../../bench/scaling/queueing.ts';

const ROUNDS = 40_000;

test('One customer takes the sum of its stages, and keeps each station busy by its share', () => {
  const stations = [
    { name: 'node', servers: 2 },
    { name: 'log', servers: 1 },
  ];
  const stages = [
    { at: 'node', ms: 4 },
    { at: 'log', ms: 6 },
  ];
  const { perSecond, busy } = simulate({ stations, stages }, 1, ROUNDS);
  expect(perSecond).toBeCloseTo(100, -1);
  expect(busy.node).toBeCloseTo(0.2, 1);
  expect(busy.log).toBeCloseTo(0.6, 1);
});

test('Many customers are held by the station whose servers work all the time', () => {
  const stations = [
    { name: 'node', servers: 2 },
    { name: 'log', servers: 1 },
    { name: 'model', servers: Number.POSITIVE_INFINITY },
  ];
  const stages = [
    { at: 'node', ms: 5 },
    { at: 'model', ms: 200 },
    { at: 'log', ms: 4 },
  ];
  const { perSecond, busy } = simulate({ stations, stages }, 500, ROUNDS);
  expect(perSecond / 250).toBeGreaterThan(0.97);
  expect(perSecond / 250).toBeLessThan(1.03);
  expect(busy.log).toBeGreaterThan(0.98);
  expect(busy.model).toBe(0);
});

test.each([2, 5, 20])('Two equal stations and %i customers: the throughput of mean value analysis', (customers) => {
  const stations = [
    { name: 'first', servers: 1 },
    { name: 'second', servers: 1 },
  ];
  const stages = [
    { at: 'first', ms: 10 },
    { at: 'second', ms: 10 },
  ];
  // A balanced network of M exponential stations gives N / (N + M - 1) of one station's rate.
  const expected = (100 * customers) / (customers + 1);
  const { perSecond } = simulate({ stations, stages }, customers, ROUNDS);
  expect(perSecond / expected).toBeGreaterThan(0.97);
  expect(perSecond / expected).toBeLessThan(1.03);
});

test('A stage at a station that does not exist is refused', () => {
  expect(() => simulate({ stations: [], stages: [{ at: 'nowhere', ms: 1 }] }, 1, 1)).toThrow(
    'There is no station nowhere',
  );
});
