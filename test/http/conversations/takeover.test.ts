/** A human in the chatbot's place: conversations, takeovers, agents' messages, requests for a human. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ConversationPage } from '../../../src/projections/conversation-list/list.ts';
import type { Message } from '../../../src/projections/messages/queries.ts';
import { ScriptedModel, untilAborted } from '../../support/http/scripted-models.ts';
import type { Owner, Widget } from '../../support/http/service.ts';
import { sharedServiceWith } from '../../support/http/shared-service.ts';
import { streamed } from '../../support/http/streamed-answer.ts';

const model = new ScriptedModel();
const service = sharedServiceWith(model);
let owner: Owner;
let widget: Widget;
let chatbotId: string;
beforeAll(async () => {
  owner = await service().owner();
  ({ id: chatbotId } = await owner.chatbot({ humanHandoffEnabled: true }));
  widget = await owner.widget(chatbotId);
});
afterEach(() => {
  model.script = new ScriptedModel().script;
});

const session = async (): Promise<string> => {
  const sessionId = crypto.randomUUID();
  await widget.ask(sessionId, 'When are you open?');
  return sessionId;
};
const pathOf = (sessionId: string, what: string) =>
  `/chatbots/${chatbotId}/sessions/${encodeURIComponent(sessionId)}/${what}`;
const takeOver = (sessionId: string) =>
  owner.call<{ takenOver: boolean; since: string }>('POST', pathOf(sessionId, 'takeover'));
const release = (sessionId: string) => owner.call<{ takenOver: boolean }>('DELETE', pathOf(sessionId, 'takeover'));
const write = (sessionId: string, message: string) =>
  owner.call<{ message: Message }>('POST', pathOf(sessionId, 'messages'), { body: { message } });
const handoff = (sessionId: string, by = widget) => by.call('POST', '/handoff', { body: { sessionId } });
const history = async (sessionId: string) =>
  (await widget.call<{ messages: Message[] }>('GET', `/history?sessionId=${encodeURIComponent(sessionId)}`)).data
    .messages;
const said = async (sessionId: string) => (await history(sessionId)).map(({ role, content }) => `${role}: ${content}`);
const list = (query: string, of = owner, id = chatbotId) =>
  of.call<ConversationPage>('GET', `/chatbots/${id}/conversations${query}`);

/** An answer that has begun and goes on until it is stopped. */
function speakUntilStopped() {
  const speaking = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  model.script = async function* (signal) {
    yield 'We are open ';
    speaking.resolve();
    await untilAborted(signal).catch((error: unknown) => {
      stopped.resolve();
      throw error;
    });
  };
  return { speaking: speaking.promise, stopped: stopped.promise };
}

describe('A session that is taken over', () => {
  it('says since when, and keeps saying so', async () => {
    const sessionId = await session();
    const first = await takeOver(sessionId);
    expect([first.status, first.data.takenOver, Date.parse(first.data.since) <= Date.now()]).toEqual([200, true, true]);
    expect((await takeOver(sessionId)).data).toEqual(first.data);
  });

  it('gets no answer: the message is recorded and counts, and says who has it', async () => {
    const sessionId = await session();
    await takeOver(sessionId);
    const used = async () =>
      (await owner.call<{ usage?: { messages: { used: number } } }>('GET', '/auth/me/usage')).data?.usage?.messages
        .used;
    const before = await used();
    const asked = model.asked;
    const { events } = await widget.ask(sessionId, 'Are you there?');
    const messages = await history(sessionId);
    const question = messages.at(-1);
    expect(events).toEqual([
      { event: 'done', data: { sources: [], sessionId, messageId: question?.messageId, takenOver: true } },
    ]);
    expect(question).toMatchObject({ role: 'user', content: 'Are you there?' });
    expect(model.asked).toBe(asked);
    if (before !== undefined) expect(await used()).toBe(before + 1);
  });

  it("is told as such in the visitor's history, until its release", async () => {
    const sessionId = await session();
    const isTakenOver = async (of: string) =>
      (await widget.call<{ takenOver: boolean }>('GET', `/history?sessionId=${of}&limit=1`)).data.takenOver;
    expect([await isTakenOver(sessionId), await isTakenOver('nobody')]).toEqual([false, false]);
    await takeOver(sessionId);
    expect(await isTakenOver(sessionId)).toBe(true);
    await release(sessionId);
    expect(await isTakenOver(sessionId)).toBe(false);
  });

  it('of a name with signs of an address is reached all the same', async () => {
    const sessionId = 'a/b?c#d é 日本 %2F';
    await widget.ask(sessionId, 'Hello');
    expect((await takeOver(sessionId)).status).toBe(200);
    expect((await write(sessionId, 'Hello')).status).toBe(201);
    expect((await release(sessionId)).status).toBe(200);
    const longest = '日'.repeat(128);
    await widget.ask(longest, 'Hello');
    expect((await takeOver(longest)).status).toBe(200);
  });

  it('that nobody began is not found', async () => {
    for (const answer of [await takeOver('nobody'), await release('nobody'), await write('nobody', 'Hello')]) {
      expect([answer.status, answer.message]).toEqual([404, 'Conversation not found']);
    }
  });
});

describe('A conversation that is deleted during an answer', () => {
  it('stays deleted: the answer is recorded nowhere, and the session begins another conversation', async () => {
    const sessionId = await session();
    const { conversationId } = (await history(sessionId))[0] ?? {};
    const speaking = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    model.script = async function* () {
      yield 'We are open ';
      speaking.resolve();
      await goOn.promise;
      yield 'from nine to five.';
    };
    const answering = widget.ask(sessionId, 'And on Sundays?');
    await speaking.promise;
    expect((await owner.call('DELETE', `/chatbots/${chatbotId}/conversations/${conversationId}`)).status).toBe(200);
    goOn.resolve();
    const { events } = await answering;
    expect(events.at(-1)).toEqual({
      event: 'error',
      data: { message: 'Something went wrong. Please try again.' },
    });
    expect(await history(sessionId)).toEqual([]);
    model.script = new ScriptedModel().script;
    await widget.ask(sessionId, 'Are you there?');
    expect((await history(sessionId)).map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('ends the answer: the model is stopped, and the visitor is told', async () => {
    const sessionId = await session();
    const { conversationId } = (await history(sessionId))[0] ?? {};
    const { speaking, stopped } = speakUntilStopped();
    const answering = widget.ask(sessionId, 'And on Sundays?');
    await speaking;
    await owner.call('DELETE', `/chatbots/${chatbotId}/conversations/${conversationId}`);
    await stopped;
    const { events } = await answering;
    expect(events.at(-1)).toEqual({ event: 'error', data: { message: 'Something went wrong. Please try again.' } });
    expect(await history(sessionId)).toEqual([]);
  });
});

describe('A takeover during an answer', () => {
  it('ends it: the model is stopped, and nothing of it is stored', async () => {
    const sessionId = await session();
    const before = await said(sessionId);
    const { speaking, stopped } = speakUntilStopped();
    const answering = widget.ask(sessionId, 'And on Sundays?');
    await speaking;
    await takeOver(sessionId);
    const { events } = await answering;
    await stopped;
    const messageId = (await history(sessionId)).at(-1)?.messageId;
    expect(events.at(-1)).toEqual({
      event: 'done',
      data: { sources: [], sessionId, messageId, takenOver: true },
    });
    expect(await said(sessionId)).toEqual([...before, 'user: And on Sundays?']);
  });

  it('wins also when the model cannot be stopped any more, and over a release before its end', async () => {
    const sessionId = await session();
    const [speaking, more] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    model.script = async function* () {
      speaking.resolve();
      await more.promise;
      yield 'We are closed.';
    };
    const answering = widget.ask(sessionId, 'And on Mondays?');
    await speaking.promise;
    await takeOver(sessionId);
    await release(sessionId);
    more.resolve();
    expect((await answering).events.at(-1)?.data).toMatchObject({ takenOver: true, sources: [] });
    expect((await said(sessionId)).at(-1)).toBe('user: And on Mondays?');
  });

  it('is the answer to a repeat of the same message too', async () => {
    const sessionId = await session();
    await takeOver(sessionId);
    const request = {
      body: { sessionId, message: 'Twice?' },
      headers: { 'idempotency-key': crypto.randomUUID() },
    };
    const [first, second] = [
      await widget.call('POST', '/message', request),
      await widget.call('POST', '/message', request),
    ];
    expect(streamed(second.text).events).toEqual(streamed(first.text).events);
    expect((await said(sessionId)).filter((line) => line === 'user: Twice?')).toHaveLength(1);
  });
});

describe("An agent's message", () => {
  it('is part of the conversation, and says where it is found', async () => {
    const sessionId = await session();
    await takeOver(sessionId);
    const answer = await write(sessionId, 'Ada here: how can I help?');
    expect([answer.status, answer.headers.get('location')]).toEqual([
      201,
      `/api/chatbots/${chatbotId}/history?sessionId=${sessionId}`,
    ]);
    const { message } = answer.data;
    expect(message).toMatchObject({ sessionId, role: 'agent', content: 'Ada here: how can I help?', feedback: null });
    expect((await history(sessionId)).at(-1)).toEqual(message);
  });

  it('is refused while the session is not taken over', async () => {
    const sessionId = await session();
    const refused = await write(sessionId, 'Hello');
    expect([refused.status, refused.message]).toEqual([409, 'Session is not taken over']);
    await takeOver(sessionId);
    await release(sessionId);
    expect((await write(sessionId, 'Hello')).status).toBe(409);
  });

  it('is what the chatbot remembers after the release', async () => {
    const sessionId = await session();
    await takeOver(sessionId);
    await write(sessionId, 'The parcel left on Tuesday.');
    expect((await release(sessionId)).data).toEqual({ takenOver: false });
    const { events } = await widget.ask(sessionId, 'Which day was that?');
    expect(events.at(-1)?.data).not.toHaveProperty('takenOver');
    expect(model.asked?.memory.at(-1)).toMatchObject({ role: 'agent', content: 'The parcel left on Tuesday.' });
  });

  it('cannot be rated by the visitor', async () => {
    const sessionId = await session();
    await takeOver(sessionId);
    const { messageId } = (await write(sessionId, 'Hello')).data.message;
    const body = { sessionId, messageId, feedback: 'positive' };
    const refused = await widget.call('POST', '/feedback', { body });
    expect([refused.status, refused.message]).toEqual([400, 'Only assistant messages can be rated']);
  });
});

describe('A request for a human', () => {
  it('stands until somebody takes the session over', async () => {
    const sessionId = await session();
    const waits = async () =>
      (await list('?handoffRequested=true')).data.conversations.some((each) => each.sessionId === sessionId);
    expect((await handoff(sessionId)).data).toEqual({ handoffRequested: true, takenOver: false });
    expect((await handoff(sessionId)).data).toEqual({ handoffRequested: true, takenOver: false });
    expect(await waits()).toBe(true);
    await takeOver(sessionId);
    expect(await waits()).toBe(false);
    expect((await handoff(sessionId)).data).toEqual({ handoffRequested: false, takenOver: true });
    await release(sessionId);
    expect((await handoff(sessionId)).data).toEqual({ handoffRequested: true, takenOver: false });
  });

  it('is counted in the list of chatbots, at its own, until somebody takes the session over', async () => {
    const someone = await service().owner();
    const shop = await someone.chatbot({ humanHandoffEnabled: true });
    const other = await someone.chatbot({ humanHandoffEnabled: true });
    const page = await someone.widget(shop.id);
    const waiting = async () => {
      const { data } = await someone.call<{ chatbots: { id: string; waitingVisitors: number }[] }>('GET', '/chatbots');
      return data.chatbots.map(({ id, waitingVisitors }) => [id, waitingVisitors]);
    };
    for (const sessionId of ['quiet', 'first', 'second']) await page.ask(sessionId, 'Hello');
    for (const sessionId of ['first', 'second']) await handoff(sessionId, page);
    expect(await waiting()).toEqual([
      [shop.id, 2],
      [other.id, 0],
    ]);
    await someone.call('POST', `/chatbots/${shop.id}/sessions/first/takeover`);
    expect(await waiting()).toEqual([
      [shop.id, 1],
      [other.id, 0],
    ]);
  });

  it('is refused where the owner has not enabled it, and for a session that nobody began', async () => {
    const { id } = await owner.chatbot();
    const page = await owner.widget(id);
    await page.ask('visitor', 'Hello');
    const refused = await handoff('visitor', page);
    expect([refused.status, refused.message]).toEqual([403, 'Human handoff is not enabled']);
    const unknown = await handoff('nobody');
    expect([unknown.status, unknown.message]).toEqual([404, 'Conversation not found']);
  });
});
