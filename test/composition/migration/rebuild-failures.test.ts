import { describe, expect, test } from 'vitest';
import { MAX_FAILING_MS, RebuildFailures } from '../../../src/composition/migration/rebuild-failures.ts';
import { DiskRefusesWrites, StoreUnavailable } from '../../../src/ports/store-unavailable.ts';

const outage = new StoreUnavailable('documents', 'does not answer');

function failuresAt(clock: { now: number }): RebuildFailures {
  return new RebuildFailures(() => clock.now);
}

describe('A rebuild of read models during a migration', () => {
  test('that fails and gets no further ends with its latest failure', () => {
    const clock = { now: 0 };
    const failures = failuresAt(clock);
    failures.requireProgress(5n);
    failures.add(new Error('an earlier failure'));
    failures.add(outage);
    clock.now = MAX_FAILING_MS;
    failures.requireProgress(5n);
    clock.now += 1;
    expect(() => failures.requireProgress(5n)).toThrow(outage);
  });

  test('that gets further goes on, however often it fails', () => {
    const clock = { now: 0 };
    const failures = failuresAt(clock);
    for (let reached = 1n; reached < 5n; reached += 1n) {
      failures.add(outage);
      failures.requireProgress(reached);
      clock.now += MAX_FAILING_MS * 2;
    }
  });

  test('that is slow without a failure goes on', () => {
    const clock = { now: 0 };
    const failures = failuresAt(clock);
    failures.requireProgress(1n);
    failures.add(undefined);
    clock.now = MAX_FAILING_MS * 10;
    failures.requireProgress(1n);
  });

  test('ends at once when the disk refuses its writes', () => {
    const failures = failuresAt({ now: 0 });
    const refusal = new DiskRefusesWrites('documents', 'database or disk is full', 'full');
    failures.add(refusal);
    expect(() => failures.requireProgress(1n)).toThrow(refusal);
  });
});
