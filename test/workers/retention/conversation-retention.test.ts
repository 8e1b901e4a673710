import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteSideStores } from '../../../src/adapters/sqlite/side-stores/side-stores.ts';
import { conversationSubject } from '../../../src/domain/key-subjects.ts';
import type { Idempotency } from '../../../src/ports/idempotency.ts';
import { allProjections } from '../../../src/projections/all.ts';
import { ConversationQueries } from '../../../src/projections/conversations/queries.ts';
import type { ProjectionEngine } from '../../../src/projections/engine/engine.ts';
import {
  eraseInactiveConversations,
  startConversationRetention,
} from '../../../src/workers/retention/conversation-retention.ts';
import { idOf, NOON } from '../../support/fixtures.ts';
import { type Node, newCommand, nodeOn, valueOrThrow } from '../../support/inside.ts';
import { modelsOf, openReadSide, type ReadSide, startEngine } from '../../support/projections/read-models.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const DAY = 24 * 3_600_000;
const chatbotId = idOf('bot');
const { signal } = new AbortController();

let side: ReadSide;
let node: Node;
let engine: ProjectionEngine;
let leases: Idempotency;
let now: number;
const clock = { now: () => now };

beforeEach(async () => {
  side = await openReadSide();
  node = nodeOn(side, undefined, clock);
  now = NOON;
  engine = (await startEngine(side, allProjections)).engine;
  const { counters, embeddingCache, idempotency } = await openSqliteSideStores({ directory: temporaryDirectory() });
  leases = idempotency;
  onTestFinished(async () => {
    for (const store of [counters, embeddingCache, idempotency]) await store.close();
  });
});

const depsOf = (by: Node = node) => ({
  conversations: by.conversations,
  queries: new ConversationQueries(side.documents),
  leases,
  clock,
  maxAgeMs: 30 * DAY,
});

async function ask(sessionId: string, messageId: string, lead: { email: string } | null = null): Promise<string> {
  const question = { messageId: idOf(messageId), keyId: idOf('key'), content: `${messageId} of ${sessionId}`, lead };
  const asked = await node.conversations.askQuestion({ chatbotId, sessionId }, question, newCommand(now));
  await engine.waitFor(asked.position);
  return valueOrThrow(asked).conversationId;
}

async function erase(by?: Node) {
  const erased = await eraseInactiveConversations(depsOf(by), signal);
  await engine.waitFor(await side.log.head());
  return erased;
}

const readModels = async () => JSON.stringify(await modelsOf(side.documents, allProjections));

describe('A conversation that is older than the retention', () => {
  it('is erased with its words and contact details; younger ones stay', async () => {
    const old = await ask('forgotten', 'first', { email: 'vera@example.com' });
    now += 10 * DAY;
    const young = await ask('remembered', 'second', { email: 'otto@example.com' });
    now += 21 * DAY;
    expect(await erase()).toEqual({ erased: 1, spared: 0 });
    const shown = await readModels();
    expect(shown).not.toMatch(/forgotten|vera@example/);
    expect(shown).toMatch(/second of remembered/);
    expect(shown).toMatch(/otto@example/);
    const subjects = [old, young].map((id) => conversationSubject(chatbotId, id));
    const keys = await side.keys.find(subjects);
    expect(subjects.map((subject) => keys.get(subject) === null)).toEqual([true, false]);
    expect(await erase()).toEqual({ erased: 0, spared: 0 });
  });

  it('counts its age from its last activity', async () => {
    await ask('visitor', 'first');
    now += 29 * DAY;
    await ask('visitor', 'second');
    now += 29 * DAY;
    expect(await erase()).toEqual({ erased: 0, spared: 0 });
    now += 2 * DAY;
    expect(await erase()).toEqual({ erased: 1, spared: 0 });
  });

  it('stays when it goes on while it is looked at', async () => {
    await ask('visitor', 'first');
    now += 31 * DAY;
    const conversations: Pick<Node['conversations'], 'erase'> = {
      erase: async (...given) => {
        await ask('visitor', 'at the last moment');
        return node.conversations.erase(...given);
      },
    };
    expect(await eraseInactiveConversations({ ...depsOf(), conversations }, signal)).toEqual({ erased: 0, spared: 1 });
    expect(await readModels()).toMatch(/at the last moment of visitor/);
  });

  it('is not the one that the same session begins afterwards', async () => {
    const first = await ask('visitor', 'first');
    now += 31 * DAY;
    await erase();
    const second = await ask('visitor', 'again');
    expect(second).not.toBe(first);
    expect(await erase()).toEqual({ erased: 0, spared: 0 });
    expect(await readModels()).toMatch(/again of visitor/);
  });
});

describe('Retention', () => {
  it('erases more than a page, and goes on where a process ended in the middle', async () => {
    const ids = [];
    for (let n = 0; n < 120; n += 1) ids.push(await ask(`visitor ${n}`, `question ${n}`));
    now += 31 * DAY;
    const ended = new AbortController();
    let count = 0;
    const conversations: Pick<Node['conversations'], 'erase'> = {
      erase: async (...given) => {
        count += 1;
        if (count === 50) ended.abort();
        return node.conversations.erase(...given);
      },
    };
    expect(await eraseInactiveConversations({ ...depsOf(), conversations }, ended.signal)).toEqual({
      erased: 50,
      spared: 0,
    });
    await engine.waitFor(await side.log.head());
    expect(await erase(nodeOn(side, undefined, clock))).toEqual({ erased: 70, spared: 0 });
    expect(await readModels()).not.toMatch(/question|visitor/);
  });

  it('works on one node at a time', async () => {
    await ask('visitor', 'first');
    now += 31 * DAY;
    const under = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const conversations: Pick<Node['conversations'], 'erase'> = {
      erase: async (...given) => {
        under.resolve();
        await goOn.promise;
        return node.conversations.erase(...given);
      },
    };
    const first = eraseInactiveConversations({ ...depsOf(), conversations }, signal);
    await under.promise;
    expect(await erase(nodeOn(side, undefined, clock))).toBeNull();
    goOn.resolve();
    expect(await first).toEqual({ erased: 1, spared: 0 });
    await engine.waitFor(await side.log.head());
    expect(await erase()).toEqual({ erased: 0, spared: 0 });
  });

  it('begins once the read models have caught up, and says how many it erased', async () => {
    await ask('visitor', 'first');
    now += 31 * DAY;
    const caughtUp = Promise.withResolvers<void>();
    const told = Promise.withResolvers<object>();
    const task = startConversationRetention({
      ...depsOf(),
      log: side.log,
      ready: () => caughtUp.promise,
      report: () => undefined,
      onErased: told.resolve,
      onLeap: () => undefined,
    });
    onTestFinished(() => task.stop());
    expect(
      (await side.log.readAll({ after: null, limit: 10, filter: { types: ['ConversationErased'] } })).events,
    ).toEqual([]);
    caughtUp.resolve();
    expect(await told.promise).toEqual({ erased: 1, spared: 0 });
  });

  it('erases nothing by a clock that leapt ahead until it has settled', async () => {
    await ask('visitor', 'first');
    now += 31 * DAY;
    const leapt = Promise.withResolvers<number>();
    const claims: object[] = [];
    const watched = {
      renew: leases.renew.bind(leases),
      release: leases.release.bind(leases),
      claim: (...given: Parameters<Idempotency['claim']>) => {
        claims.push(given);
        return leases.claim(...given);
      },
    };
    const latest = (await side.log.readLatest(1)).map((event) => ({ ...event, recordedAt: NOON }));
    const task = startConversationRetention({
      ...depsOf(),
      leases: watched,
      log: { readLatest: async () => latest },
      ready: async () => undefined,
      report: () => undefined,
      onErased: () => undefined,
      onLeap: leapt.resolve,
    });
    expect(await leapt.promise).toBe(31);
    await task.stop();
    expect(claims).toEqual([]);
  });
});
