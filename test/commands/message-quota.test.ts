import { describe, expect, it } from 'vitest';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import type { SessionRef } from '../../src/commands/conversations.ts';
import { MessageQuotaCommands, type QuotaReservation } from '../../src/commands/message-quota.ts';
import { chatbotSubject } from '../../src/domain/key-subjects.ts';
import type { CommandContext } from '../../src/event-log/event-store.ts';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';
import { idOf, NOON } from '../support/fixtures.ts';
import {
  MESSAGE_LIMIT,
  type Node,
  newCommand,
  nodeOn,
  recordedIn,
  storesOfFile,
  valueOrThrow,
  withAppend,
} from '../support/inside.ts';

const stores = storesOfFile();
const chatbotId = idOf('bot');
const LATER = NOON + 60_000;
const newSession = (): SessionRef => ({ chatbotId, sessionId: crypto.randomUUID() });

/** Reserves and records a visitor's message. Returns whether it was recorded. */
async function send(node: Node, accountId: string, command = newCommand(), session = newSession()): Promise<boolean> {
  const taken = await node.messageQuota.reserve(accountId, session, command);
  if (!taken.ok) return false;
  return (await record(node, taken.value, session, command)).ok;
}

function record(node: Node, taken: QuotaReservation, session: SessionRef, command: CommandContext) {
  const question = { keyId: idOf('key'), content: 'Hello', lead: null };
  return node.messageQuota.withReservation(taken, (messageId) =>
    node.conversations.askQuestion(session, { messageId, ...question }, command),
  );
}

/** Returns how many messages go through before the month is used up. */
async function sendAll(node: Node, accountId: string, at = NOON): Promise<number> {
  for (let sent = 0; ; sent += 1) if (!(await send(node, accountId, newCommand(at)))) return sent;
}

describe("A month's quota", () => {
  it('is exact for messages that come at once, at several nodes', async () => {
    const nodes = [nodeOn(stores()), nodeOn(stores()), nodeOn(stores())];
    const sending = Array.from({ length: 60 }, (_, number) => send(nodes[number % 3] as Node, idOf('many')));
    const sent = await Promise.all(sending);
    expect(sent.filter((was) => was)).toHaveLength(MESSAGE_LIMIT);
  });

  it('is of the account and of the month', async () => {
    const node = nodeOn(stores());
    const february = Date.UTC(2026, 1, 28, 23, 59, 59, 999);
    expect(await sendAll(node, idOf('one'), february)).toBe(MESSAGE_LIMIT);
    expect(await sendAll(node, idOf('other'), february)).toBe(MESSAGE_LIMIT);
    expect(await sendAll(node, idOf('one'), february + 1)).toBe(MESSAGE_LIMIT);
  });

  it('is told as it counts: by month, reserved messages included, released ones not', async () => {
    const node = nodeOn(stores());
    const lastMoment = Date.UTC(2026, 1, 28, 23, 59, 59, 999);
    const usage = (at: number) => nodeOn(stores()).messageQuota.usage(idOf('told'), at);
    const used = (month: string, messages: number) => ({ month, used: messages, limit: MESSAGE_LIMIT });
    expect(await usage(lastMoment)).toEqual(used('2026-02', 0));
    await send(node, idOf('told'), newCommand(lastMoment));
    const reserved = valueOrThrow(await node.messageQuota.reserve(idOf('told'), newSession(), newCommand(lastMoment)));
    expect(await usage(lastMoment)).toEqual(used('2026-02', 2));
    await node.messageQuota.withReservation(reserved, async () => ({ ok: false }) as const);
    expect(await usage(lastMoment)).toEqual(used('2026-02', 1));
    expect(await usage(lastMoment + 1)).toEqual(used('2026-03', 0));
  });

  it('reserves messages that arrive during an append together, by one append', async () => {
    const node = nodeOn(stores());
    await Promise.all(Array.from({ length: MESSAGE_LIMIT }, () => send(node, idOf('together'))));
    const month = new Date(NOON).toISOString().slice(0, 7);
    expect(await recordedIn(stores(), `allowance-${idOf('together')}-${month}`)).toHaveLength(2);
  });

  it('counts a command once, however often it is tried, and under one id', async () => {
    const node = nodeOn(stores());
    const [command, session] = [newCommand(), newSession()];
    const first = valueOrThrow(await node.messageQuota.reserve(idOf('again'), session, command));
    const second = valueOrThrow(await nodeOn(stores()).messageQuota.reserve(idOf('again'), session, command));
    expect(second).toEqual(first);
    expect((await record(node, second, session, command)).ok).toBe(true);
    expect(await sendAll(node, idOf('again'))).toBe(MESSAGE_LIMIT - 1);
  });

  it('has a message back that was not asked after all', async () => {
    const node = nodeOn(stores());
    const refused = async () => ({ ok: false }) as const;
    for (let time = 0; time < 2 * MESSAGE_LIMIT; time += 1) {
      const taken = valueOrThrow(await node.messageQuota.reserve(idOf('refused'), newSession(), newCommand()));
      await node.messageQuota.withReservation(taken, refused);
    }
    expect(await sendAll(node, idOf('refused'))).toBe(MESSAGE_LIMIT);
  });

  it('releases the reservation of a message whose chatbot was erased meanwhile', async () => {
    const node = nodeOn(stores());
    const gone = { chatbotId: idOf('erased bot'), sessionId: 'visitor' };
    await stores().keys.erase(chatbotSubject(gone.chatbotId));
    for (let time = 0; time < MESSAGE_LIMIT; time += 1) {
      await expect(send(node, idOf('erased'), newCommand(), gone)).rejects.toThrow('erased');
    }
    expect(await sendAll(node, idOf('erased'))).toBe(MESSAGE_LIMIT);
  });
});

describe('A message counted by a process that ended', () => {
  it('before the question was recorded is released when the month is used up', async () => {
    const ended = nodeOn(stores());
    await ended.messageQuota.reserve(idOf('lost'), newSession(), newCommand());
    await ended.messageQuota.reserve(idOf('lost'), newSession(), newCommand());
    const node = nodeOn(stores());
    // The callers that reserved them may still be about to ask.
    expect(await sendAll(node, idOf('lost'), NOON + 5_000)).toBe(MESSAGE_LIMIT - 2);
    expect(await sendAll(node, idOf('lost'), LATER)).toBe(2);
    expect(await sendAll(nodeOn(stores()), idOf('lost'), LATER)).toBe(0);
  });

  it('after it was recorded stays counted', async () => {
    const ended = nodeOn(stores());
    await Promise.all([1, 2, 3].map(() => send(ended, idOf('kept'))));
    const node = nodeOn(stores());
    expect(await sendAll(node, idOf('kept'), LATER)).toBe(MESSAGE_LIMIT - 3);
    expect(await sendAll(node, idOf('kept'), LATER + 60_000)).toBe(0);
  });

  it('is looked for at once where no other process can be at work', async () => {
    await nodeOn(stores()).messageQuota.reserve(idOf('embedded'), newSession(), newCommand());
    const { executor, conversations, ...node } = nodeOn(stores());
    const months = { executor, conversations, ids: uuidV7Ids, planLimit: MESSAGE_LIMIT, report: () => undefined };
    const messageQuota = new MessageQuotaCommands({ ...months, othersEndedAt: NOON + 1 });
    const restarted = { ...node, executor, conversations, messageQuota };
    expect(await sendAll(restarted, idOf('embedded'), NOON + 1)).toBe(MESSAGE_LIMIT);
  });

  it('that lives on after all is too late: never is one more recorded than the month has', async () => {
    const slow = nodeOn(stores());
    const [session, command] = [newSession(), newCommand()];
    const taken = valueOrThrow(await slow.messageQuota.reserve(idOf('slow'), session, command));
    expect(await sendAll(nodeOn(stores()), idOf('slow'), LATER)).toBe(MESSAGE_LIMIT);
    expect(await record(slow, taken, session, command)).toMatchObject({ ok: false, rejection: 'QuestionWithdrawn' });
    expect(await sendAll(slow, idOf('slow'), LATER)).toBe(0);
  });
});

describe('A log that answers no more', () => {
  it('costs the month nothing for good: what was recorded counts, what was not is there again', async () => {
    const { log } = stores();
    let fate: 'fine' | 'refused' | 'answer lost' = 'fine';
    const failing = nodeOn({
      ...stores(),
      log: withAppend(log, async (stream, ...append) => {
        if (!stream.startsWith('conversation-') || fate === 'fine') return log.append(stream, ...append);
        if (fate === 'answer lost') await log.append(stream, ...append);
        throw new StoreUnavailable('event log', 'away');
      }),
    });
    for (const next of ['refused', 'answer lost'] as const) {
      fate = next;
      await expect(send(failing, idOf('away'))).rejects.toThrow(StoreUnavailable);
    }
    fate = 'fine';
    expect(await sendAll(failing, idOf('away'), LATER)).toBe(MESSAGE_LIMIT - 1);
  });

  it('during a review leaves the month as it is', async () => {
    const { log } = stores();
    await nodeOn(stores()).messageQuota.reserve(idOf('unknown'), newSession(), newCommand());
    let away = true;
    const node = nodeOn({
      ...stores(),
      log: withAppend(log, async (stream, ...append) => {
        // At LATER, a review withdraws the reserved question: the only append to a conversation's stream.
        if (away && stream.startsWith('conversation-')) throw new StoreUnavailable('event log', 'away');
        return log.append(stream, ...append);
      }),
    });
    for (let taken = 1; taken < MESSAGE_LIMIT; taken += 1) {
      valueOrThrow(await node.messageQuota.reserve(idOf('unknown'), newSession(), newCommand(LATER)));
    }
    const further = () => node.messageQuota.reserve(idOf('unknown'), newSession(), newCommand(LATER));
    expect(await further()).toMatchObject({ ok: false, rejection: 'MessageLimitReached' });
    away = false;
    expect(await further()).toMatchObject({ ok: true });
    expect(await further()).toMatchObject({ ok: false });
  });
});

it('Commands of two nodes to one stream all come to an end, however many there are', async () => {
  const nodes = [nodeOn(stores()), nodeOn(stores())];
  const session = newSession();
  const asking = Array.from({ length: 60 }, (_, number) => {
    const { conversations } = nodes[number % 2] as Node;
    const question = { messageId: uuidV7Ids.next(), keyId: idOf('key'), content: `question ${number}`, lead: null };
    return conversations.askQuestion(session, question, newCommand());
  });
  for (const outcome of await Promise.all(asking)) expect(outcome.ok).toBe(true);
});
