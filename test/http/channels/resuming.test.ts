/** Clients of event streams that come back get what they missed, in order and nothing twice. */
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newInstallation } from '../../support/engines/engines.ts';
import { EventStream } from '../../support/http/event-stream.ts';
import { type Owner, serviceOfFile, TestService } from '../../support/http/service.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { type WatchedChatbot, watchedChatbot } from './support/watched-chatbot.ts';

const service = serviceOfFile();
let owner: Owner;
let chatbot: WatchedChatbot;
beforeAll(async () => {
  owner = await service().owner();
  chatbot = await watchedChatbot(owner);
});

const contents = (stream: EventStream) => stream.received.map(({ data }) => data.content);

describe('A client that reconnects', () => {
  it('gets the events it missed, in order and once each, then live ones', async () => {
    const sessionId = await chatbot.session();
    await chatbot.takeOver(sessionId);
    const first = await EventStream.ofVisitor(chatbot.widget, sessionId);
    await chatbot.write(sessionId, '0');
    const { id } = await first.next('agent_message');
    await first.close();
    for (let n = 1; n <= 70; n += 1) await chatbot.write(sessionId, String(n));
    const second = await EventStream.ofVisitor(chatbot.widget, sessionId, id);
    await chatbot.write(sessionId, '71');
    while (contents(second).at(-1) !== '71') await second.next();
    expect(contents(second)).toEqual(Array.from({ length: 71 }, (_, n) => String(n + 1)));
  });

  it('gets what it missed also when it has received no event yet, by the id of the opening', async () => {
    const sessionId = await chatbot.session();
    const path = `/api/chat/any/events?sessionId=${sessionId}`;
    const openingOf = async (headers: Readonly<Record<string, string>>) => {
      const leaving = new AbortController();
      const { body } = await service().fetch('GET', path, { headers }, leaving.signal);
      const opening = new TextDecoder().decode((await body?.getReader().read())?.value);
      leaving.abort();
      return opening;
    };
    const [, id] = /^retry: 3000\nid: (\d+)\n\n$/.exec(await openingOf(chatbot.widget.headers)) ?? [];
    await chatbot.takeOver(sessionId);
    await chatbot.write(sessionId, 'missed');
    const again = await EventStream.ofVisitor(chatbot.widget, sessionId, id);
    expect([(await again.next()).event, (await again.next()).data.content]).toEqual(['takeover', 'missed']);
    // The events before come first: whoever has not read them must not resume behind them.
    expect(await openingOf({ ...chatbot.widget.headers, 'last-event-id': String(id) })).toMatch(/^retry: 3000\n\n/);
  });

  it('gets each event once while others are appended', async () => {
    const sessionId = await chatbot.session();
    await chatbot.takeOver(sessionId);
    const first = await EventStream.ofVisitor(chatbot.widget, sessionId);
    await chatbot.write(sessionId, 'first');
    const { id } = await first.next('agent_message');
    const writing = (async () => {
      for (let n = 0; n < 60; n += 1) await chatbot.write(sessionId, String(n));
    })();
    const streams: EventStream[] = [];
    for (let n = 0; n < 8; n += 1) {
      streams.push(await EventStream.ofVisitor(chatbot.widget, sessionId, id));
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
    const sessionId = await chatbot.session();
    await chatbot.takeOver(sessionId);
    const live = await EventStream.ofVisitor(chatbot.widget, sessionId);
    for (const text of ['a', 'b', 'c']) await chatbot.write(sessionId, text);
    const ids = [await live.next(), await live.next()].map(({ id }) => id);
    const path = `/chat/any/events?sessionId=${sessionId}&lastEventId=${ids[0]}`;
    const byAddress = await EventStream.open(service(), path, chatbot.widget.headers);
    expect([(await byAddress.next()).data.content, (await byAddress.next()).data.content]).toEqual(['b', 'c']);
    const byHeader = await EventStream.open(service(), path, {
      ...chatbot.widget.headers,
      'last-event-id': String(ids[1]),
    });
    expect((await byHeader.next()).data.content).toBe('c');
  });

  it('is refused with an id that is no event id', async () => {
    for (const id of ['nonsense', '1.2.3', '-1', '9'.repeat(40)]) {
      const refused = await chatbot.widget.call('GET', '/events?sessionId=a', { headers: { 'last-event-id': id } });
      expect([refused.status, refused.details?.[0]?.path]).toEqual([400, 'Last-Event-ID']);
      expect((await owner.call('GET', `/chatbots/${chatbot.id}/events?lastEventId=${id}`)).status).toBe(400);
    }
  });

  it('gets the second part of an event whose first part it has', async () => {
    const { id } = await watchedChatbot(owner);
    const stream = await EventStream.ofOwner(owner, id);
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const source = await stream.next('source');
    expect(source.id).toMatch(/^\d+\.0$/);
    const resumed = await EventStream.ofOwner(owner, id, source.id);
    expect([(await resumed.next()).id, (await resumed.next()).event]).toEqual([source.id.split('.')[0], 'source']);
  });

  it('gets no foreign event for a foreign event id', async () => {
    const other = await service().owner();
    const theirs = await watchedChatbot(other);
    const stream = await EventStream.ofOwner(other, theirs.id);
    await other.text(theirs.id, 'Hours', 'We are open from nine to five.');
    const { id } = await stream.next('source');
    const mine = await EventStream.ofOwner(owner, chatbot.id, id);
    await chatbot.widget.ask('somebody', 'Hello');
    expect((await mine.next()).event).toBe('message');
  });

  it('resumes by the same ids after a restart', async () => {
    const environment = { DATA_DIR: temporaryDirectory() };
    const installation = await newInstallation();
    onTestFinished(() => installation.remove());
    const before = await TestService.start(environment, { installation });
    const somebody = await before.owner();
    const { id, widget: theirs } = await watchedChatbot(somebody);
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
