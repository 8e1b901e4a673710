import { expect, test } from 'vitest';
import { type Measurement, ratioTo } from '../../bench/harness/measurement.ts';
import { type Part, worsened } from '../../bench/results.ts';

const part = (...measurements: Measurement[]): Part => ({
  measuredAt: '2026-11-23T00:00:00.000Z',
  machine: '2 × CPU',
  node: 'v26.0.0',
  loadBefore: 0,
  loadAfter: 0,
  measurements,
  leftOut: [],
});
const rate = (value: number, relay: number, peer: number): Measurement => ({
  name: 'answers',
  value,
  unit: '/s',
  better: 'higher',
  aim: ratioTo('peer', 3),
  against: [
    { name: 'relay', value: relay },
    { name: 'peer', value: peer },
  ],
});
const memory = (value: number): Measurement => ({ name: 'memory', value, unit: 'MB', better: 'lower' });

test('what is compared with a baseline is judged by its ratio to that of its limit', () => {
  expect(worsened(part(rate(150, 500, 75)), part(rate(300, 2000, 200)))).toEqual([
    'answers: 2× peer before, 1.5× now (150 /s before, 300 /s now)',
  ]);
  expect(worsened(part(rate(150, 500, 75)), part(rate(100, 2000, 50)))).toEqual([]);
});

test('what is compared with nothing is judged by its value, and 15 % are no difference', () => {
  expect(worsened(part(memory(100)), part(memory(116)))).toEqual(['memory: 100 MB before, 116 MB now']);
  expect(worsened(part(memory(100)), part(memory(114)))).toEqual([]);
  expect(worsened(part(), part(memory(114)))).toEqual([]);
});
