/** A node that projects, beside another one that projects the same read models. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Documents } from '../../../src/ports/documents.ts';
import type { Position } from '../../../src/ports/event-log.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { RemoteProgress } from '../../../src/projections/engine/remote-progress.ts';
import { SharedProgress } from '../../../src/projections/engine/shared-progress.ts';

const position = 7n as Position;

/** Passes the position after so many milliseconds, or refuses. */
function progress(afterMs: number, refusal?: string) {
  const waited: (number | undefined)[] = [];
  return {
    waited,
    isRebuilding: false,
    reset: () => undefined,
    waitFor(_: Position | null, withinMs?: number) {
      waited.push(withinMs);
      return new Promise<void>((resolve, reject) => {
        const settle = () => (refusal === undefined ? resolve() : reject(new StoreUnavailable('read models', refusal)));
        setTimeout(settle, afterMs);
      });
    },
  };
}

type Progress = ReturnType<typeof progress>;

describe('Progress of read models that several nodes write', () => {
  beforeEach(() => vi.useFakeTimers({ now: 0 }));
  afterEach(() => vi.useRealTimers());

  async function settledAt(own: Progress, stored: Progress): Promise<string> {
    const waited = new SharedProgress(() => own, stored).waitFor(position).then(
      () => `passed at ${Date.now()}`,
      (error: Error) => `${error.message} at ${Date.now()}`,
    );
    await vi.runAllTimersAsync();
    return waited;
  }

  it('is that of the own projector while that keeps up, and nothing is polled', async () => {
    const stored = progress(0);
    expect(await settledAt(progress(80), stored)).toBe('passed at 80');
    expect(stored.waited).toEqual([]);
  });

  it('is that of the other node once the own projector is behind', async () => {
    const stored = progress(30);
    expect(await settledAt(progress(9_000), stored)).toBe('passed at 130');
    expect(stored.waited).toEqual([4_900]);
  });

  it('is awaited from the other node also when the own projector has given up', async () => {
    expect(await settledAt(progress(1_000, 'stall'), progress(2_000))).toBe('passed at 2100');
  });

  it('is refused for the own reason when no node makes it', async () => {
    expect(await settledAt(progress(5_000, 'are behind'), progress(4_900, 'timeout'))).toMatch(/are behind at 5000$/);
  });

  it('counts nothing as passed that was before the read models went back', async () => {
    let stored: Position | null = position;
    const checkpoints = async () => [{ position: stored }];
    const remote = new RemoteProgress({ checkpoints } as unknown as Documents, []);
    const behind = { ...progress(9_000), isRebuilding: false };
    const shared = new SharedProgress(() => behind, remote);
    const before = shared.waitFor(position);
    await vi.advanceTimersByTimeAsync(200);
    await before;
    [stored, behind.isRebuilding] = [null, true];
    let hasPassed = false;
    const after = shared.waitFor(position).then(() => {
      hasPassed = true;
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(hasPassed).toBe(false);
    await vi.runAllTimersAsync();
    await after;
  });

  it('is refused at once when the own projector ends', async () => {
    expect(await settledAt(progress(10, 'are shutting down'), progress(0))).toMatch(/are shutting down at 10$/);
  });
});
