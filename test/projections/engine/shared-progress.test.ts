/** A node that projects, beside another one that projects the same read models. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Position } from '../../../src/ports/event-log.ts';
import type { ReadProgress } from '../../../src/ports/read-progress.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { SharedProgress } from '../../../src/projections/engine/shared-progress.ts';

const position = 7n as Position;

/** Passes the position after so many milliseconds, or refuses. */
function progress(afterMs: number, refusal?: string): ReadProgress & { readonly waited: (number | undefined)[] } {
  const waited: (number | undefined)[] = [];
  return {
    waited,
    waitFor(_, withinMs) {
      waited.push(withinMs);
      return new Promise((resolve, reject) => {
        const settle = () => (refusal === undefined ? resolve() : reject(new StoreUnavailable('read models', refusal)));
        setTimeout(settle, afterMs);
      });
    },
  };
}

describe('Progress of read models that several nodes write', () => {
  beforeEach(() => vi.useFakeTimers({ now: 0 }));
  afterEach(() => vi.useRealTimers());

  async function settledAt(own: ReadProgress, stored: ReadProgress): Promise<string> {
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

  it('is refused at once when the own projector ends', async () => {
    expect(await settledAt(progress(10, 'are shutting down'), progress(0))).toMatch(/are shutting down at 10$/);
  });
});
