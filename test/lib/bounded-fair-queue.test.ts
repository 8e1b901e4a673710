import { describe, expect, it } from 'vitest';
import { BoundedFairQueue, QueueFull, type QueueLimits } from '../../src/lib/bounded-fair-queue.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when it is told to; `begun` is what has begun, `refused` what was given no place or lost it. */
function workbench(limits: QueueLimits) {
  const queue = new BoundedFairQueue(limits);
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string) => {
    const work = async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    };
    queue.run(name.slice(0, 1), work).catch((error: unknown) => {
      expect(error).toBeInstanceOf(QueueFull);
      refused.push(name);
    });
  };
  const endAll = async () => {
    for (let ended = -1; ended < begun.length; ) {
      ended = begun.length;
      ends.get(begun.at(-1) ?? '')?.();
      await settled();
    }
  };
  return { queue, begun, refused, add, endAll };
}

describe('A fair queue', () => {
  it('holds no more of one key than it may', async () => {
    const { begun, refused, add, endAll } = workbench({ size: 10, perKey: 2 });
    for (const name of ['a1', 'a2', 'a3', 'b1']) add(name);
    await endAll();
    expect({ begun, refused }).toEqual({ begun: ['a1', 'b1', 'a2'], refused: ['a3'] });
  });

  it('takes the newest of the longest backlog out for a key that has fewer', async () => {
    const { begun, refused, add, endAll } = workbench({ size: 4, perKey: 4 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'd1', 'e1']) add(name);
    await endAll();
    // Each key has one task by then, so the newest finds no place.
    expect({ begun, refused }).toEqual({ begun: ['a1', 'b1', 'c1', 'd1'], refused: ['e1', 'a4', 'a3', 'a2'] });
  });

  it('never takes out what has begun, and has room again when it ended', async () => {
    const { queue, begun, refused, add, endAll } = workbench({ size: 1, perKey: 1 });
    add('a1');
    await settled();
    add('b1');
    await endAll();
    expect({ begun, refused, size: queue.size }).toEqual({ begun: ['a1'], refused: ['b1'], size: 0 });
    add('b2');
    await settled();
    expect(begun).toEqual(['a1', 'b2']);
  });

  it('runs as many at once as it may, and then whose turn is longest ago', async () => {
    const { begun, add, endAll } = workbench({ size: 8, perKey: 8, concurrency: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) add(name);
    await settled();
    expect(begun).toEqual(['a1', 'a2']);
    await endAll();
    expect(begun.slice(2)).toEqual(['b1', 'a3', 'a4']);
  });

  it('tells when all of it has ended, whatever became of it', async () => {
    const queue = new BoundedFairQueue({ size: 4, perKey: 4 });
    let failed = false;
    void queue.run('a', async () => undefined);
    queue
      .run('b', () => Promise.reject(new Error('broken')))
      .catch(() => {
        failed = true;
      });
    await queue.settled();
    expect({ failed, size: queue.size }).toEqual({ failed: true, size: 0 });
  });
});
