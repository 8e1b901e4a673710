import { describe, expect, it } from 'vitest';
import { type EmailClaimEvent, emailClaim } from '../../src/domain/account/email-claim.ts';
import { conversation } from '../../src/domain/conversation/conversation.ts';
import type { ConversationEvent } from '../../src/domain/conversation/events.ts';
import type { DomainEvent } from '../../src/domain/events.ts';
import { leadSubject } from '../../src/domain/schema.ts';
import { chainHash } from '../../src/log/chain.ts';
import { UnreadableEvent } from '../../src/log/codec.ts';
import { EventStore, type Loaded } from '../../src/log/event-store.ts';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import { idOf } from '../support/fixtures.ts';
import { newCommand, openStores } from '../support/inside.ts';

const where = { conversationId: idOf('conversation'), chatbotId: idOf('bot') };
const started: ConversationEvent = {
  type: 'ConversationStarted',
  data: { ...where, keyId: idOf('key') },
  sealed: { sessionId: 'visitor' },
};
const asked = (message: string): ConversationEvent => ({
  type: 'QuestionAsked',
  data: { ...where, messageId: idOf(message) },
  sealed: { content: message },
});
const claimed: EmailClaimEvent = { type: 'EmailClaimed', data: { accountId: idOf('ada') } };

async function openStore() {
  const stores = await openStores();
  return { ...stores, store: new EventStore(stores.log, stores.codec) };
}

async function appendTo(store: EventStore, id: string, events: readonly DomainEvent[]) {
  return store.append(await store.load(conversation, id), events, newCommand());
}

/** Which events do not carry the hash of the one before them. */
function brokenLinks(stream: string, events: readonly StoredEvent[]): readonly number[] {
  let previous: string | null = null;
  return events.flatMap((event, index) => {
    const holds = event.metadata.previous === previous && event.revision === index;
    previous = chainHash(stream, index, event);
    return holds ? [] : [index];
  });
}

async function longStream(): Promise<{ stream: string; events: readonly StoredEvent[] }> {
  const { store, log } = await openStore();
  await appendTo(store, '1', [started, asked('q0')]);
  for (let n = 1; n < 6; n += 1) await appendTo(store, '1', [asked(`q${n}`)]);
  return { stream: 'conversation-1', events: await log.readStream('conversation-1') };
}

describe('an aggregate', () => {
  it('that was never written is at its beginning', async () => {
    const { store } = await openStore();
    expect(await store.load(emailClaim, 'x')).toEqual({
      stream: 'email-x',
      state: { accountId: null },
      revision: 'no-stream',
      position: null,
      chain: null,
      recentCommands: [],
    });
  });

  it('is loaded as it stands, by whoever asks', async () => {
    const stores = await openStores();
    const [here, there] = [new EventStore(stores.log, stores.codec), new EventStore(stores.log, stores.codec)];
    const command = newCommand();
    const appended = await here.append(await here.load(emailClaim, 'x'), [claimed], command);
    for (const store of [here, there, here]) {
      const loaded = await store.load(emailClaim, 'x');
      expect(loaded).toMatchObject({ state: { accountId: idOf('ada') }, revision: 0 });
      expect(loaded).toMatchObject({ recentCommands: [command.commandId] });
      expect(appended).toMatchObject({ outcome: 'appended', position: loaded.position });
    }
  });

  it('is loaded whole however long its stream is, and what another node appended is seen', async () => {
    const stores = await openStores();
    const [here, there] = [new EventStore(stores.log, stores.codec), new EventStore(stores.log, stores.codec)];
    await appendTo(here, '1', [started]);
    for (let batch = 0; batch < 11; batch += 1) {
      await appendTo(
        here,
        '1',
        Array.from({ length: 100 }, (_, n) => asked(`q${batch}-${n}`)),
      );
    }
    expect(await there.load(conversation, '1')).toMatchObject({ revision: 1100 });
    await appendTo(there, '1', [asked('last')]);
    const seen = await here.load(conversation, '1');
    expect(seen).toMatchObject({ revision: 1101, state: { messages: { entry: { messageId: idOf('last') } } } });
    expect(await new EventStore(stores.log, stores.codec).load(conversation, '1')).toEqual(seen);
  });

  it('remembers the commands that made it, the last sixteen', async () => {
    const { store } = await openStore();
    const given: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const command = newCommand();
      const events = n === 0 ? [started, asked('q')] : [asked(`q${n}`)];
      await store.append(await store.load(conversation, '1'), events, command);
      given.push(command.commandId);
    }
    expect((await store.load(conversation, '1')).recentCommands).toEqual(given.slice(-16));
  });

  it('with an event that cannot be read is not loaded: no decision rests on half a history', async () => {
    const { store, log } = await openStore();
    await log.append('email-x', 'no-stream', [
      { id: idOf('e'), type: 'EmailClaimed', data: { accountId: 'nobody' }, metadata: {} },
    ]);
    await expect(store.load(emailClaim, 'x')).rejects.toThrow(UnreadableEvent);
  });

  it('is forgotten on request, and read again from the log', async () => {
    const { store, keys } = await openStore();
    const leadId = idOf('lead');
    const lead: ConversationEvent = {
      type: 'LeadCaptured',
      data: { ...where, leadId },
      sealed: { email: 'ada@example.com' },
    };
    await appendTo(store, '1', [started, lead]);
    await keys.erase(leadSubject(where.chatbotId, leadId));
    await store.load(conversation, '1');
    store.forget('conversation', '1');
    expect((await store.load(conversation, '1')).state).toMatchObject({ lead: { leadId, details: {} } });
  });
});

describe('an append', () => {
  it('on a stream that has gone on since is a conflict, and writes nothing', async () => {
    const { store, log } = await openStore();
    const loaded = await store.load(conversation, '1');
    await store.append(loaded, [started], newCommand());
    expect(await store.append(loaded, [started], newCommand())).toEqual({ outcome: 'conflict', actual: 0 });
    expect(await log.readStream('conversation-1')).toHaveLength(1);
  });

  it('that is sent again, since its answer was lost, is the same append', async () => {
    const { store, log } = await openStore();
    const loaded = await store.load(conversation, '1');
    const command = newCommand();
    const first = await store.append(loaded, [started, asked('q')], command);
    expect(await store.append(loaded, [started, asked('q')], command)).toEqual(first);
    expect(await log.readStream('conversation-1')).toHaveLength(2);
  });

  it('gives no two events the same id, also when one command writes several streams', async () => {
    const { store, log } = await openStore();
    const command = newCommand();
    for (const id of ['1', '2', '3']) {
      await store.append(await store.load(conversation, id), [started, asked('q')], command);
    }
    const { events } = await log.readAll({ after: null, limit: 100 });
    expect(new Set(events.map(({ id }) => id)).size).toBe(6);
  });
});

describe('the chain through a stream', () => {
  it('holds, whoever appended: each event carries the hash of the one before', async () => {
    const { stream, events } = await longStream();
    expect(events).toHaveLength(7);
    expect(brokenLinks(stream, events)).toEqual([]);
  });

  it('shows a change of any event but the last, and each removal, addition or exchange', async () => {
    const { stream, events } = await longStream();
    for (let at = 0; at < events.length - 1; at += 1) {
      const changed = events.map((event, n) => (n === at ? { ...event, data: { ...event.data, more: 1 } } : event));
      expect(brokenLinks(stream, changed)).toContain(at + 1);
      expect(brokenLinks(stream, events.toSpliced(at, 1))).not.toEqual([]);
      expect(brokenLinks(stream, renumbered(events.toSpliced(at, 1)))).not.toEqual([]);
      expect(brokenLinks(stream, renumbered(events.flatMap((e, n) => (n === at ? [e, e] : [e]))))).not.toEqual([]);
      const [one, two] = [events[at], events[at + 1]] as [StoredEvent, StoredEvent];
      expect(brokenLinks(stream, renumbered(events.toSpliced(at, 2, two, one)))).not.toEqual([]);
    }
    expect(brokenLinks('conversation-2', events)).not.toEqual([]);
  });

  it('goes on after a conflict from what really stands there', async () => {
    const { store, log } = await openStore();
    const stale: Loaded<unknown> = await store.load(conversation, '1');
    await store.append(stale, [started], newCommand());
    await store.append(stale, [started], newCommand());
    await appendTo(store, '1', [asked('q')]);
    expect(brokenLinks('conversation-1', await log.readStream('conversation-1'))).toEqual([]);
  });
});

const renumbered = (events: readonly StoredEvent[]) => events.map((event, revision) => ({ ...event, revision }));

describe('the log', () => {
  it('holds nothing of what was said or by whom in clear', async () => {
    const { store, log }: { store: EventStore; log: EventLog } = await openStore();
    await appendTo(store, '1', [{ ...started, sealed: { sessionId: 'canary-1' } }, asked('canary-2')]);
    const { events } = await log.readAll({ after: null, limit: 10 });
    expect(events).toHaveLength(2);
    expect(JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      'canary',
    );
  });
});
