import { beforeAll, describe, expect, it } from 'vitest';
import { newPage, ownerHistory, questionsIn } from '../../support/http/chatbot-page.ts';
import type { Owner } from '../../support/http/service.ts';
import { sharedService } from '../../support/http/shared-service.ts';

const service = sharedService();
let owner: Owner;
beforeAll(async () => {
  owner = await service().owner();
});

describe('The history of a chatbot', () => {
  it('is empty at first', async () => {
    const { id } = await owner.chatbot();
    expect((await ownerHistory(owner, id)).data).toEqual({ messages: [], nextBefore: null });
  });

  it('has the messages of all sessions, oldest first, or of one', async () => {
    const { chatbotId: id, widget } = await newPage(owner);
    await widget.ask('one', 'first');
    await widget.ask('two', 'second');
    await widget.ask('one', 'third');
    const all = (await ownerHistory(owner, id)).data;
    expect(questionsIn(all)).toEqual(['first', 'second', 'third']);
    expect(all.messages.map(({ sessionId }) => sessionId)).toEqual(['one', 'one', 'two', 'two', 'one', 'one']);
    expect(questionsIn((await ownerHistory(owner, id, '?sessionId=one')).data)).toEqual(['first', 'third']);
    expect((await ownerHistory(owner, id, '?sessionId=three')).data).toEqual({ messages: [], nextBefore: null });
  });

  it('is read backwards a page at a time, each message once', async () => {
    const { chatbotId: id, widget } = await newPage(owner);
    for (const question of ['a', 'b', 'c', 'd']) await widget.ask('one', question);
    const whole = (await ownerHistory(owner, id)).data.messages.map(({ messageId }) => messageId);
    const seen: string[] = [];
    let before = '';
    for (let pages = 0; pages < 3; pages++) {
      const { data } = await ownerHistory(owner, id, `?limit=3${before}`);
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
      const answer = await ownerHistory(owner, id, `?${query}`);
      expect([answer.status, answer.details?.[0]?.path]).toEqual([400, 'limit']);
    },
  );

  it("before a message that is none of the chatbot's is 404", async () => {
    const { chatbotId: id, widget } = await newPage(owner);
    const { messageId } = await widget.ask('one', 'Hello');
    const other = await owner.chatbot();
    for (const [of, before] of [
      [other.id, messageId],
      [id, 'nonsense'],
    ]) {
      const answer = await ownerHistory(owner, of ?? '', `?before=${before}`);
      expect([answer.status, answer.message]).toEqual([404, 'Message not found']);
    }
  });

  it('passes over a query that nobody knows', async () => {
    const { id } = await owner.chatbot();
    expect((await ownerHistory(owner, id, '?page=2')).status).toBe(200);
  });
});
