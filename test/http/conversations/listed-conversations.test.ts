import { describe, expect, it } from 'vitest';
import type { ConversationPage } from '../../../src/projections/conversation-list/list.ts';
import type { Owner } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();

const pageOf = (by: Owner, chatbotId: string, query: string) =>
  by.call<ConversationPage>('GET', `/chatbots/${chatbotId}/conversations${query}`);

/** A chatbot without conversations, with the page that has its widget. */
async function newChatbot(configuration: object = {}) {
  const owner = await service().owner();
  const { id } = await owner.chatbot(configuration);
  const page = await owner.widget(id);
  const list = async (query = '') => (await pageOf(owner, id, query)).data;
  const sessions = async (query = '') => (await list(query)).conversations.map(({ sessionId }) => sessionId);
  return { owner, id, page, list, sessions };
}

describe('The list of conversations', () => {
  it('begins with the newest activity', async () => {
    const { page, sessions } = await newChatbot();
    for (const sessionId of ['first', 'second', 'first']) await page.ask(sessionId, 'Hello');
    expect(await sessions()).toEqual(['first', 'second']);
  });

  it('counts the messages of each conversation, and shows the last one and the times', async () => {
    const { page, list } = await newChatbot();
    for (const message of ['Hello', 'Hello again']) await page.ask('first', message);
    const [first] = (await list()).conversations;
    expect(first).toMatchObject({ messageCount: 4, takenOver: false, handoffRequested: false, lead: null });
    expect(first?.lastMessage).toMatchObject({ role: 'assistant', excerpt: expect.any(String) });
    expect(first?.lastQuestion).toBe('Hello again');
    expect(Date.parse(first?.startedAt ?? '')).toBeLessThan(Date.parse(first?.lastMessageAt ?? ''));
  });

  it('shows the lead of a conversation until it is deleted', async () => {
    const fields = { name: true, email: true };
    const { owner, id, page, list } = await newChatbot({ allowLeadCapture: true, leadCaptureFields: fields });
    await page.ask('first', 'Hello', { leadData: { name: 'Ada', email: 'ada@example.com', phone: '1' } });
    const [first] = (await list()).conversations;
    expect(first?.lead).toMatchObject({ name: 'Ada', email: 'ada@example.com', phone: null });
    await owner.call('DELETE', `/chatbots/${id}/leads/${first?.id}`);
    expect((await list()).conversations[0]?.lead).toBeNull();
  });

  it('can be asked for one conversation of the chatbot', async () => {
    const { owner, page, list } = await newChatbot();
    for (const sessionId of ['first', 'second']) await page.ask(sessionId, 'Hello');
    const [, first] = (await list()).conversations;
    const query = `?conversationId=${first?.id}`;
    expect(await list(query)).toEqual({ conversations: [first], nextBefore: null });
    const { id: otherId } = await owner.chatbot();
    expect((await pageOf(owner, otherId, query)).data.conversations).toEqual([]);
  });

  it('comes a page at a time, each conversation once', async () => {
    const { page, list } = await newChatbot();
    const asked = ['a', 'b', 'c', 'd', 'e'];
    for (const sessionId of asked) await page.ask(sessionId, 'Hello');
    const seen: string[] = [];
    for (let query: string | null = '?limit=2'; query !== null; ) {
      const { conversations, nextBefore }: ConversationPage = await list(query);
      seen.push(...conversations.map(({ sessionId }) => sessionId));
      query = nextBefore === null ? null : `?limit=2&before=${nextBefore}`;
    }
    expect(seen).toEqual(asked.toReversed());
  });

  it('can be narrowed to those taken over, and to those that wait for a human', async () => {
    const { owner, id, page, list, sessions } = await newChatbot({ humanHandoffEnabled: true });
    for (const sessionId of ['quiet', 'taken', 'waiting']) await page.ask(sessionId, 'Hello');
    await owner.call('POST', `/chatbots/${id}/sessions/taken/takeover`);
    await page.call('POST', '/handoff', { body: { sessionId: 'waiting' } });
    expect(await sessions('?takenOver=true')).toEqual(['taken']);
    expect(await sessions('?takenOver=false')).toEqual(['waiting', 'quiet']);
    expect(await sessions('?handoffRequested=true')).toEqual(['waiting']);
    const since = async () =>
      (await list()).conversations.map(({ sessionId, handoffRequestedAt }) => [sessionId, handoffRequestedAt]);
    const requestedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await since()).toEqual([
      ['waiting', requestedAt],
      ['taken', null],
      ['quiet', null],
    ]);
    await owner.call('POST', `/chatbots/${id}/sessions/waiting/takeover`);
    expect((await since())[0]).toEqual(['waiting', null]);
    await owner.call('POST', `/chatbots/${id}/sessions/waiting/release`);
    await page.call('POST', '/handoff', { body: { sessionId: 'waiting' } });
    expect(await sessions('?handoffRequested=true&takenOver=true')).toEqual([]);
  });

  it.each(['takenOver=maybe', 'before=first', 'limit=201'])('is refused for %s', async (query) => {
    const { owner, id } = await newChatbot();
    expect((await pageOf(owner, id, `?${query}`)).status).toBe(400);
  });
});

describe('A search of conversations', () => {
  it('finds those with a message that has all words, and shows that message', async () => {
    const { page, list } = await newChatbot();
    for (const message of ['My parcel is DAMAGED', 'Are you there?']) await page.ask('first', message);
    await page.ask('second', 'Hello');
    const { conversations, nextBefore } = await list('?search=damaged+parcel');
    const match = { messageId: expect.any(String), role: 'user', excerpt: 'My parcel is DAMAGED' };
    expect(conversations).toMatchObject([{ sessionId: 'first', messageCount: 4, match }]);
    expect(nextBefore).toBeNull();
    expect((await list()).conversations.map((listed) => listed.match)).toEqual([null, null]);
  });

  it('finds nothing of another chatbot, and is not found by another account', async () => {
    const { owner, id, page } = await newChatbot();
    await page.ask('first', 'My parcel is damaged');
    const { id: otherId } = await owner.chatbot();
    expect((await pageOf(owner, otherId, '?search=damaged')).data.conversations).toEqual([]);
    expect((await pageOf(await service().owner(), id, '?search=damaged')).status).toBe(404);
  });

  it.each(['search=', 'search=%20', `search=${'w'.repeat(201)}`, 'search=a&search=b'])(
    'is refused for %s',
    async (query) => {
      const { owner, id } = await newChatbot();
      const answer = await pageOf(owner, id, `?${query}`);
      expect([answer.status, answer.details?.[0]?.path]).toEqual([400, 'search']);
    },
  );
});
