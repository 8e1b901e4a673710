import { beforeAll, describe, expect, it } from 'vitest';
import type { Lead } from '../../../src/projections/leads/queries.ts';
import { newPage, ownerHistory } from '../../support/http/chatbot-page.ts';
import type { Owner } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
let owner: Owner;
beforeAll(async () => {
  owner = await service().owner();
});

describe('Leads', () => {
  type Leads = { leads: Lead[]; nextBefore: string | null };
  const leads = (id: string, query = '') => owner.call<Leads>('GET', `/chatbots/${id}/leads${query}`);
  const asking = { allowLeadCapture: true, leadCaptureFields: { name: true, email: true } };

  it('are the details that the chatbot asks for, with their conversation', async () => {
    const { chatbotId: id, widget } = await newPage(owner, asking);
    const leadData = { name: 'Eve', email: 'eve@example.com', phone: '123', other: 'x' };
    await widget.ask('one', 'Hello', { leadData });
    await widget.ask('two', 'Hello');
    const { data } = await leads(id);
    expect(data).toEqual({
      leads: [
        {
          id: expect.any(String),
          sessionId: 'one',
          name: 'Eve',
          email: 'eve@example.com',
          phone: null,
          conversationId: expect.any(String),
          capturedAt: expect.any(String),
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
    const { chatbotId: id, widget } = await newPage(owner, asking);
    await widget.ask('one', 'Hello', { leadData: { name: 'Eve', email: 'eve@example.com' } });
    await widget.ask('one', 'Hello', { leadData: { name: 'Eva' } });
    const { data } = await leads(id);
    expect(data.leads.map(({ name, email }) => [name, email])).toEqual([['Eva', 'eve@example.com']]);
  });

  it('are not kept where the chatbot does not ask', async () => {
    const { chatbotId: id, widget } = await newPage(owner, { ...asking, allowLeadCapture: false });
    await widget.ask('one', 'Hello', { leadData: { name: 'Eve' } });
    expect((await leads(id)).data.leads).toEqual([]);
  });

  it('come newest first, a page at a time', async () => {
    const { chatbotId: id, widget } = await newPage(owner, asking);
    for (const name of ['a', 'b', 'c']) await widget.ask(name, 'Hello', { leadData: { name } });
    const first = (await leads(id, '?limit=2')).data;
    expect(first.leads.map(({ name }) => name)).toEqual(['c', 'b']);
    const second = (await leads(id, `?limit=2&before=${first.nextBefore}`)).data;
    expect([second.leads.map(({ name }) => name), second.nextBefore]).toEqual([['a'], null]);
    const { id: otherId } = await owner.chatbot();
    expect((await leads(otherId, `?before=${first.nextBefore}`)).status).toBe(404);
  });

  it('go on from a page whose last lead was deleted', async () => {
    const { chatbotId: id, widget } = await newPage(owner, asking);
    for (const name of ['a', 'b', 'c']) await widget.ask(name, 'Hello', { leadData: { name } });
    const first = (await leads(id, '?limit=2')).data;
    await owner.call('DELETE', `/chatbots/${id}/leads/${first.leads[1]?.conversationId}`);
    const second = await leads(id, `?limit=2&before=${first.nextBefore}`);
    expect([second.status, second.data.leads.map(({ name }) => name)]).toEqual([200, ['a']]);
    expect((await leads(id, `?before=${first.leads[1]?.id}`)).status).toBe(404);
    expect((await leads(id, `?before=${first.leads[0]?.id}`)).data.leads).toHaveLength(1);
  });

  it('are deleted for good, and their conversation stays', async () => {
    const { chatbotId: id, widget } = await newPage(owner, asking);
    await widget.ask('one', 'Hello', { leadData: { name: 'Eve' } });
    const conversationId = (await leads(id)).data.leads[0]?.conversationId;
    const deleted = await owner.call('DELETE', `/chatbots/${id}/leads/${conversationId}`);
    expect([deleted.status, deleted.data]).toEqual([200, { message: 'Lead deleted' }]);
    expect((await leads(id)).data.leads).toEqual([]);
    expect((await ownerHistory(owner, id)).data.messages).toHaveLength(2);
    const again = await owner.call('DELETE', `/chatbots/${id}/leads/${conversationId}`);
    expect([again.status, again.message]).toEqual([404, 'Lead not found']);
  });

  it('are exported one by one, with every version of the details and the whole conversation', async () => {
    const { chatbotId: id, widget } = await newPage(owner, { ...asking, humanHandoffEnabled: true });
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
        conversationId,
        chatbotId: id,
        sessionId: 'one',
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
    const { chatbotId: id, widget } = await newPage(owner, asking);
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
