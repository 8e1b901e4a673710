import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteDocuments } from '../../../src/adapters/sqlite/documents/documents.ts';
import type { DomainEvent } from '../../../src/domain/events.ts';
import { conversationSubject } from '../../../src/domain/key-subjects.ts';
import type { BoxToOpen } from '../../../src/event-log/sealed-part.ts';
import type { EventLog, JsonObject, StoredEvent } from '../../../src/ports/event-log.ts';
import { conversations } from '../../../src/projections/conversations/projection.ts';
import { DEAD_LETTERS } from '../../../src/projections/engine/dead-letters.ts';
import { messages } from '../../../src/projections/messages/projection.ts';
import { idOf } from '../../support/fixtures.ts';
import { withAppend } from '../../support/inside.ts';
import { startedThread } from '../../support/projections/decryption-thread.ts';
import { modelsOf, openReadSide, type ReadSide, record, startEngine } from '../../support/projections/read-models.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const PROJECTIONS = [messages, conversations];
const CONVERSATIONS = 8;
const QUESTIONS = 119;
const MIN_EVENTS_BEHIND = 200;
/** Events of conversations that go on at the same time. */
const EVENTS = CONVERSATIONS * (QUESTIONS + 1);
const ERASED = 3;

const where = (conversation: number) => ({ conversationId: idOf(`c${conversation}`), chatbotId: idOf('bot') });

function factsOf(conversation: number): readonly DomainEvent[] {
  const started: DomainEvent = {
    type: 'ConversationStarted',
    data: { ...where(conversation), keyId: idOf('key') },
    sealed: { sessionId: `visitor ${conversation}` },
  };
  const asked = (n: number): DomainEvent => ({
    type: 'QuestionAsked',
    data: { ...where(conversation), messageId: idOf(`${conversation}/${n}`) },
    sealed: { content: `Question ${n} of conversation ${conversation}?` },
  });
  return [started, ...Array.from({ length: QUESTIONS }, (_, n) => asked(n))];
}

async function givenLog(): Promise<ReadSide> {
  const side = await openReadSide();
  const facts = Array.from({ length: CONVERSATIONS }, (_, number) => factsOf(number));
  for (let from = 0; from <= QUESTIONS; from += 15) {
    for (const [number, all] of facts.entries()) {
      await record(side, `conversation-${number}`, ...all.slice(from, from + 15));
    }
  }
  return side;
}

/** A log that delivers the same events in other batches, or with changes. */
function deliveredBy(
  log: EventLog,
  deliver: (events: readonly StoredEvent[]) => readonly (readonly StoredEvent[])[],
): EventLog {
  return {
    ...withAppend(log, (...append) => log.append(...append)),
    subscribe: (options) =>
      log.subscribe({
        ...options,
        async onEvents(events, readTo) {
          for (const batch of deliver(events)) await options.onEvents(batch, batch.at(-1)?.position ?? readTo);
        },
      }),
  };
}

interface RebuildOptions {
  readonly log?: EventLog;
  readonly thread?: Awaited<ReturnType<typeof startedThread>>;
  /** The read models are in use, so that a poison event becomes a dead letter. */
  readonly inUse?: boolean;
}

/** Read models made from the log into new documents, and what was said of it. */
async function rebuilt(side: ReadSide, { log = side.log, thread, inUse = false }: RebuildOptions = {}) {
  const documents = await openSqliteDocuments({ directory: temporaryDirectory() });
  onTestFinished(() => documents.close());
  for (const { collection } of inUse ? PROJECTIONS : []) {
    await documents.ensureCollection(collection);
    await documents.activateVersion(collection.name, collection.version);
  }
  const options = thread === undefined ? {} : { decryption: { thread, minEventsBehind: MIN_EVENTS_BEHIND } };
  const { engine, problems } = await startEngine({ ...side, log, documents }, PROJECTIONS, options);
  const outcome = await engine.caughtUp().catch(String);
  const letters = await documents.find<JsonObject>(DEAD_LETTERS, { where: {}, limit: 100 });
  return { outcome, models: await modelsOf(documents, PROJECTIONS), letters, problems };
}

describe('a rebuild whose events another thread decrypts', () => {
  it.each([
    ['in full batches', undefined],
    ['in batches that are not full', (events: readonly StoredEvent[]) => [events.slice(0, 100), events.slice(100)]],
  ])('gives the documents that one without it gives, of events %s', async (_how, deliver) => {
    const side = await givenLog();
    const thread = await startedThread();
    const log =
      deliver === undefined
        ? side.log
        : deliveredBy(side.log, (events) => deliver(events).filter(({ length }) => length > 0));
    const found = await rebuilt(side, { log, thread });
    expect(thread.opened).toBeGreaterThan(EVENTS / 2);
    expect(found).toEqual(await rebuilt(side));
    expect(found.models.messages).toHaveLength(CONVERSATIONS * QUESTIONS);
  });

  it('keeps nothing of a conversation whose key is erased while its events are being decrypted', async () => {
    const side = await givenLog();
    const erased = { ...where(ERASED), leadId: null, reason: 'retention' } as const;
    await record(side, `conversation-${ERASED}`, { type: 'ConversationErased', data: erased });
    const { events } = await side.log.readAll({ after: null, limit: 2 * EVENTS });
    const ofErased = new Set(events.filter(({ stream }) => stream === `conversation-${ERASED}`).map(({ id }) => id));
    const sent: (readonly BoxToOpen[])[] = [];
    const thread = await startedThread({
      async onBatch(parts) {
        sent.push(parts);
        if (sent.length === 2)
          await side.keys.erase(conversationSubject(where(ERASED).chatbotId, where(ERASED).conversationId));
      },
    });
    const { outcome, models } = await rebuilt(side, { thread });
    expect(outcome).toBeUndefined();
    const counts = sent.map((parts) => parts.filter(({ id }) => ofErased.has(id)).length);
    expect(counts.slice(0, 2).every((count) => count > 0)).toBe(true);
    // One more batch may have been in flight.
    expect(counts.slice(3).length).toBeGreaterThan(0);
    expect(counts.slice(3).every((count) => count === 0)).toBe(true);
    expect(models.messages).toHaveLength((CONVERSATIONS - 1) * QUESTIONS);
    expect(JSON.stringify(models)).not.toContain(where(ERASED).conversationId);
  });

  it.each([
    ['stops at', false],
    ['stores a dead letter for', true],
  ])('%s a changed event as one without it does', async (_what, inUse) => {
    const side = await givenLog();
    const [other] = (await side.log.readAll({ after: null, limit: 1 })).events;
    const changed = (event: StoredEvent): StoredEvent =>
      event.stream === 'conversation-5' && event.revision === 60
        ? { ...event, data: { ...event.data, sealed: { ...(event.data.sealed as JsonObject), box: boxOf(other) } } }
        : event;
    const log = deliveredBy(side.log, (events) => [events.map(changed)]);
    const thread = await startedThread();
    const found = await rebuilt(side, { log, thread, inUse });
    expect(found).toEqual(await rebuilt(side, { log, inUse }));
    expect(found.problems.map(({ message }) => message).join()).toContain('QuestionAsked at conversation-5@60');
    expect(found.letters).toHaveLength(inUse ? PROJECTIONS.length : 0);
  });

  it.each([
    ['ends', 'process.exit(1)'],
    ['throws', "throw new Error('broken')"],
  ])('goes on without a thread that %s in the middle', async (_what, statement) => {
    const side = await givenLog();
    const thread = await startedThread({ atBatch: 3, statement });
    const found = await rebuilt(side, { thread });
    expect(thread.opened).toBeGreaterThan(0);
    expect(thread.opener).toBeNull();
    expect(found).toEqual(await rebuilt(side));
    expect(found.problems).toEqual([]);
  });
});

const boxOf = (event: StoredEvent | undefined) => String((event?.data.sealed as JsonObject | undefined)?.box);
