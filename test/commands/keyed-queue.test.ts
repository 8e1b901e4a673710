import { describe, expect, it } from 'vitest';
import { KeyedQueue } from '../../src/commands/keyed-queue.ts';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';

describe('tasks of one key', () => {
  it('run one after another, in the order they came', async () => {
    const queue = new KeyedQueue();
    const steps: string[] = [];
    const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    const runs = gates.map((gate, n) =>
      queue.run('key', async () => {
        steps.push(`${n} begins`);
        await gate.promise;
        steps.push(`${n} ends`);
        return n;
      }),
    );
    // Released in the wrong order, which must not matter.
    for (const gate of gates.toReversed()) gate.resolve();
    expect(await Promise.all(runs)).toEqual([0, 1, 2]);
    expect(steps).toEqual(['0 begins', '0 ends', '1 begins', '1 ends', '2 begins', '2 ends']);
  });

  it('are not spoilt by one that fails', async () => {
    const queue = new KeyedQueue();
    const results = await Promise.allSettled([
      queue.run('key', async () => 1),
      queue.run('key', () => Promise.reject(new Error('second'))),
      queue.run('key', () => {
        throw new Error('third, at once');
      }),
      queue.run('key', async () => 4),
    ]);
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
      1,
      'Error: second',
      'Error: third, at once',
      4,
    ]);
    expect(await queue.run('key', async () => 5)).toBe(5);
  });

  it('are bounded: one too many is refused at once, and there is room again when one has ended', async () => {
    const queue = new KeyedQueue({ maxTasks: 2 });
    const gate = Promise.withResolvers<void>();
    const running = queue.run('key', () => gate.promise);
    const waiting = queue.run('key', async () => 'waited');
    await expect(queue.run('key', async () => 'refused')).rejects.toThrow(StoreUnavailable);
    gate.resolve();
    await running;
    expect(await queue.run('key', async () => 'room')).toBe('room');
    expect(await waiting).toBe('waited');
  });
});

describe('tasks of different keys', () => {
  it('run at the same time, and fill no other queue', async () => {
    const queue = new KeyedQueue({ maxTasks: 1 });
    const gate = Promise.withResolvers<void>();
    const blocked = queue.run('a', () => gate.promise);
    expect(await queue.run('b', async () => 'b')).toBe('b');
    gate.resolve();
    await blocked;
  });
});

describe('a task whose turn does not come in time', () => {
  it('is refused then, never begins, and those behind it go on', async () => {
    const queue = new KeyedQueue({ maxWaitMs: 5 });
    const gate = Promise.withResolvers<void>();
    const begun: string[] = [];
    const first = queue.run('key', async () => {
      begun.push('first');
      await gate.promise;
    });
    const late = queue.run('key', async () => {
      begun.push('late');
    });
    await expect(late).rejects.toThrow(StoreUnavailable);
    const last = queue.run('key', async () => {
      begun.push('last');
    });
    gate.resolve();
    await Promise.all([first, last]);
    expect(begun).toEqual(['first', 'last']);
  });
});
