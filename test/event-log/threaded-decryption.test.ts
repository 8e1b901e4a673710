import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DomainEvent } from '../../src/domain/events.ts';
import { conversationSubject } from '../../src/domain/key-subjects.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import type { Decoded } from '../../src/event-log/event-decoder.ts';
import type { OpenBoxes } from '../../src/event-log/sealed-part.ts';
import { type DecryptionThreadOptions, ThreadedDecryption } from '../../src/event-log/threaded-decryption.ts';
import type { JsonObject, StoredEvent } from '../../src/ports/event-log.ts';
import { asStored } from '../support/events/stored.ts';
import { idOf, NOON } from '../support/fixtures.ts';
import { MemoryKeys } from '../support/stores/memory-keys.ts';

const chatbotId = idOf('bot');
const metadata = { at: NOON, commandId: idOf('command'), actor: { kind: 'anonymous' }, previous: null } as const;

/** Questions of three conversations. One box of the first was changed, the second conversation is erased. */
async function givenEvents() {
  const keys = new MemoryKeys();
  const codec = new EventCodec(keys);
  const events: StoredEvent[] = [];
  for (let n = 0; n < 30; n += 1) {
    const data = { conversationId: idOf(`conversation ${n % 3}`), chatbotId, messageId: idOf(`message ${n}`) };
    const question: DomainEvent = { type: 'QuestionAsked', data, sealed: { content: `Où est le n° ${n} ? 🧭` } };
    events.push(asStored(await codec.encode(data.messageId, question, metadata)));
  }
  const unsealed: DomainEvent = {
    type: 'IngestionStarted',
    data: { sourceId: idOf('source'), chatbotId, generation: 1 },
  };
  events.push(asStored(await codec.encode(idOf('unsealed'), unsealed, metadata)));
  const [changed, other] = [events[0], events[3]];
  if (changed === undefined || other === undefined) throw new Error('No events');
  events[0] = { ...changed, data: { ...changed.data, sealed: other.data.sealed as JsonObject } };
  await keys.erase(conversationSubject(chatbotId, idOf('conversation 1')));
  return { codec, events };
}

function newThread(options: DecryptionThreadOptions = {}) {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  return { ending, thread: new ThreadedDecryption(ending.signal, { idleMs: 60_000, ...options }) };
}

/** A thread that fails at its first batch. */
const failingBy = (statement: string) =>
  new URL(`data:text/javascript,
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => { ${statement} });
    parentPort.postMessage('ready');`);

async function openerOf(thread: ThreadedDecryption): Promise<OpenBoxes> {
  for (;;) {
    const { opener } = thread;
    if (opener !== null) return opener;
    await nextTurn();
  }
}

const told = (decoded: readonly Decoded[]) =>
  decoded.map((each) => (each.ok ? each.recorded.event : each.error.message));

describe('a thread that decrypts', () => {
  it('gives what decoding without it gives, also of changed and of erased events', async () => {
    const { codec, events } = await givenEvents();
    const here = told(await codec.decode(events));
    const opener = await openerOf(newThread().thread);
    const opened: (string | null)[] = [];
    const there = await codec.decode(events, async (parts) => {
      const plaintexts = await opener(parts);
      opened.push(...plaintexts);
      return plaintexts;
    });
    expect(told(there)).toEqual(here);
    // Boxes of the erased conversation are not sent to the thread, and the changed one does not open.
    expect(opened.filter((text) => text !== null)).toHaveLength(19);
    expect(opened).toHaveLength(20);
    expect(here.filter((each) => typeof each === 'string')).toHaveLength(1);
  });

  it('is done without once it has ended', async () => {
    const { codec, events } = await givenEvents();
    const { thread, ending } = newThread();
    const opener = await openerOf(thread);
    ending.abort();
    expect(told(await codec.decode(events, opener))).toEqual(told(await codec.decode(events)));
  });

  it('ends when it is idle, and starts again', async () => {
    const { codec, events } = await givenEvents();
    const { thread } = newThread({ idleMs: 1 });
    const opener = await openerOf(thread);
    while (thread.opener !== null) await nextTurn();
    const here = told(await codec.decode(events));
    expect(told(await codec.decode(events, opener))).toEqual(here);
    expect(told(await codec.decode(events, await openerOf(thread)))).toEqual(here);
  });

  it.each([
    ['ends', 'process.exit(0)'],
    ['throws', "throw new Error('broken')"],
    ['runs out of memory', 'const all = []; for (;;) all.push(new Array(10_000).fill(all.length))'],
  ])('that %s in the middle leaves its batches to the caller, and is not started again', async (_what, statement) => {
    const { codec, events } = await givenEvents();
    const { thread } = newThread({ module: failingBy(statement) });
    const opener = await openerOf(thread);
    const [first, second] = await Promise.all([codec.decode(events, opener), codec.decode(events, opener)]);
    const here = told(await codec.decode(events));
    expect([told(first), told(second)]).toEqual([here, here]);
    expect(thread.opener).toBeNull();
    await nextTurn();
    expect(thread.opener).toBeNull();
  });
});
