/** The calculation behind docs/scaling.md. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readResults } from '../../../bench/results.ts';
import { type Measured, planFor } from '../../../bench/scaling/plan.ts';
import { scalingPage } from '../../../bench/scaling/tables.ts';

const measured: Measured = {
  appends: 3,
  logBytes: 8_000,
  httpCpuMs: 14,
  projectorCpuMs: 1,
  mongoRequests: 30,
  searchRequests: 5,
  appendsPerSecond: 6_000,
};

test('docs/scaling.md shows what follows from the recorded results', () => {
  const { written, current } = scalingPage(readResults());
  expect(written).toBe(current);
  expect(written.match(/<!-- end -->/g)).toHaveLength(4);
});

test('A hundred messages a second need two cores at 14 ms each, and one of everything else', () => {
  expect(planFor(100, measured)).toMatchObject({ httpCores: 2, shards: 1, heldBy: 'nothing', appends: 300 });
});

test('A thousand are held by the projector when it is slower than the log, and by the log otherwise', () => {
  expect(planFor(1_000, measured)).toMatchObject({ shards: 2, heldBy: 'projector' });
  expect(planFor(1_000, { ...measured, appendsPerSecond: 1_000 })).toMatchObject({ shards: 5, heldBy: 'EventStoreDB' });
});

test('No part is planned to work more than seven tenths of its time, at any rate', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (rate) => {
      const { shards, httpCores } = planFor(rate, measured);
      expect((rate * measured.projectorCpuMs) / 1000 / shards).toBeLessThanOrEqual(0.700_001);
      expect((rate * measured.appends) / shards / measured.appendsPerSecond).toBeLessThanOrEqual(0.700_001);
      expect((rate * measured.httpCpuMs) / 1000 / httpCores).toBeLessThanOrEqual(0.700_001);
    }),
  );
});
