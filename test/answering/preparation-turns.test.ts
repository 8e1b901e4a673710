import { describe, expect, it } from 'vitest';
import { PreparationTurns } from '../../src/answering/preparation-turns.ts';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';

const never = new AbortController().signal;
const LIMITS = { preparing: 1, waiting: 2, waitMs: 60_000 };

describe('A question to prepare', () => {
  it('waits while as many are prepared as a node prepares at once', async () => {
    const turns = new PreparationTurns({ ...LIMITS, preparing: 2 });
    const [endFirst] = await Promise.all([turns.take('a', never), turns.take('a', never)]);
    const began: string[] = [];
    const third = turns.take('a', never).then(() => began.push('third'));
    began.push('first ends');
    endFirst();
    await third;
    expect(began).toEqual(['first ends', 'third']);
  });

  it('does not wait behind the backlog of another account', async () => {
    const turns = new PreparationTurns(LIMITS);
    const end = await turns.take('a', never);
    const began: string[] = [];
    const prepared = ['a', 'b'].map(async (account) => {
      const endTurn = await turns.take(account, never);
      began.push(account);
      endTurn();
    });
    end();
    await Promise.all(prepared);
    expect(began).toEqual(['b', 'a']);
  });

  it('is refused before it is recorded when too many wait', async () => {
    const turns = new PreparationTurns(LIMITS);
    const end = await turns.take('a', never);
    const waiting = [turns.take('a', never), turns.take('a', never)];
    await expect(turns.take('b', never)).rejects.toThrow(StoreUnavailable);
    end();
    for (const turn of waiting) (await turn)();
    await expect(turns.take('b', never)).resolves.toBeTypeOf('function');
  });

  it('is refused when its turn does not come in time, and leaves its place to others', async () => {
    const turns = new PreparationTurns({ ...LIMITS, waiting: 1, waitMs: 1 });
    const end = await turns.take('a', never);
    await expect(turns.take('a', never)).rejects.toThrow('a question was not prepared within 1 ms');
    end();
    await expect(turns.take('a', never)).resolves.toBeTypeOf('function');
  });

  it('whose visitor leaves does not wait, and takes no turn', async () => {
    const turns = new PreparationTurns(LIMITS);
    const end = await turns.take('a', never);
    const leaving = new AbortController();
    const left = turns.take('a', leaving.signal);
    leaving.abort();
    (await left)();
    const next = turns.take('a', never);
    end();
    await expect(next).resolves.toBeTypeOf('function');
  });
});
