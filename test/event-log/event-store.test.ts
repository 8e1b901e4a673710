import { describe, expect, it } from 'vitest';
import { type EmailClaimEvent, emailClaim } from '../../src/domain/account/email-claim.ts';
import { conversation } from '../../src/domain/conversation/conversation.ts';
import type { ConversationEvent } from '../../src/domain/conversation/events.ts';
import type { DomainEvent } from '../../src/domain/events.ts';
import { leadSubject } from '../../src/domain/key-subjects.ts';
import { chainHash } from '../../src/event-log/chain.ts';
import { EventStore, type LoadedAggregate } from '../../src/event-log/event-store.ts';
import { UnreadableEvent } from '../../src/event-log/unreadable-event.ts';
import type { StoredEvent } from '../../src/ports/event-log.ts';
import { idOf } from '../support/fixtures.ts';
import { newCommand, noonClock, storesOfFile } from '../support/inside.ts';

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

const stores = storesOfFile();
let streams = 0;

/** A store, and the id of an aggregate that nobody has written. */
function newStore() {
  const { log, codec, keys } = stores();
  return { log, codec, keys, store: new EventStore(log, codec, noonClock), id: `unwritten${streams++}` };
}

async function appendTo(store: EventStore, id: string, events: readonly DomainEvent[]) {
  return store.append(await store.load(conversation, id), events, newCommand());
}

/** The events that do not carry the hash of the one before them. */
function brokenLinks(stream: string, events: readonly StoredEvent[]): readonly number[] {
  let previous: string | null = null;
  return events.flatMap((event, index) => {
    const holds = event.metadata.previous === previous && event.revision === index;
    previous = chainHash(stream, index, event);
    return holds ? [] : [index];
  });
}

async function longStream(): Promise<{ stream: string; events: readonly StoredEvent[] }> {
  const { store, log, id } = newStore();
  await appendTo(store, id, [started, asked('q0')]);
  for (let n = 1; n < 6; n += 1) await appendTo(store, id, [asked(`q${n}`)]);
  return { stream: `conversation-${id}`, events: await log.readStream(`conversation-${id}`) };
}

describe('an aggregate', () => {
  it('that was never written is at its beginning', async () => {
    const { store, id } = newStore();
    expect(await store.load(emailClaim, id)).toEqual({
      stream: `email-${id}`,
      state: { accountId: null },
      revision: 'no-stream',
      position: null,
      chain: null,
      recentCommands: [],
    });
  });

  it('is loaded as it stands, by whoever asks', async () => {
    const { store: here, id } = newStore();
    const { store: there } = newStore();
    const command = newCommand();
    const appended = await here.append(await here.load(emailClaim, id), [claimed], command);
    for (const store of [here, there, here]) {
      const loaded = await store.load(emailClaim, id);
      expect(loaded).toMatchObject({ state: { accountId: idOf('ada') }, revision: 0 });
      expect(loaded).toMatchObject({ recentCommands: [command.commandId] });
      expect(appended).toMatchObject({ ok: true, position: loaded.position });
    }
  });

  it('is loaded whole however long its stream is, and what another node appended is seen', async () => {
    const { store: here, id } = newStore();
    const { store: there } = newStore();
    await appendTo(here, id, [started]);
    for (let batch = 0; batch < 11; batch += 1) {
      await appendTo(
        here,
        id,
        Array.from({ length: 100 }, (_, n) => asked(`q${batch}-${n}`)),
      );
    }
    expect(await there.load(conversation, id)).toMatchObject({ revision: 1100 });
    await appendTo(there, id, [asked('last')]);
    const seen = await here.load(conversation, id);
    expect(seen).toMatchObject({ revision: 1101, state: { messages: { entry: { messageId: idOf('last') } } } });
    expect(await newStore().store.load(conversation, id)).toEqual(seen);
  });

  it('remembers the last sixteen commands', async () => {
    const { store, id } = newStore();
    const given: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const command = newCommand();
      const events = n === 0 ? [started, asked('q')] : [asked(`q${n}`)];
      await store.append(await store.load(conversation, id), events, command);
      given.push(command.commandId);
    }
    expect((await store.load(conversation, id)).recentCommands).toEqual(given.slice(-16));
  });

  it('with an event that cannot be read is not loaded: no decision rests on half a history', async () => {
    const { store, log, id } = newStore();
    await log.append(`email-${id}`, 'no-stream', [
      { id: idOf('e'), type: 'EmailClaimed', data: { accountId: 'nobody' }, metadata: {} },
    ]);
    await expect(store.load(emailClaim, id)).rejects.toThrow(UnreadableEvent);
  });

  it('whose first events are hidden is not loaded, and the error says what hides them', async () => {
    const { log, codec, store, id } = newStore();
    for (let n = 0; n < 3; n += 1) await appendTo(store, id, [n === 0 ? started : asked(`q${n}`)]);
    const readStream: typeof log.readStream = async (stream, options) =>
      (await log.readStream(stream, options)).filter(({ revision }) => revision > 1);
    const trimmed = new EventStore({ ...log, readStream }, codec, noonClock);
    const loading = trimmed.load(conversation, id);
    await expect(loading).rejects.toThrow(UnreadableEvent);
    await expect(loading).rejects.toThrow(/@2: the events of its stream from revision 0 on are missing .+ \$maxCount/);
  });

  it('is forgotten on request, and read again from the log', async () => {
    const { store, keys, id } = newStore();
    const leadId = idOf('lead');
    const lead: ConversationEvent = {
      type: 'LeadCaptured',
      data: { ...where, leadId },
      sealed: { email: 'ada@example.com' },
    };
    await appendTo(store, id, [started, lead]);
    await keys.erase(leadSubject(where.chatbotId, leadId));
    await store.load(conversation, id);
    store.evict('conversation', id);
    expect((await store.load(conversation, id)).state).toMatchObject({ lead: { leadId, details: {} } });
  });

  it("expires from a node's cache: another node may have erased its data", async () => {
    const { log, codec, keys, id } = newStore();
    const store = new EventStore(log, codec, noonClock, { cacheTtlMs: 20 });
    const leadId = idOf('another lead');
    await appendTo(store, id, [
      started,
      { type: 'LeadCaptured', data: { ...where, leadId }, sealed: { email: 'ada@example.com' } },
    ]);
    expect((await store.load(conversation, id)).state).toMatchObject({
      lead: { details: { email: 'ada@example.com' } },
    });
    await keys.erase(leadSubject(where.chatbotId, leadId));
    const stateNow = async () => (await store.load(conversation, id)).state;
    await expect.poll(stateNow, { interval: 100 }).toMatchObject({ lead: { leadId, details: {} } });
  });
});

describe('an append', () => {
  it('on a stream that has gone on since is a conflict, and writes nothing', async () => {
    const { store, log, id } = newStore();
    const loaded = await store.load(conversation, id);
    await store.append(loaded, [started], newCommand());
    expect(await store.append(loaded, [started], newCommand())).toEqual({ ok: false, actual: 0 });
    expect(await log.readStream(`conversation-${id}`)).toHaveLength(1);
  });

  it('that is sent again, since its answer was lost, is the same append', async () => {
    const { store, log, id } = newStore();
    const loaded = await store.load(conversation, id);
    const command = newCommand();
    const first = await store.append(loaded, [started, asked('q')], command);
    expect(await store.append(loaded, [started, asked('q')], command)).toEqual(first);
    expect(await log.readStream(`conversation-${id}`)).toHaveLength(2);
  });

  it('gives no two events the same id, also when one command writes several streams', async () => {
    const { store, log, id } = newStore();
    const command = newCommand();
    const written = new Set<string>();
    for (const each of [id, `${id}b`, `${id}c`]) {
      await store.append(await store.load(conversation, each), [started, asked('q')], command);
      for (const event of await log.readStream(`conversation-${each}`)) written.add(event.id);
    }
    expect(written.size).toBe(6);
  });
});

describe('the chain through a stream', () => {
  it('holds on every node: each event carries the hash of the one before', async () => {
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
    expect(brokenLinks(`${stream}2`, events)).not.toEqual([]);
  });

  it('continues after a conflict from the current state', async () => {
    const { store, log, id } = newStore();
    const stale: LoadedAggregate<unknown> = await store.load(conversation, id);
    await store.append(stale, [started], newCommand());
    await store.append(stale, [started], newCommand());
    await appendTo(store, id, [asked('q')]);
    expect(brokenLinks(`conversation-${id}`, await log.readStream(`conversation-${id}`))).toEqual([]);
  });
});

const renumbered = (events: readonly StoredEvent[]) => events.map((event, revision) => ({ ...event, revision }));

describe('the log', () => {
  it('holds no content and no person in clear', async () => {
    const { store, log, id } = newStore();
    await appendTo(store, id, [{ ...started, sealed: { sessionId: 'canary-1' } }, asked('canary-2')]);
    const events = await log.readStream(`conversation-${id}`);
    expect(events).toHaveLength(2);
    expect(JSON.stringify(events.map(({ position: _, ...event }) => event))).not.toContain('canary');
  });
});
