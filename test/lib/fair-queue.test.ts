import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../src/lib/fair-queue.ts';

const { signal } = new AbortController();

/** Work that ends when it is told to; `begun` is what has begun, in order. */
function workbench(limits: { concurrency: number; perKey: number }) {
  const turns = new FairQueue(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, within: AbortSignal = signal) =>
    turns.run(name.slice(0, 1), within, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { begun, add, end, settled };
}

describe('Turns', () => {
  it('leave room for others, however much waits for one key', async () => {
    const { begun, add, settled } = workbench({ concurrency: 3, perKey: 2 });
    for (let number = 1; number <= 500; number += 1) void add(`a${number}`);
    void add('b1');
    await settled();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
  });

  it('go round among the keys, in the order that each key’s work came', async () => {
    const { begun, add, end, settled } = workbench({ concurrency: 1, perKey: 1 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void add(name);
    await settled();
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
      expect(begun.at(-1)).toBe(name);
      await end(name);
    }
    expect(begun).toHaveLength(6);
  });

  it('are waited for by others only while work of theirs could begin', async () => {
    const turns = new FairQueue({ concurrency: 2, perKey: 1 });
    const [ofA, ofB] = [await turns.acquire('a', signal), await turns.acquire('b', signal)];
    void turns.acquire('a', signal);
    void turns.acquire('b', signal);
    expect([turns.othersWait('a'), turns.othersWait('b')]).toEqual([false, false]);
    const ofC = turns.acquire('c', signal);
    expect([turns.othersWait('a'), turns.othersWait('b'), turns.othersWait('c')]).toEqual([true, true, false]);
    ofA();
    (await ofC)();
    ofB();
    expect(turns.othersWait('a')).toBe(false);
  });

  it('are all given out again, also by work that fails', async () => {
    const turns = new FairQueue({ concurrency: 1, perKey: 1 });
    const failing = turns.run('a', signal, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    await expect(turns.run('a', signal, async () => 'well')).resolves.toBe('well');
  });

  it('are not waited for by those who have given up', async () => {
    const { begun, add, end, settled } = workbench({ concurrency: 1, perKey: 1 });
    const stop = new AbortController();
    void add('a1');
    const left = add('a2', stop.signal);
    void add('a3');
    stop.abort(new Error('enough'));
    await expect(left).rejects.toThrow('enough');
    await expect(add('a4', stop.signal)).rejects.toThrow('enough');
    await end('a1');
    await settled();
    expect(begun).toEqual(['a1', 'a3']);
  });
});
