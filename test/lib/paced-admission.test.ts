import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PacedAdmission } from '../../src/lib/paced-admission.ts';

const TURN_MS = 25;
const stays = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Work of these keys that ends when it is told to, and which of it has begun. */
function begin(admission: PacedAdmission, keys: readonly string[]) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const all = keys.map((key, index) =>
    admission.run(key, stays, () => {
      begun.push(`${key}${index}`);
      return new Promise<void>((resolve) => ends.set(`${key}${index}`, resolve));
    }),
  );
  return { begun, all, end: (name: string) => ends.get(name)?.() };
}

describe('Paced admission', () => {
  it('admits as much at a time as there are turns, keys in rotation', async () => {
    const { begun, end } = begin(new PacedAdmission({ concurrency: 2, maxTurnMs: TURN_MS }), ['a', 'a', 'a', 'b']);
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['a0', 'a1']);
    end('a0');
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(['a0', 'a1', 'b3']);
  });

  it('goes on without work that waits for something else', async () => {
    const { begun, all, end } = begin(new PacedAdmission({ concurrency: 1, maxTurnMs: TURN_MS }), ['a', 'a']);
    await vi.advanceTimersByTimeAsync(TURN_MS - 1);
    expect(begun).toEqual(['a0']);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun).toEqual(['a0', 'a1']);
    end('a0');
    end('a1');
    await Promise.all(all);
  });

  it('gives the turn of work that failed, or was left before it began, to the next', async () => {
    const admission = new PacedAdmission({ concurrency: 1, maxTurnMs: TURN_MS });
    const failing = admission.run('a', stays, async () => {
      throw new Error('broken');
    });
    const leaver = new AbortController();
    const left = admission.run('a', leaver.signal, async () => 'left');
    leaver.abort(new Error('gone'));
    const next = admission.run('a', stays, async () => 'next');
    await expect(failing).rejects.toThrow('broken');
    await expect(left).rejects.toThrow('gone');
    expect(await next).toBe('next');
  });
});
