import { beforeAll, describe, expect, it } from 'vitest';
import { conversationSubject } from '../../../src/domain/key-subjects.ts';
import { newPage, ownerHistory, questionsIn } from '../../support/http/chatbot-page.ts';
import type { Owner } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
let owner: Owner;
beforeAll(async () => {
  owner = await service().owner();
});

describe('A conversation that its owner deletes', () => {
  const asking = { allowLeadCapture: true, leadCaptureFields: { name: true, email: true } };
  const conversationOf = async (id: string, sessionId: string): Promise<string> =>
    (await ownerHistory(owner, id, `?sessionId=${sessionId}`)).data.messages[0]?.conversationId ?? '';
  const remove = (id: string, conversationId: string, by = owner) =>
    by.call('DELETE', `/chatbots/${id}/conversations/${conversationId}`);

  it('is erased with its messages, contact details and keys; others and the counts stay', async () => {
    const { chatbotId: id, widget } = await newPage(owner, asking);
    const { messageId } = await widget.ask('one', 'Hello', { leadData: { email: 'eve@example.com' } });
    await widget.call('POST', '/feedback', { body: { sessionId: 'one', messageId, feedback: 'positive' } });
    await widget.ask('two', 'Hello');
    const conversationId = await conversationOf(id, 'one');
    const deleted = await remove(id, conversationId);
    expect([deleted.status, deleted.data]).toEqual([200, { message: 'Conversation deleted' }]);
    expect((await ownerHistory(owner, id)).data.messages.every(({ sessionId }) => sessionId === 'two')).toBe(true);
    expect((await owner.call('GET', `/chatbots/${id}/leads`)).data).toMatchObject({ leads: [] });
    expect((await owner.call('GET', `/chatbots/${id}/satisfaction`)).data).toMatchObject({ positive: 1 });
    expect((await widget.call('GET', '/history?sessionId=one')).data).toMatchObject({ messages: [] });
    const subject = conversationSubject(id, conversationId);
    expect((await service().running.stores.keys.find([subject])).get(subject)).toBeNull();
    const { data } = await owner.call<{ events: object[] }>('GET', `/chatbots/${id}/audit?type=ConversationErased`);
    expect(data.events).toMatchObject([{ data: { conversationId, reason: 'owner' }, actor: { kind: 'account' } }]);
  });

  it('is gone for good: deleting it again is 404, and the session begins another one', async () => {
    const { chatbotId: id, widget } = await newPage(owner);
    await widget.ask('one', 'first');
    const conversationId = await conversationOf(id, 'one');
    await remove(id, conversationId);
    const again = await remove(id, conversationId);
    expect([again.status, again.message]).toEqual([404, 'Conversation not found']);
    await widget.ask('one', 'second');
    expect(questionsIn((await ownerHistory(owner, id)).data)).toEqual(['second']);
    expect(await conversationOf(id, 'one')).not.toBe(conversationId);
  });

  it('takes the stored responses of its requests with it', async () => {
    const { chatbotId: id, widget } = await newPage(owner);
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
    expect((await ownerHistory(owner, id)).data.messages).toEqual([]);
  });

  it('may wait for a human or be taken over', async () => {
    const { chatbotId: id, widget } = await newPage(owner, { humanHandoffEnabled: true });
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
    const { chatbotId: id, widget } = await newPage(owner);
    await widget.ask('one', 'Hello');
    const conversationId = await conversationOf(id, 'one');
    const stranger = await service().owner();
    const theirs = await stranger.chatbot();
    for (const [chatbot, by] of [[id, stranger] as const, [theirs.id, stranger] as const]) {
      expect((await remove(chatbot, conversationId, by)).status).toBe(404);
    }
    expect((await remove((await owner.chatbot()).id, conversationId)).status).toBe(404);
    expect(questionsIn((await ownerHistory(owner, id)).data)).toEqual(['Hello']);
  });
});
