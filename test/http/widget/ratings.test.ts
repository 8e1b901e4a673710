import { beforeAll, describe, expect, it } from 'vitest';
import { newSession, sessionHistory, shopPage } from '../../support/http/chatbot-page.ts';
import type { Owner, Widget } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
let owner: Owner;
let widget: Widget;
beforeAll(async () => {
  ({ owner, widget } = await shopPage(service()));
});

describe('A rating', () => {
  const rate = (body: unknown, by = widget) => by.call<{ feedback: string | null }>('POST', '/feedback', { body });

  it('is stored, replaced by the other value, and taken back by the same', async () => {
    const sessionId = newSession();
    const { messageId } = await widget.ask(sessionId, 'When are you open?');
    const given = async (feedback: string) => (await rate({ sessionId, messageId, feedback })).data.feedback;
    const stored = async () => (await sessionHistory(widget, sessionId))[1]?.feedback;
    expect([await given('positive'), await stored()]).toEqual(['positive', 'positive']);
    expect([await given('negative'), await stored()]).toEqual(['negative', 'negative']);
    expect([await given('negative'), await stored()]).toEqual([null, null]);
  });

  it('of a session that is not known is 404', async () => {
    const { messageId } = await widget.ask(newSession(), 'When are you open?');
    const answer = await rate({ sessionId: newSession(), messageId, feedback: 'positive' });
    expect([answer.status, answer.message]).toEqual([404, 'Conversation not found']);
  });

  it('of a message of another session is 404', async () => {
    const sessionId = newSession();
    await widget.ask(sessionId, 'When are you open?');
    const { messageId } = await widget.ask(newSession(), 'When are you open?');
    for (const id of [messageId, crypto.randomUUID(), 'nonsense']) {
      const answer = await rate({ sessionId, messageId: id, feedback: 'positive' });
      expect([answer.status, answer.message]).toEqual([404, 'Message not found']);
    }
  });

  it("by another chatbot's key does not reach it", async () => {
    const sessionId = newSession();
    const { messageId } = await widget.ask(sessionId, 'When are you open?');
    const stranger = await owner.widget((await owner.chatbot()).id);
    const answer = await rate({ sessionId, messageId, feedback: 'positive' }, stranger);
    expect([answer.status, answer.message]).toEqual([404, 'Conversation not found']);
  });

  it('of a question is refused', async () => {
    const sessionId = newSession();
    await widget.ask(sessionId, 'When are you open?');
    const messageId = (await sessionHistory(widget, sessionId))[0]?.messageId;
    const answer = await rate({ sessionId, messageId, feedback: 'positive' });
    expect([answer.status, answer.message]).toEqual([400, 'Only assistant messages can be rated']);
  });

  it.each([
    ['/feedback', { sessionId: 's', messageId: 'm', feedback: 'great' }],
    ['/feedback', { sessionId: 's', messageId: 'm', feedback: null }],
    ['/messageId', { sessionId: 's', feedback: 'positive' }],
    ['/sessionId', { messageId: 'm', feedback: 'positive' }],
  ])('is refused for a wrong %s: %j', async (path, body) => {
    const answer = await rate(body);
    expect([answer.status, answer.details?.map((detail) => detail.path)]).toEqual([400, [path]]);
  });
});
