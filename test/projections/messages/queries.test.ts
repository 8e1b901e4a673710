import { beforeEach, describe, expect, it } from 'vitest';
import type { Feedback } from '../../../src/domain/conversation/events.ts';
import type { RawJson } from '../../../src/lib/raw-json.ts';
import type { MessagePage } from '../../../src/projections/messages/queries.ts';
import { fact } from '../../support/events/facts.ts';
import { conversationStarted, historyOfFile, questionAsked } from '../../support/projections/history.ts';

const history = historyOfFile();

describe('Messages', () => {
  const read = (page: RawJson<MessagePage> | null) =>
    page === null ? null : (JSON.parse(Buffer.concat(page).toString()) as MessagePage);
  const ids = (page: RawJson<MessagePage> | null) => read(page)?.messages.map(({ messageId }) => messageId);

  beforeEach(async () => {
    await history().happened(
      conversationStarted('talk', 'one'),
      conversationStarted('chat', 'two'),
      conversationStarted('elsewhere', 'one', 'other'),
    );
    // Positions of one, two and three digits.
    history().continueAt(9);
    await history().happened(
      questionAsked('a'),
      questionAsked('b', 'chat', 'two'),
      questionAsked('foreign', 'elsewhere', 'one', 'other'),
    );
    history().continueAt(100);
    await history().happened(questionAsked('c'));
  });

  it('come in the order of the log, with the session they belong to', async () => {
    const page = await history().queries.messages.pageOfChatbot('bot', { limit: 10 });
    expect(read(page)?.messages.map(({ messageId, sessionId, content }) => [messageId, sessionId, content])).toEqual([
      ['a', 'one', ',"shown":a'],
      ['b', 'two', ',"shown":b'],
      ['c', 'one', ',"shown":c'],
    ]);
    expect(read(page)?.nextBefore).toBeNull();
    expect(ids(await history().queries.messages.pageOfSession('bot', 'one', { limit: 10 }))).toEqual(['a', 'c']);
    expect(ids(await history().queries.messages.pageOfSession('other', 'two', { limit: 10 }))).toEqual([]);
  });

  it('come a page at a time, the newest first of all', async () => {
    const newest = await history().queries.messages.pageOfChatbot('bot', { limit: 2 });
    expect([ids(newest), read(newest)?.nextBefore]).toEqual([['b', 'c'], 'b']);
    const older = await history().queries.messages.pageOfChatbot('bot', { limit: 2, before: 'b' });
    expect([ids(older), read(older)?.nextBefore]).toEqual([['a'], null]);
    expect(await history().queries.messages.pageOfChatbot('bot', { limit: 2, before: 'foreign' })).toBeNull();
    expect(await history().queries.messages.pageOfChatbot('bot', { limit: 2, before: 'unknown' })).toBeNull();
  });

  it('of a conversation are its newest, oldest first, as stored JSON too', async () => {
    await history().happened(questionAsked('d'));
    const { messages } = history().queries;
    const newest = (await messages.newest('talk', 2)).map(({ messageId }) => messageId);
    expect(newest).toEqual(['c', 'd']);
    const raw = JSON.parse(Buffer.from(await messages.newestRaw('talk', 2)).toString());
    expect(raw.map(({ messageId }: { messageId: string }) => messageId)).toEqual(newest);
  });

  it('are counted by their rating', async () => {
    const rated = (messageId: string, feedback: Feedback) => fact('MessageRated', { messageId, feedback });
    await history().happened(rated('a', 'positive'), rated('b', 'positive'), rated('c', 'negative'));
    expect(await history().queries.ratings.total('bot')).toEqual({ positive: 2, negative: 1, total: 3, rate: 67 });
    expect(await history().queries.ratings.total('other')).toEqual({ positive: 0, negative: 0, total: 0, rate: null });
  });
});
