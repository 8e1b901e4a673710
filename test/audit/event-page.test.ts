import { expect, test } from 'vitest';
import { type AuditEventPage, eventPage } from '../../src/audit/event-page.ts';
import { type NewEvent, type Position, parsePosition } from '../../src/ports/event-log.ts';
import { chatbotEvents } from '../../src/projections/chatbot-events/projection.ts';
import { ChatbotEventQueries } from '../../src/projections/chatbot-events/queries.ts';
import { conversations } from '../../src/projections/conversations/projection.ts';
import { ConversationQueries } from '../../src/projections/conversations/queries.ts';
import { idOf } from '../support/fixtures.ts';
import { bot, openReadSide, record, runOf, startEngine } from '../support/projections/read-models.ts';

const unreadable = (type: string, version: number): NewEvent => {
  return { id: idOf(`${type}${version}`), type, data: { chatbotId: bot }, metadata: { version } };
};

test.each([true, false])(
  'A page of events holds those that cannot be read, with the reason, whether the index has them: %s',
  async (isIndexed) => {
    const side = await openReadSide();
    const { engine } = await startEngine(side, [conversations, chatbotEvents]);
    await engine.caughtUp();
    await engine.waitFor(await record(side, 'source-a', runOf('a', 1)));
    if (!isIndexed) await engine.stop();
    await side.log.append('source-b', 'no-stream', [unreadable('IngestionStarted', 1), unreadable('SourcePraised', 1)]);
    const appended = await side.log.append('source-c', 'no-stream', [unreadable('IngestionFailed', 99)]);
    if (isIndexed && appended.ok) await engine.waitFor(appended.position);

    const index = new ChatbotEventQueries(side.documents, new ConversationQueries(side.documents));
    const wanted = { from: null, to: null, after: null, limit: 100 };
    const json = await eventPage({ chatbotId: bot }, wanted, { log: side.log, codec: side.codec, index });
    const page = JSON.parse(Buffer.concat([...json]).toString()) as AuditEventPage;

    const reason = (text: string) => expect.stringContaining(text);
    expect(page.events.slice(-3)).toMatchObject([
      { type: 'IngestionStarted', data: null, unreadable: reason('does not fit the declaration') },
      { type: 'SourcePraised', data: null, unreadable: reason('does not know the type') },
      { type: 'IngestionFailed', data: null, unreadable: reason('its version 99 is not known') },
    ]);
    expect(page.nextAfter).toBeNull();
  },
);

test('Pages of any size hold all events, each once, and the last one says so', async () => {
  const side = await openReadSide();
  const { engine } = await startEngine(side, [conversations, chatbotEvents]);
  await engine.waitFor(await record(side, 'source-a', runOf('a', 1)));
  const index = new ChatbotEventQueries(side.documents, new ConversationQueries(side.documents));
  const deps = { log: side.log, codec: side.codec, index };
  const pageAfter = async (after: Position | null, limit: number): Promise<AuditEventPage> => {
    const json = await eventPage({ chatbotId: bot }, { from: null, to: null, after, limit }, deps);
    return JSON.parse(Buffer.concat([...json]).toString());
  };
  const { events: all, nextAfter: end } = await pageAfter(null, 100);
  expect(end).toBeNull();
  for (let limit = 1; limit <= all.length; limit += 1) {
    const pages: AuditEventPage['events'][] = [];
    for (let after: Position | null = null; pages.length === 0 || after !== null; ) {
      const { events, nextAfter }: AuditEventPage = await pageAfter(after, limit);
      pages.push(events);
      after = nextAfter === null ? null : parsePosition(nextAfter);
    }
    expect(pages.flat()).toEqual(all);
    expect(pages).toHaveLength(Math.ceil(all.length / limit));
  }
});

test.each([true, false])('Pages of any size go back from the newest event, indexed: %s', async (isIndexed) => {
  const side = await openReadSide();
  const { engine } = await startEngine(side, [conversations, chatbotEvents]);
  await engine.waitFor(await record(side, 'source-a', runOf('a', 1)));
  if (!isIndexed) await engine.stop();
  const last = await record(side, 'source-b', runOf('b', 1));
  if (isIndexed) await engine.waitFor(last);
  const index = new ChatbotEventQueries(side.documents, new ConversationQueries(side.documents));
  const deps = { log: side.log, codec: side.codec, index };
  const page = async (order: 'asc' | 'desc', after: Position | null, limit: number): Promise<AuditEventPage> => {
    const json = await eventPage({ chatbotId: bot }, { from: null, to: null, order, after, limit }, deps);
    return JSON.parse(Buffer.concat([...json]).toString());
  };
  const { events: oldestFirst } = await page('asc', null, 100);
  expect(new Set(oldestFirst.map(({ stream }) => stream))).toEqual(new Set(['source-a', 'source-b']));
  for (let limit = 1; limit <= oldestFirst.length; limit += 1) {
    const all: AuditEventPage['events'] = [];
    for (let after: Position | null = null, more = true; more; ) {
      const { events, nextAfter }: AuditEventPage = await page('desc', after, limit);
      for (const event of events) all.push(event);
      after = nextAfter === null ? null : parsePosition(nextAfter);
      more = after !== null;
    }
    expect(all).toEqual(oldestFirst.toReversed());
  }
});
