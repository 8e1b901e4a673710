/** The realtime channel: what owners and visitors are shown as it happens. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../../src/projections/messages/queries.ts';
import { EventStream } from '../../support/http/event-stream.ts';
import { type Owner, serviceOfFile } from '../../support/http/service.ts';
import { type WatchedChatbot, watchedChatbot } from './support/watched-chatbot.ts';

const service = serviceOfFile();
let owner: Owner;
let chatbot: WatchedChatbot;
beforeAll(async () => {
  owner = await service().owner();
  chatbot = await watchedChatbot(owner);
});

/** @returns the conversation's id */
async function deleteConversation(sessionId: string): Promise<string> {
  const { data } = await owner.call<{ conversations: { id: string; sessionId: string }[] }>(
    'GET',
    `/chatbots/${chatbot.id}/conversations`,
  );
  const { id = '' } = data.conversations.find((each) => each.sessionId === sessionId) ?? {};
  expect((await owner.call('DELETE', `/chatbots/${chatbot.id}/conversations/${id}`)).status).toBe(200);
  return id;
}

describe("A visitor's event stream", () => {
  it('shows when a human takes over, what they write, and when they leave', async () => {
    const sessionId = await chatbot.session();
    const stream = await EventStream.ofVisitor(chatbot.widget, sessionId);
    await chatbot.takeOver(sessionId);
    const { messageId, createdAt } = await chatbot.write(sessionId, 'Ada here');
    await chatbot.widget.ask(sessionId, 'Thanks');
    await chatbot.release(sessionId);
    await stream.next('release');
    expect(stream.received.map(({ event, data }) => [event, data])).toEqual([
      ['takeover', { takenOver: true, since: expect.stringMatching(/Z$/) }],
      ['agent_message', { messageId, content: 'Ada here', createdAt }],
      ['release', { takenOver: false, releasedAt: expect.stringMatching(/Z$/) }],
    ]);
    for (const { id } of stream.received) expect(id).toMatch(/^\d+$/);
  });

  it('can be opened before the first question', async () => {
    const sessionId = crypto.randomUUID();
    const stream = await EventStream.ofVisitor(chatbot.widget, sessionId);
    await chatbot.widget.ask(sessionId, 'Hello');
    await chatbot.takeOver(sessionId);
    expect((await stream.next()).event).toBe('takeover');
  });

  it('shows no event of another session, nor of another chatbot’s session with the same id', async () => {
    const [mine, other] = [await chatbot.session(), await chatbot.session()];
    const elsewhere = await watchedChatbot(owner);
    await elsewhere.widget.ask(mine, 'Hello');
    const stream = await EventStream.ofVisitor(chatbot.widget, mine);
    await chatbot.takeOver(other);
    await chatbot.write(other, 'Not for you');
    await elsewhere.takeOver(mine);
    await elsewhere.write(mine, 'Not for you either');
    await chatbot.takeOver(mine);
    await chatbot.write(mine, 'For you');
    await stream.next('agent_message');
    expect(stream.received.map(({ event, data }) => [event, data.content])).toEqual([
      ['takeover', undefined],
      ['agent_message', 'For you'],
    ]);
  });
});

describe("An owner's event stream", () => {
  it('shows messages, leads, ratings, requests for a human, takeovers and releases', async () => {
    const sessionId = crypto.randomUUID();
    const stream = await EventStream.ofOwner(owner, chatbot.id);
    const { messageId } = await chatbot.widget.ask(sessionId, 'Hello', { leadData: { name: 'Ada' } });
    await chatbot.widget.call('POST', '/feedback', { body: { sessionId, messageId, feedback: 'positive' } });
    await chatbot.widget.call('POST', '/handoff', { body: { sessionId } });
    await chatbot.takeOver(sessionId);
    const sent = await chatbot.write(sessionId, 'Hi');
    await chatbot.release(sessionId);
    await stream.next('release');
    const { data } = await owner.call<{ messages: Message[] }>(
      'GET',
      `/chatbots/${chatbot.id}/history?sessionId=${sessionId}`,
    );
    const [question, answer] = data.messages;
    const where = { sessionId, conversationId: sent.conversationId };
    expect(stream.received.map(({ event, data: shown }) => [event, shown])).toEqual([
      ['lead', expect.objectContaining({ ...where, name: 'Ada', email: null, phone: null })],
      ['message', question],
      ['message', { ...answer, feedback: null }],
      ['rating', { ...where, messageId, feedback: 'positive' }],
      ['handoff', { ...where, requestedAt: expect.stringMatching(/Z$/) }],
      ['takeover', { ...where, since: expect.stringMatching(/Z$/) }],
      ['message', sent],
      ['release', { ...where, releasedAt: expect.stringMatching(/Z$/) }],
    ]);
  });

  it('shows sources as they are read, with the status of the chatbot', async () => {
    const { id } = await watchedChatbot(owner);
    const stream = await EventStream.ofOwner(owner, id);
    const sourceId = await owner.text(id, 'Hours', 'We are open from nine to five.');
    await owner.call('DELETE', `/chatbots/${id}/datasources/${sourceId}`);
    const status = async (): Promise<unknown> => {
      const { data } = await stream.next('source');
      return data.status === 'deleted' ? data : status();
    };
    expect(await status()).toEqual({ id: sourceId, status: 'deleted' });
    expect((await stream.next('status')).data).toMatchObject({ status: 'idle', chunkCount: 0 });
    const sources = stream.received.filter(({ event }) => event === 'source').map(({ data }) => data.status);
    expect(sources).toEqual(['pending', 'processing', 'done', 'deleted']);
    expect(stream.received.map(({ event }) => event)).toEqual(sources.flatMap(() => ['source', 'status']));
  });

  it("shows nothing of the account's other chatbots", async () => {
    const other = await watchedChatbot(owner);
    const stream = await EventStream.ofOwner(owner, chatbot.id);
    await other.widget.ask('there', 'Hello');
    await chatbot.widget.ask('here', 'Hello');
    await stream.next('message');
    expect(stream.received.map(({ data }) => data.sessionId)).not.toContain('there');
  });
});

describe('The deletion of a conversation', () => {
  const DELETED_AT = { deletedAt: expect.stringMatching(/Z$/) };

  it('is told to its visitor, who waits for a human, and to owners, and to no other visitor', async () => {
    const [sessionId, other] = [await chatbot.session(), await chatbot.session()];
    await chatbot.widget.call('POST', '/handoff', { body: { sessionId } });
    const [visitor, stranger, console_] = [
      await EventStream.ofVisitor(chatbot.widget, sessionId),
      await EventStream.ofVisitor(chatbot.widget, other),
      await EventStream.ofOwner(owner, chatbot.id),
    ];
    const conversationId = await deleteConversation(sessionId);
    expect(await visitor.next()).toMatchObject({ event: 'conversation_deleted', data: DELETED_AT });
    const told = await console_.next();
    expect(told).toMatchObject({ event: 'conversation_deleted', data: { conversationId, ...DELETED_AT } });
    await chatbot.takeOver(other);
    expect((await stranger.next()).event).toBe('takeover');
  });

  it('is told once, in its place, to clients that come back', async () => {
    const [sessionId, other] = [await chatbot.session(), await chatbot.session()];
    const visitor = await EventStream.ofVisitor(chatbot.widget, sessionId);
    const console_ = await EventStream.ofOwner(owner, chatbot.id);
    await chatbot.takeOver(sessionId);
    const [seen, shown] = [await visitor.next(), await console_.next()];
    await visitor.close();
    await console_.close();
    await deleteConversation(other);
    await deleteConversation(sessionId);
    await chatbot.widget.ask(sessionId, 'Are you still there?');
    await chatbot.takeOver(sessionId);
    const resumed = await EventStream.ofVisitor(chatbot.widget, sessionId, seen.id);
    // The release before the deletion is erased with the conversation.
    const [deleted, takeover] = [await resumed.next(), await resumed.next()];
    expect([deleted.event, takeover.event]).toEqual(['conversation_deleted', 'takeover']);
    const again = await EventStream.ofVisitor(chatbot.widget, sessionId, deleted.id);
    expect(await again.next()).toEqual(takeover);
    const caughtUp = await EventStream.ofOwner(owner, chatbot.id, shown.id);
    await caughtUp.next('takeover');
    const deletions = caughtUp.received.filter(({ event }) => event === 'conversation_deleted');
    expect(new Set(deletions.map(({ data }) => data.conversationId)).size).toBe(2);
    expect(deletions).toHaveLength(2);
  });
});
