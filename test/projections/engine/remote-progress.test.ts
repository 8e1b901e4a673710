/** A node that waits for the read models of another one. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Documents } from '../../../src/ports/documents.ts';
import type { Position } from '../../../src/ports/event-log.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { RemoteProgress } from '../../../src/projections/engine/remote-progress.ts';
import { tally } from '../../support/projections/read-models.ts';

const start = 1n as Position;
const next = 2n as Position;

/** A document store whose checkpoint another node moves after some polls. */
function storeMovedAfter(polls: number, fails = false): { documents: Documents; polledAt: number[] } {
  const polledAt: number[] = [];
  const checkpoints = async () => {
    polledAt.push(Date.now());
    if (fails) throw new StoreUnavailable('documents', 'is away');
    return [{ position: polledAt.length > polls ? next : start, eventId: null }];
  };
  return { documents: { checkpoints } as unknown as Documents, polledAt };
}

describe('Progress of another node', () => {
  beforeEach(() => vi.useFakeTimers({ now: 0 }));
  afterEach(() => vi.useRealTimers());

  it('is polled after 2 ms, then less and less often, at most every 10 ms', async () => {
    const { documents, polledAt } = storeMovedAfter(5);
    const progress = new RemoteProgress(documents, [tally()]);
    const waited = progress.waitFor(next);
    await vi.advanceTimersByTimeAsync(60);
    await waited;
    expect(polledAt).toEqual([2, 6, 14, 24, 34, 44]);
  });

  it('is not polled for a position that it has passed already', async () => {
    const { documents, polledAt } = storeMovedAfter(0);
    const progress = new RemoteProgress(documents, [tally()]);
    const waited = progress.waitFor(next);
    await vi.advanceTimersByTimeAsync(5);
    await waited;
    await progress.waitFor(start);
    await vi.advanceTimersByTimeAsync(100);
    expect(polledAt).toEqual([2]);
  });

  it('is polled seldom while the store is unavailable', async () => {
    const { documents, polledAt } = storeMovedAfter(0, true);
    const progress = new RemoteProgress(documents, [tally()]);
    const waited = progress.waitFor(next, 600);
    const failed = expect(waited).rejects.toThrow(StoreUnavailable);
    await vi.advanceTimersByTimeAsync(600);
    await failed;
    expect(polledAt).toEqual([2, 252, 502]);
  });
});
