/** The realtime channel: what owners and visitors are shown as it happens, and what they missed. */
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Message } from '../../../src/projections/messages/queries.ts';
import { newInstallation } from '../../support/engines/engines.ts';
import { EventStream } from '../../support/http/event-stream.ts';
import { ScriptedModel, untilAborted } from '../../support/http/scripted-models.ts';
import { cookiesOf, Owner, serviceOfFile, TestService, type Widget } from '../../support/http/service.ts';
import { streamed } from '../../support/http/streamed-answer.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const model = new ScriptedModel();
const service = serviceOfFile({}, { models: model.models });
let owner: Owner;
let widget: Widget;
let chatbotId: string;
beforeAll(async () => {
  owner = await service().owner();
  ({ id: chatbotId, widget } = await page());
});
afterEach(() => {
  model.script = new ScriptedModel().script;
});

const LEAD = { allowLeadCapture: true, leadCaptureFields: { name: true, email: true, phone: true } };

async function page(by = owner) {
  const { id } = await by.chatbot({ humanHandoffEnabled: true, ...LEAD });
  return { id, widget: await by.widget(id) };
}
const on = (sessionId: string, what: string, of = chatbotId) => `/chatbots/${of}/sessions/${sessionId}/${what}`;
const takeOver = (sessionId: string) => owner.call('POST', on(sessionId, 'takeover'));
const release = (sessionId: string) => owner.call('DELETE', on(sessionId, 'takeover'));
const write = async (sessionId: string, message: string) =>
  (await owner.call<{ message: Message }>('POST', on(sessionId, 'messages'), { body: { message } })).data.message;
async function session(): Promise<string> {
  const sessionId = crypto.randomUUID();
  await widget.ask(sessionId, 'When are you open?');
  return sessionId;
}
/** @returns the conversation's id */
async function deleteConversation(sessionId: string): Promise<string> {
  const { data } = await owner.call<{ conversations: { id: string; sessionId: string }[] }>(
    'GET',
    `/chatbots/${chatbotId}/conversations`,
  );
  const { id = '' } = data.conversations.find((each) => each.sessionId === sessionId) ?? {};
  expect((await owner.call('DELETE', `/chatbots/${chatbotId}/conversations/${id}`)).status).toBe(200);
  return id;
}
const contents = (stream: EventStream) => stream.received.map(({ data }) => data.content);

describe('The deletion of a conversation', () => {
  const DELETED_AT = { deletedAt: expect.stringMatching(/Z$/) };

  it('is told to its visitor, who waits for a human, and to owners, and to no other visitor', async () => {
    const [sessionId, other] = [await session(), await session()];
    await widget.call('POST', '/handoff', { body: { sessionId } });
    const [visitor, stranger, console_] = [
      await EventStream.ofVisitor(widget, sessionId),
      await EventStream.ofVisitor(widget, other),
      await EventStream.ofOwner(owner, chatbotId),
    ];
    const conversationId = await deleteConversation(sessionId);
    expect(await visitor.next()).toMatchObject({ event: 'conversation_deleted', data: DELETED_AT });
    const told = await console_.next();
    expect(told).toMatchObject({ event: 'conversation_deleted', data: { conversationId, ...DELETED_AT } });
    await takeOver(other);
    expect((await stranger.next()).event).toBe('takeover');
  });

  it('is told once, in its place, to clients that come back', async () => {
    const [sessionId, other] = [await session(), await session()];
    const visitor = await EventStream.ofVisitor(widget, sessionId);
    const console_ = await EventStream.ofOwner(owner, chatbotId);
    await takeOver(sessionId);
    const [seen, shown] = [await visitor.next(), await console_.next()];
    await visitor.close();
    await console_.close();
    await deleteConversation(other);
    await deleteConversation(sessionId);
    await widget.ask(sessionId, 'Are you still there?');
    await takeOver(sessionId);
    const resumed = await EventStream.ofVisitor(widget, sessionId, seen.id);
    // The release before the deletion is erased with the conversation.
    const [deleted, takeover] = [await resumed.next(), await resumed.next()];
    expect([deleted.event, takeover.event]).toEqual(['conversation_deleted', 'takeover']);
    const again = await EventStream.ofVisitor(widget, sessionId, deleted.id);
    expect(await again.next()).toEqual(takeover);
    const caughtUp = await EventStream.ofOwner(owner, chatbotId, shown.id);
    await caughtUp.next('takeover');
    const deletions = caughtUp.received.filter(({ event }) => event === 'conversation_deleted');
    expect(new Set(deletions.map(({ data }) => data.conversationId)).size).toBe(2);
    expect(deletions).toHaveLength(2);
  });
});

describe("A visitor's event stream", () => {
  it('shows when a human takes over, what they write, and when they leave', async () => {
    const sessionId = await session();
    const stream = await EventStream.ofVisitor(widget, sessionId);
    await takeOver(sessionId);
    const { messageId, createdAt } = await write(sessionId, 'Ada here');
    await widget.ask(sessionId, 'Thanks');
    await release(sessionId);
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
    const stream = await EventStream.ofVisitor(widget, sessionId);
    await widget.ask(sessionId, 'Hello');
    await takeOver(sessionId);
    expect((await stream.next()).event).toBe('takeover');
  });

  it('shows no event of another session, nor of another chatbot’s session with the same id', async () => {
    const [mine, other] = [await session(), await session()];
    const elsewhere = await page();
    await elsewhere.widget.ask(mine, 'Hello');
    const stream = await EventStream.ofVisitor(widget, mine);
    await takeOver(other);
    await write(other, 'Not for you');
    await owner.call('POST', on(mine, 'takeover', elsewhere.id));
    await owner.call('POST', on(mine, 'messages', elsewhere.id), { body: { message: 'Not for you either' } });
    await takeOver(mine);
    await write(mine, 'For you');
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
    const stream = await EventStream.ofOwner(owner, chatbotId);
    const { messageId } = await widget.ask(sessionId, 'Hello', { leadData: { name: 'Ada' } });
    await widget.call('POST', '/feedback', { body: { sessionId, messageId, feedback: 'positive' } });
    await widget.call('POST', '/handoff', { body: { sessionId } });
    await takeOver(sessionId);
    const sent = await write(sessionId, 'Hi');
    await release(sessionId);
    await stream.next('release');
    const { data } = await owner.call<{ messages: Message[] }>(
      'GET',
      `/chatbots/${chatbotId}/history?sessionId=${sessionId}`,
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
    const { id } = await page();
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
    const other = await page();
    const stream = await EventStream.ofOwner(owner, chatbotId);
    await other.widget.ask('there', 'Hello');
    await widget.ask('here', 'Hello');
    await stream.next('message');
    expect(stream.received.map(({ data }) => data.sessionId)).not.toContain('there');
  });
});

describe('A client that reconnects', () => {
  it('gets the events it missed, in order and once each, then live ones', async () => {
    const sessionId = await session();
    await takeOver(sessionId);
    const first = await EventStream.ofVisitor(widget, sessionId);
    await write(sessionId, '0');
    const { id } = await first.next('agent_message');
    await first.close();
    for (let n = 1; n <= 70; n += 1) await write(sessionId, String(n));
    const second = await EventStream.ofVisitor(widget, sessionId, id);
    await write(sessionId, '71');
    while (contents(second).at(-1) !== '71') await second.next();
    expect(contents(second)).toEqual(Array.from({ length: 71 }, (_, n) => String(n + 1)));
  });

  it('gets each event once while others are appended', async () => {
    const sessionId = await session();
    await takeOver(sessionId);
    const first = await EventStream.ofVisitor(widget, sessionId);
    await write(sessionId, 'first');
    const { id } = await first.next('agent_message');
    const writing = (async () => {
      for (let n = 0; n < 60; n += 1) await write(sessionId, String(n));
    })();
    const streams: EventStream[] = [];
    for (let n = 0; n < 8; n += 1) {
      streams.push(await EventStream.ofVisitor(widget, sessionId, id));
      await first.next('agent_message');
    }
    await writing;
    const all = Array.from({ length: 60 }, (_, n) => String(n));
    for (const stream of streams) {
      while (contents(stream).at(-1) !== '59') await stream.next();
      expect(contents(stream)).toEqual(all);
    }
  });

  it('may resume by the query parameter lastEventId, before which Last-Event-ID counts', async () => {
    const sessionId = await session();
    await takeOver(sessionId);
    const live = await EventStream.ofVisitor(widget, sessionId);
    for (const text of ['a', 'b', 'c']) await write(sessionId, text);
    const ids = [await live.next(), await live.next()].map(({ id }) => id);
    const path = `/chat/any/events?sessionId=${sessionId}&lastEventId=${ids[0]}`;
    const byAddress = await EventStream.open(service(), path, widget.headers);
    expect([(await byAddress.next()).data.content, (await byAddress.next()).data.content]).toEqual(['b', 'c']);
    const byHeader = await EventStream.open(service(), path, { ...widget.headers, 'last-event-id': String(ids[1]) });
    expect((await byHeader.next()).data.content).toBe('c');
  });

  it('is refused with an id that is no event id', async () => {
    for (const id of ['nonsense', '1.2.3', '-1', '9'.repeat(40)]) {
      const refused = await widget.call('GET', '/events?sessionId=a', { headers: { 'last-event-id': id } });
      expect([refused.status, refused.details?.[0]?.path]).toEqual([400, 'Last-Event-ID']);
      expect((await owner.call('GET', `/chatbots/${chatbotId}/events?lastEventId=${id}`)).status).toBe(400);
    }
  });

  it('gets the second part of an event whose first part it has', async () => {
    const { id } = await page();
    const stream = await EventStream.ofOwner(owner, id);
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const source = await stream.next('source');
    expect(source.id).toMatch(/^\d+\.0$/);
    const resumed = await EventStream.ofOwner(owner, id, source.id);
    expect([(await resumed.next()).id, (await resumed.next()).event]).toEqual([source.id.split('.')[0], 'source']);
  });

  it('gets no foreign event for a foreign event id', async () => {
    const other = await service().owner();
    const theirs = await page(other);
    const stream = await EventStream.ofOwner(other, theirs.id);
    await other.text(theirs.id, 'Hours', 'We are open from nine to five.');
    const { id } = await stream.next('source');
    const mine = await EventStream.ofOwner(owner, chatbotId, id);
    await widget.ask('somebody', 'Hello');
    expect((await mine.next()).event).toBe('message');
  });

  it('resumes by the same ids after a restart', async () => {
    const environment = { DATA_DIR: temporaryDirectory() };
    const installation = await newInstallation();
    onTestFinished(() => installation.remove());
    const before = await TestService.start(environment, { installation });
    const somebody = await before.owner();
    const { id, widget: theirs } = await page(somebody);
    const stream = await EventStream.ofOwner(somebody, id);
    await theirs.ask('visitor', 'Hello');
    const question = await stream.next('message');
    const answer = await stream.next('message');
    await before.stop();
    const after = await TestService.start(environment, { installation });
    onTestFinished(() => after.stop());
    const resumed = await EventStream.ofOwner(somebody.at(after), id, question.id);
    await somebody.at(after).call('POST', `/chatbots/${id}/sessions/visitor/takeover`);
    expect(await resumed.next()).toEqual(answer);
    expect((await resumed.next()).event).toBe('takeover');
  });
});

describe('An event stream ends', () => {
  it("with the owner's session, and no other one", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const somebody = await service().owner(email);
    const { id } = await page(somebody);
    const login = await service().call('POST', '/api/auth/login', { body: { email, password: 'correct horse' } });
    const elsewhere = new Owner(service(), cookiesOf(login));
    const [leaving, staying] = [await EventStream.ofOwner(elsewhere, id), await EventStream.ofOwner(somebody, id)];
    await elsewhere.call('POST', '/auth/logout');
    await leaving.ended;
    await somebody.text(id, 'Hours', 'We are open.');
    expect((await staying.next()).event).toBe('source');
  });

  it('with the widget key', async () => {
    const { id, widget: theirs } = await page();
    const stream = await EventStream.ofVisitor(theirs, 'visitor');
    await owner.call('DELETE', `/chatbots/${id}/widget-keys/${theirs.record.id}`);
    await stream.ended;
  });

  it('with the chatbot, within a second', async () => {
    const { id, widget: theirs } = await page();
    const streams = [await EventStream.ofVisitor(theirs, 'visitor'), await EventStream.ofOwner(owner, id)];
    const deletedAt = performance.now();
    await owner.call('DELETE', `/chatbots/${id}`);
    await Promise.all(streams.map(({ ended }) => ended));
    expect(performance.now() - deletedAt).toBeLessThan(1_000);
  });

  it('with the service, which does not wait for it', async () => {
    const own = await TestService.start();
    const somebody = await own.owner();
    const { id } = await somebody.chatbot();
    const stream = await EventStream.ofOwner(somebody, id);
    const stoppingAt = performance.now();
    await own.stop();
    await stream.ended;
    expect(performance.now() - stoppingAt).toBeLessThan(5_000);
  });
});

describe('An answer that streams', () => {
  const speaking = () => {
    const begun = Promise.withResolvers<void>();
    model.script = async function* (signal) {
      yield 'We are open ';
      begun.resolve();
      await untilAborted(signal);
    };
    return begun.promise;
  };
  const FAILED = { event: 'error', data: { message: 'Something went wrong. Please try again.' } };

  it.each([
    ['its chatbot is deleted', (id: string) => `/chatbots/${id}`],
    ['its key is revoked', (id: string, by: Widget) => `/chatbots/${id}/widget-keys/${by.record.id}`],
  ])('ends with the error event within a second when %s', async (_what, path) => {
    const { id, widget: theirs } = await page();
    const begun = speaking();
    const answering = theirs.call('POST', '/message', { body: { sessionId: 'visitor', message: 'When?' } });
    await begun;
    const deletedAt = performance.now();
    await owner.call('DELETE', path(id, theirs));
    expect(streamed((await answering).text).events.at(-1)).toEqual(FAILED);
    expect(performance.now() - deletedAt).toBeLessThan(1_000);
  });
});
