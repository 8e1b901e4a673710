import { describe, expect, it } from 'vitest';
import { Calls } from '../../../src/adapters/eventstoredb/calls.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';

const DEADLINE_MS = 100;
/** As many as run at a time. */
const CONCURRENT = 64;

const unanswered = () => new Promise<never>(() => undefined);

/** Calls to a server that has just left one without an answer. */
async function callsToAway(): Promise<Calls> {
  const calls = new Calls(DEADLINE_MS);
  await expect(calls.run(unanswered)).rejects.toBeInstanceOf(StoreUnavailable);
  return calls;
}

describe('A call that runs into its deadline', () => {
  it('tells why its attempts failed, and not that the last one was cut short', async () => {
    const calls = new Calls(DEADLINE_MS);
    let attempts = 0;
    const attempt = () => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(new Error('The certificate is of another host')) : unanswered();
    };
    await expect(calls.run(attempt)).rejects.toThrow('event log: The certificate is of another host');
  });
});

describe('While the server is away', () => {
  it('calls fail unmade, until one that tries it finds it back', async () => {
    const calls = await callsToAway();
    const tried: string[] = [];
    const others = ['a', 'b'].map((name) => calls.run(async () => tried.push(name)));
    for (const call of others) await expect(call).rejects.toBeInstanceOf(StoreUnavailable);
    expect(tried).toEqual([]);
    await expect.poll(() => calls.run(async () => 'back').catch(() => null), { timeout: 10_000 }).toBe('back');
    expect(await Promise.all(['a', 'b'].map((name) => calls.run(async () => name)))).toEqual(['a', 'b']);
  });

  it('calls that waited for those before them are not made', async () => {
    const calls = new Calls(10 * DEADLINE_MS);
    const retried = Promise.withResolvers<void>();
    let attempts = 0;
    const attempt = () => {
      attempts += 1;
      if (attempts > CONCURRENT) retried.resolve();
      return unanswered();
    };
    const running = Array.from({ length: CONCURRENT }, () => calls.run(attempt));
    await retried.promise;
    let made = 0;
    const waiting = Array.from({ length: 10 }, () => calls.run(async () => (made += 1)));
    const outcomes = await Promise.allSettled([...running, ...waiting]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    expect(made).toBe(0);
  });
});
