import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../src/projections/messages/queries.ts';
import { ScriptedModel, untilAborted } from '../../support/http/scripted-models.ts';
import { TestService, type Widget } from '../../support/http/service.ts';
import { sharedServiceWith } from '../../support/http/shared-service.ts';
import { streamed } from '../../support/http/streamed-answer.ts';

const FAILED = { event: 'error', data: { message: 'Something went wrong. Please try again.' } };

async function pageOf(service: TestService): Promise<Widget> {
  const owner = await service.owner();
  const { id } = await owner.chatbot();
  await owner.text(id, 'Hours', 'We are open from nine to five.');
  return owner.widget(id);
}

const model = new ScriptedModel();
const service = sharedServiceWith(model);
let widget: Widget;
beforeAll(async () => {
  widget = await pageOf(service());
});
afterEach(() => {
  model.script = new ScriptedModel().script;
});

const send = (sessionId: string, signal?: AbortSignal, by = widget) =>
  by.service.fetch(
    'POST',
    '/api/chat/any/message',
    { body: { sessionId, message: 'When are you open?' }, headers: by.headers },
    signal,
  );
const history = async (sessionId: string) =>
  (await widget.call<{ messages: Message[] }>('GET', `/history?sessionId=${sessionId}`)).data.messages;

/** Reads until the text has come; what else came with it is in the answer. */
async function readUntil(response: Response, text: string): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  while (!read.includes(text)) {
    const next = await reader?.read();
    if (next === undefined || next.done) throw new Error(`The stream ended without ${text}: ${read}`);
    read += next.value;
  }
  reader?.releaseLock();
  return read;
}

describe('A stream', () => {
  it('gives each part as soon as the model does', async () => {
    const more = Promise.withResolvers<void>();
    model.script = async function* () {
      yield 'We are open ';
      await more.promise;
      yield 'from nine to five.';
    };
    const response = await send('prompt');
    // The model says the rest only after the visitor has its first words.
    await readUntil(response, 'We are open');
    more.resolve();
  });

  it('records the question when it was asked, and the answer when it was complete', async () => {
    const speaking = Promise.withResolvers<void>();
    const more = Promise.withResolvers<void>();
    model.script = async function* () {
      speaking.resolve();
      yield 'We are open ';
      await more.promise;
      yield 'from nine to five.';
    };
    const response = await send('times');
    await speaking.promise;
    const completing = Date.now() + 20;
    await vi.waitUntil(() => Date.now() > completing, { interval: 5 });
    more.resolve();
    await response.text();
    const [asked = 0, answered = 0] = (await history('times')).map(({ createdAt }) => Date.parse(createdAt));
    expect(asked).toBeLessThan(completing);
    expect(answered).toBeGreaterThanOrEqual(completing);
  });

  it('that fails before its first token ends with an error event', async () => {
    // biome-ignore lint/correctness/useYield: it fails before
    model.script = async function* () {
      throw new Error('secret reason');
    };
    const response = await send('failing');
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(streamed(text).events.at(-1)).toEqual(FAILED);
    expect(text).not.toContain('secret');
    expect((await history('failing')).map(({ role }) => role)).toEqual(['user']);
  });

  it('that breaks off in the middle ends with an error event', async () => {
    model.script = async function* () {
      yield 'We are open ';
      throw new Error('secret reason');
    };
    const { events } = streamed(await (await send('breaking')).text());
    expect(events.map(({ event }) => event).slice(-1)).toEqual(['error']);
    expect(events.filter(({ event }) => event === 'done')).toEqual([]);
  });

  it('whose visitor leaves stops the model within a second, and records the partial answer', async () => {
    const stopped = Promise.withResolvers<number>();
    model.script = async function* (signal) {
      yield 'We are open ';
      yield 'every day of the week. ';
      await untilAborted(signal).catch(() => stopped.resolve(performance.now()));
    };
    const page = new AbortController();
    await readUntil(await send('leaving', page.signal), 'We are open');
    const left = performance.now();
    page.abort();
    expect((await stopped.promise) - left).toBeLessThan(1000);
    await vi.waitFor(async () => expect(await history('leaving')).toHaveLength(2), { timeout: 20_000 });
    expect((await history('leaving'))[1]?.content).toContain('We are open');
  });

  it('is kept alive by a comment while the model is silent', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const more = Promise.withResolvers<void>();
      model.script = async function* () {
        await more.promise;
        yield 'We are open.';
      };
      const response = await send('silent');
      vi.advanceTimersByTime(15_000);
      expect(await readUntil(response, '\n\n')).toMatch(/^:/);
      more.resolve();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('Stopping the service', () => {
  it('lets a running answer finish, and refuses new requests', async () => {
    const slow = new ScriptedModel();
    const stopping = await TestService.start({}, { models: slow.models });
    const page = await pageOf(stopping);
    const more = Promise.withResolvers<void>();
    slow.script = async function* () {
      yield 'We are open ';
      await more.promise;
      yield 'from nine to five.';
    };
    const { port, hostname } = new URL(stopping.running.address);
    const body = JSON.stringify({ sessionId: 'last', message: 'When are you open?' });
    const headers = `X-Widget-Key: ${page.key}\r\nOrigin: https://example.com\r\nContent-Type: application/json`;
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    let text = '';
    const begun = Promise.withResolvers<void>();
    socket.on('data', (chunk) => {
      text += chunk;
      if (text.includes('We are open')) begun.resolve();
    });
    socket.write(
      `POST /api/chat/any/message HTTP/1.1\r\nHost: a\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await begun.promise;
    const stopped = stopping.stop();
    // Sent on the same connection, because the listener is closed.
    socket.write('GET /api/auth/me HTTP/1.1\r\nHost: a\r\n\r\n');
    more.resolve();
    await once(socket, 'close');
    await stopped;
    const [answer = '', refusal = ''] = text.split('HTTP/1.1 503');
    expect(streamedInChunks(answer)).toContain('event: done');
    expect(refusal).toContain('"code":"SERVICE_UNAVAILABLE"');
    expect(refusal.toLowerCase()).toContain('retry-after: 1');
  });

  it('does not wait for idle connections', async () => {
    const slow = new ScriptedModel();
    const stopping = await TestService.start({}, { models: slow.models });
    const page = await pageOf(stopping);
    const more = Promise.withResolvers<void>();
    slow.script = async function* () {
      yield 'We are open ';
      await more.promise;
    };
    const response = await send('last', undefined, page);
    const rest = readUntil(response, 'event: done');
    const stopped = stopping.stop();
    more.resolve();
    await rest;
    const finished = performance.now();
    await stopped;
    expect(performance.now() - finished).toBeLessThan(2000);
  });
});

const streamedInChunks = (text: string): string => text.replace(/\r\n[0-9a-f]+\r\n/g, '');
