import { beforeAll, describe, expect, it } from 'vitest';
import { conversationSubject } from '../../../src/domain/schema.ts';
import type { Lead } from '../../../src/projections/leads/queries.ts';
import type { Message } from '../../../src/projections/messages/queries.ts';
import type { Owner, Widget } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
let owner: Owner;
beforeAll(async () => {
  owner = await service().owner();
});

async function withWidget(changes: object = {}): Promise<{ id: string; widget: Widget }> {
  const { id } = await owner.chatbot(changes);
  return { id, widget: await owner.widget(id) };
}

type Page = { messages: Message[]; nextBefore: string | null };
const history = (id: string, query = '') => owner.call<Page>('GET', `/chatbots/${id}/history${query}`);
const contents = (page: Page) => page.messages.filter(({ role }) => role === 'user').map(({ content }) => content);

describe('The history of a chatbot', () => {
  it('is empty at first', async () => {
    const { id } = await owner.chatbot();
    expect((await history(id)).data).toEqual({ messages: [], nextBefore: null });
  });

  it('has the messages of all sessions, oldest first, or of one', async () => {
    const { id, widget } = await withWidget();
    await widget.ask('one', 'first');
    await widget.ask('two', 'second');
    await widget.ask('one', 'third');
    const all = (await history(id)).data;
    expect(contents(all)).toEqual(['first', 'second', 'third']);
    expect(all.messages.map(({ sessionId }) => sessionId)).toEqual(['one', 'one', 'two', 'two', 'one', 'one']);
    expect(contents((await history(id, '?sessionId=one')).data)).toEqual(['first', 'third']);
    expect((await history(id, '?sessionId=three')).data).toEqual({ messages: [], nextBefore: null });
  });

  it('is read backwards a page at a time, each message once', async () => {
    const { id, widget } = await withWidget();
    for (const question of ['a', 'b', 'c', 'd']) await widget.ask('one', question);
    const whole = (await history(id)).data.messages.map(({ messageId }) => messageId);
    const seen: string[] = [];
    let before = '';
    for (let pages = 0; pages < 3; pages++) {
      const { data } = await history(id, `?limit=3${before}`);
      seen.unshift(...data.messages.map(({ messageId }) => messageId));
      expect(data.nextBefore).toBe(pages < 2 ? data.messages[0]?.messageId : null);
      before = `&before=${data.nextBefore}`;
    }
    expect(seen).toEqual(whole);
  });

  it.each(['limit=0', 'limit=501', 'limit=x', 'limit=1.5', 'limit=-1', 'limit=', 'limit=1&limit=2', 'limit=1e2'])(
    'is refused for %s',
    async (query) => {
      const { id } = await owner.chatbot();
      const answer = await history(id, `?${query}`);
      expect([answer.status, answer.details?.[0]?.path]).toEqual([400, 'limit']);
    },
  );

  it("before a message that is none of the chatbot's is 404", async () => {
    const { id, widget } = await withWidget();
    const { messageId } = await widget.ask('one', 'Hello');
    const other = await owner.chatbot();
    for (const [of, before] of [
      [other.id, messageId],
      [id, 'nonsense'],
    ]) {
      const answer = await history(of ?? '', `?before=${before}`);
      expect([answer.status, answer.message]).toEqual([404, 'Message not found']);
    }
  });

  it('passes over a query that nobody knows', async () => {
    const { id } = await owner.chatbot();
    expect((await history(id, '?page=2')).status).toBe(200);
  });
});

describe('Satisfaction', () => {
  it('counts ratings; without any there is no rate', async () => {
    const { id, widget } = await withWidget();
    const satisfaction = async () => (await owner.call('GET', `/chatbots/${id}/satisfaction`)).data;
    expect(await satisfaction()).toEqual({ positive: 0, negative: 0, total: 0, rate: null });
    const rate = async (feedback: string) => {
      const sessionId = crypto.randomUUID();
      const { messageId } = await widget.ask(sessionId, 'Hello');
      const body = { sessionId, messageId, feedback };
      await widget.call('POST', '/feedback', { body });
      return body;
    };
    const negative = await rate('negative');
    expect(await satisfaction()).toEqual({ positive: 0, negative: 1, total: 1, rate: 0 });
    await rate('positive');
    await rate('positive');
    expect(await satisfaction()).toEqual({ positive: 2, negative: 1, total: 3, rate: 67 });
    await widget.call('POST', '/feedback', { body: negative });
    expect(await satisfaction()).toEqual({ positive: 2, negative: 0, total: 2, rate: 100 });
  });
});

describe('A conversation that its owner deletes', () => {
  const asking = { allowLeadCapture: true, leadCaptureFields: { name: true, email: true } };
  const conversationOf = async (id: string, sessionId: string): Promise<string> =>
    (await history(id, `?sessionId=${sessionId}`)).data.messages[0]?.conversationId ?? '';
  const remove = (id: string, conversationId: string, by = owner) =>
    by.call('DELETE', `/chatbots/${id}/conversations/${conversationId}`);

  it('is erased with its messages, contact details and keys; others and the counts stay', async () => {
    const { id, widget } = await withWidget(asking);
    const { messageId } = await widget.ask('one', 'Hello', { leadData: { email: 'eve@example.com' } });
    await widget.call('POST', '/feedback', { body: { sessionId: 'one', messageId, feedback: 'positive' } });
    await widget.ask('two', 'Hello');
    const conversationId = await conversationOf(id, 'one');
    const deleted = await remove(id, conversationId);
    expect([deleted.status, deleted.data]).toEqual([200, { message: 'Conversation deleted' }]);
    expect((await history(id)).data.messages.every(({ sessionId }) => sessionId === 'two')).toBe(true);
    expect((await owner.call('GET', `/chatbots/${id}/leads`)).data).toMatchObject({ leads: [] });
    expect((await owner.call('GET', `/chatbots/${id}/satisfaction`)).data).toMatchObject({ positive: 1 });
    expect((await widget.call('GET', '/history?sessionId=one')).data).toMatchObject({ messages: [] });
    const subject = conversationSubject(id, conversationId);
    expect((await service().running.stores.keys.find([subject])).get(subject)).toBeNull();
    const { data } = await owner.call<{ events: object[] }>('GET', `/chatbots/${id}/audit?type=ConversationErased`);
    expect(data.events).toMatchObject([{ data: { conversationId, reason: 'owner' }, actor: { kind: 'account' } }]);
  });

  it('is gone for good: deleting it again is 404, and the session begins another one', async () => {
    const { id, widget } = await withWidget();
    await widget.ask('one', 'first');
    const conversationId = await conversationOf(id, 'one');
    await remove(id, conversationId);
    const again = await remove(id, conversationId);
    expect([again.status, again.message]).toEqual([404, 'Conversation not found']);
    await widget.ask('one', 'second');
    expect(contents((await history(id)).data)).toEqual(['second']);
    expect(await conversationOf(id, 'one')).not.toBe(conversationId);
  });

  it('takes the stored responses of its requests with it', async () => {
    const { id, widget } = await withWidget();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { sessionId: 'one', message: 'Hello' };
    const send = () => widget.call('POST', '/message', { body, headers });
    const first = await send();
    expect([first.status, (await send()).text]).toEqual([200, first.text]);
    await owner.call('POST', `/chatbots/${id}/sessions/one/takeover`);
    const write = () =>
      owner.call('POST', `/chatbots/${id}/sessions/one/messages`, { body: { message: 'Ada here' }, headers });
    expect([(await write()).status, (await write()).status]).toEqual([201, 201]);
    await remove(id, await conversationOf(id, 'one'));
    for (const repeat of [await send(), await write()]) {
      expect([repeat.status, repeat.message]).toEqual([404, 'Conversation not found']);
    }
    expect((await history(id)).data.messages).toEqual([]);
  });

  it('may wait for a human or be taken over', async () => {
    const { id, widget } = await withWidget({ humanHandoffEnabled: true });
    for (const sessionId of ['waiting', 'taken']) await widget.ask(sessionId, 'Hello');
    await widget.call('POST', '/handoff', { body: { sessionId: 'waiting' } });
    await owner.call('POST', `/chatbots/${id}/sessions/taken/takeover`);
    for (const sessionId of ['waiting', 'taken']) {
      expect((await remove(id, await conversationOf(id, sessionId))).status).toBe(200);
    }
    expect((await owner.call('GET', `/chatbots/${id}/conversations`)).data).toMatchObject({ conversations: [] });
    const taken = await owner.call('POST', `/chatbots/${id}/sessions/taken/messages`, { body: { message: 'Hi' } });
    expect([taken.status, taken.message]).toEqual([404, 'Conversation not found']);
  });

  it("must be one of the owner's own chatbot", async () => {
    const { id, widget } = await withWidget();
    await widget.ask('one', 'Hello');
    const conversationId = await conversationOf(id, 'one');
    const stranger = await service().owner();
    const theirs = await stranger.chatbot();
    for (const [chatbot, by] of [[id, stranger] as const, [theirs.id, stranger] as const]) {
      expect((await remove(chatbot, conversationId, by)).status).toBe(404);
    }
    expect((await remove((await owner.chatbot()).id, conversationId)).status).toBe(404);
    expect(contents((await history(id)).data)).toEqual(['Hello']);
  });
});

describe('Leads', () => {
  type Leads = { leads: Lead[]; nextBefore: string | null };
  const leads = (id: string, query = '') => owner.call<Leads>('GET', `/chatbots/${id}/leads${query}`);
  const asking = { allowLeadCapture: true, leadCaptureFields: { name: true, email: true } };

  it('are the details that the chatbot asks for, with their conversation', async () => {
    const { id, widget } = await withWidget(asking);
    const leadData = { name: 'Eve', email: 'eve@example.com', phone: '123', other: 'x' };
    await widget.ask('one', 'Hello', { leadData });
    await widget.ask('two', 'Hello');
    const { data } = await leads(id);
    expect(data).toEqual({
      leads: [
        {
          ...{ id: expect.any(String), sessionId: 'one', name: 'Eve', email: 'eve@example.com', phone: null },
          ...{ conversationId: expect.any(String), capturedAt: expect.any(String) },
          conversation: {
            id: data.leads[0]?.conversationId,
            sessionId: 'one',
            startedAt: expect.any(String),
            lastMessageAt: expect.any(String),
            messages: [expect.objectContaining({ role: 'user' }), expect.objectContaining({ role: 'assistant' })],
          },
        },
      ],
      nextBefore: null,
    });
  });

  it('are changed field by field by what comes later', async () => {
    const { id, widget } = await withWidget(asking);
    await widget.ask('one', 'Hello', { leadData: { name: 'Eve', email: 'eve@example.com' } });
    await widget.ask('one', 'Hello', { leadData: { name: 'Eva' } });
    const { data } = await leads(id);
    expect(data.leads.map(({ name, email }) => [name, email])).toEqual([['Eva', 'eve@example.com']]);
  });

  it('are not kept where the chatbot does not ask', async () => {
    const { id, widget } = await withWidget({ ...asking, allowLeadCapture: false });
    await widget.ask('one', 'Hello', { leadData: { name: 'Eve' } });
    expect((await leads(id)).data.leads).toEqual([]);
  });

  it('come newest first, a page at a time', async () => {
    const { id, widget } = await withWidget(asking);
    for (const name of ['a', 'b', 'c']) await widget.ask(name, 'Hello', { leadData: { name } });
    const first = (await leads(id, '?limit=2')).data;
    expect(first.leads.map(({ name }) => name)).toEqual(['c', 'b']);
    const second = (await leads(id, `?limit=2&before=${first.nextBefore}`)).data;
    expect([second.leads.map(({ name }) => name), second.nextBefore]).toEqual([['a'], null]);
    const { id: otherId } = await owner.chatbot();
    expect((await leads(otherId, `?before=${first.nextBefore}`)).status).toBe(404);
  });

  it('go on from a page whose last lead was deleted', async () => {
    const { id, widget } = await withWidget(asking);
    for (const name of ['a', 'b', 'c']) await widget.ask(name, 'Hello', { leadData: { name } });
    const first = (await leads(id, '?limit=2')).data;
    await owner.call('DELETE', `/chatbots/${id}/leads/${first.leads[1]?.conversationId}`);
    const second = await leads(id, `?limit=2&before=${first.nextBefore}`);
    expect([second.status, second.data.leads.map(({ name }) => name)]).toEqual([200, ['a']]);
    expect((await leads(id, `?before=${first.leads[1]?.id}`)).status).toBe(404);
    expect((await leads(id, `?before=${first.leads[0]?.id}`)).data.leads).toHaveLength(1);
  });

  it('are deleted for good, and their conversation stays', async () => {
    const { id, widget } = await withWidget(asking);
    await widget.ask('one', 'Hello', { leadData: { name: 'Eve' } });
    const conversationId = (await leads(id)).data.leads[0]?.conversationId;
    const deleted = await owner.call('DELETE', `/chatbots/${id}/leads/${conversationId}`);
    expect([deleted.status, deleted.data]).toEqual([200, { message: 'Lead deleted' }]);
    expect((await leads(id)).data.leads).toEqual([]);
    expect((await history(id)).data.messages).toHaveLength(2);
    const again = await owner.call('DELETE', `/chatbots/${id}/leads/${conversationId}`);
    expect([again.status, again.message]).toEqual([404, 'Lead not found']);
  });

  it('are exported one by one, with every version of the details and the whole conversation', async () => {
    const { id, widget } = await withWidget({ ...asking, humanHandoffEnabled: true });
    const { messageId } = await widget.ask('one', 'Hello', { leadData: { name: 'Eve', email: 'eve@example.com' } });
    await widget.ask('one', 'Hello again', { leadData: { name: 'Eva' } });
    const by = { headers: widget.headers };
    const rated = { sessionId: 'one', messageId, feedback: 'negative' };
    await service().call('POST', '/api/chat/any/feedback', { body: rated, ...by });
    await service().call('POST', '/api/chat/any/handoff', { body: { sessionId: 'one' }, ...by });
    await owner.call('POST', `/chatbots/${id}/sessions/one/takeover`);
    const conversationId = (await leads(id)).data.leads[0]?.conversationId;
    const path = `/leads/${conversationId}/export`;
    expect((await owner.call('GET', `/chatbots/${id}${path}`)).data).toMatchObject({
      lead: { name: 'Eva', email: 'eve@example.com' },
      conversation: {
        ...{ conversationId, chatbotId: id, sessionId: 'one' },
        messages: [{ content: 'Hello' }, { messageId, feedback: 'negative' }, { content: 'Hello again' }, {}],
        ratings: [{ messageId, feedback: 'negative' }],
        captured: [{ name: 'Eve', email: 'eve@example.com' }, { name: 'Eva' }],
        handoffRequests: [{ at: expect.any(String) }],
        takeovers: [{ kind: 'taken_over' }],
      },
    });
    const { id: otherId } = await owner.chatbot();
    expect(await owner.call('GET', `/chatbots/${otherId}${path}`)).toMatchObject({ message: 'Lead not found' });
    const stranger = await service().owner();
    expect(await stranger.call('GET', `/chatbots/${id}${path}`)).toMatchObject({ message: 'Chatbot not found' });
    await owner.call('DELETE', `/chatbots/${id}/leads/${conversationId}`);
    expect(await owner.call('GET', `/chatbots/${id}${path}`)).toMatchObject({ message: 'Lead not found' });
  });

  it('of another chatbot are not found', async () => {
    const { id, widget } = await withWidget(asking);
    await widget.ask('one', 'Hello', { leadData: { name: 'Eve' } });
    const conversationId = (await leads(id)).data.leads[0]?.conversationId;
    const other = await owner.chatbot();
    for (const wrong of [conversationId, crypto.randomUUID(), 'nonsense']) {
      const answer = await owner.call('DELETE', `/chatbots/${other.id}/leads/${wrong}`);
      expect([answer.status, answer.message]).toEqual([404, 'Lead not found']);
    }
    expect((await leads(id)).data.leads).toHaveLength(1);
  });
});
