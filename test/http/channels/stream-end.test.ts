/** Reasons that end an open event stream, or an answer that streams. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EventStream } from '../../support/http/event-stream.ts';
import { ScriptedModel, untilAborted } from '../../support/http/scripted-models.ts';
import { cookiesOf, Owner, TestService, type Widget } from '../../support/http/service.ts';
import { sharedServiceWith } from '../../support/http/shared-service.ts';
import { streamed } from '../../support/http/streamed-answer.ts';
import { watchedChatbot } from './support/watched-chatbot.ts';

const model = new ScriptedModel();
const service = sharedServiceWith(model);
let owner: Owner;
beforeAll(async () => {
  owner = await service().owner();
});
afterEach(() => {
  model.script = new ScriptedModel().script;
});

describe('An event stream ends', () => {
  it("with the owner's session, and no other one", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const somebody = await service().owner(email);
    const { id } = await watchedChatbot(somebody);
    const login = await service().call('POST', '/api/auth/login', { body: { email, password: 'correct horse' } });
    const elsewhere = new Owner(service(), cookiesOf(login));
    const [leaving, staying] = [await EventStream.ofOwner(elsewhere, id), await EventStream.ofOwner(somebody, id)];
    await elsewhere.call('POST', '/auth/logout');
    await leaving.ended;
    await somebody.text(id, 'Hours', 'We are open.');
    expect((await staying.next()).event).toBe('source');
  });

  it('with the widget key', async () => {
    const { id, widget: theirs } = await watchedChatbot(owner);
    const stream = await EventStream.ofVisitor(theirs, 'visitor');
    await owner.call('DELETE', `/chatbots/${id}/widget-keys/${theirs.record.id}`);
    await stream.ended;
  });

  it('with the chatbot, within a second', async () => {
    const { id, widget: theirs } = await watchedChatbot(owner);
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
    const { id, widget: theirs } = await watchedChatbot(owner);
    const begun = speaking();
    const answering = theirs.call('POST', '/message', { body: { sessionId: 'visitor', message: 'When?' } });
    await begun;
    const deletedAt = performance.now();
    await owner.call('DELETE', path(id, theirs));
    expect(streamed((await answering).text).events.at(-1)).toEqual(FAILED);
    expect(performance.now() - deletedAt).toBeLessThan(1_000);
  });
});
