import { describe, expect, it } from 'vitest';
import { PreparationQueue } from '../../src/answering/preparation-queue.ts';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';

const never = new AbortController().signal;
const LIMITS = { concurrency: 1, maxWaiting: 2, maxWaitMs: 60_000 };

describe('A question to prepare', () => {
  it('waits while as many are prepared as a node prepares at once', async () => {
    const queue = new PreparationQueue({ ...LIMITS, concurrency: 2 });
    const [releaseFirst] = await Promise.all([queue.acquire('a', never), queue.acquire('a', never)]);
    const began: string[] = [];
    const third = queue.acquire('a', never).then(() => began.push('third'));
    began.push('first ends');
    releaseFirst();
    await third;
    expect(began).toEqual(['first ends', 'third']);
  });

  it('does not wait behind the backlog of another account', async () => {
    const queue = new PreparationQueue(LIMITS);
    const release = await queue.acquire('a', never);
    const began: string[] = [];
    const prepared = ['a', 'b'].map(async (account) => {
      const release = await queue.acquire(account, never);
      began.push(account);
      release();
    });
    release();
    await Promise.all(prepared);
    expect(began).toEqual(['b', 'a']);
  });

  it('is refused before it is recorded when too many wait', async () => {
    const queue = new PreparationQueue(LIMITS);
    const release = await queue.acquire('a', never);
    const waiting = [queue.acquire('a', never), queue.acquire('a', never)];
    await expect(queue.acquire('b', never)).rejects.toThrow(StoreUnavailable);
    release();
    for (const turn of waiting) (await turn)();
    await expect(queue.acquire('b', never)).resolves.toBeTypeOf('function');
  });

  it('is refused when its turn does not come in time, and leaves its place to others', async () => {
    const queue = new PreparationQueue({ ...LIMITS, maxWaiting: 1, maxWaitMs: 1 });
    const release = await queue.acquire('a', never);
    await expect(queue.acquire('a', never)).rejects.toThrow('a question was not prepared within 1 ms');
    release();
    await expect(queue.acquire('a', never)).resolves.toBeTypeOf('function');
  });

  it('whose visitor leaves does not wait, and takes no turn', async () => {
    const queue = new PreparationQueue(LIMITS);
    const release = await queue.acquire('a', never);
    const leaving = new AbortController();
    const left = queue.acquire('a', leaving.signal);
    leaving.abort();
    (await left)();
    const next = queue.acquire('a', never);
    release();
    await expect(next).resolves.toBeTypeOf('function');
  });
});
