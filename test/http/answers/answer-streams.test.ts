import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { fastifySSE } from '@fastify/sse';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ChatEvent } from '../../../src/answering/answer-recorder.ts';
import { abortOnDisconnect } from '../../../src/http/client-disconnect.ts';
import { AnswerStreams } from '../../../src/http/routes/answers/answer-streams.ts';
import { untilAborted } from '../../support/http/scripted-models.ts';

const DONE: ChatEvent = { kind: 'done', sources: [], sessionId: 's', messageId: 'm' };
const token = (text: string): ChatEvent => ({ kind: 'token', token: text });

interface Streaming {
  readonly socket: Socket;
  readonly signal: Promise<AbortSignal>;
  readonly response: Promise<ServerResponse>;
  /** The whole response, once it has ended. */
  readonly whole: Promise<string>;
}

/** A server that streams the events to one client, which has just asked. */
async function streaming(
  events: (signal: AbortSignal) => AsyncIterable<ChatEvent>,
  {
    cutOff = new AbortController().signal,
    visible = Promise.resolve(),
    stallTimeoutMs = 60_000,
    cutOffGraceMs = 5_000,
  } = {},
): Promise<Streaming> {
  const app = Fastify();
  await app.register(fastifySSE, { heartbeatInterval: 0 });
  const streams = new AnswerStreams(cutOff, { stallTimeoutMs, cutOffGraceMs });
  const asked = Promise.withResolvers<AbortSignal>();
  const response = Promise.withResolvers<ServerResponse>();
  app.get('/', { sse: 'manual' }, async (_request, reply) => {
    const disconnect = abortOnDisconnect(reply);
    asked.resolve(disconnect.signal);
    response.resolve(reply.raw);
    const whenVisible = () => visible;
    await streams.send(reply, { events: events(disconnect.signal), whenVisible, disconnect, idempotency: null });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  onTestFinished(async () => {
    socket.destroy();
    await app.close();
  });
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  const whole = Promise.withResolvers<string>();
  let text = '';
  // Not read from until the test says so.
  socket.pause().setEncoding('utf8');
  socket.on('data', (chunk) => {
    text += chunk;
    if (text.endsWith('\r\n0\r\n\r\n')) whole.resolve(text);
  });
  socket.on('error', whole.reject);
  return { socket, signal: asked.promise, response: response.promise, whole: whole.promise };
}

describe('A streamed answer', () => {
  it('sends done only when the question can be read', async () => {
    const visible = Promise.withResolvers<void>();
    const { socket, whole } = await streaming(
      async function* () {
        yield token('a');
        yield DONE;
      },
      { visible: visible.promise },
    );
    socket.resume();
    await once(socket, 'data');
    visible.resolve();
    expect(await whole).toMatch(/event: token[\s\S]*event: done/);
  });

  it('ends with an error when the question cannot be read in time', async () => {
    const visible = Promise.withResolvers<void>();
    const { socket, signal, whole } = await streaming(
      async function* () {
        yield DONE;
      },
      { visible: visible.promise },
    );
    socket.resume();
    await signal;
    visible.reject(new Error('away'));
    const text = await whole;
    expect(text).toContain('event: error');
    expect(text).not.toContain('event: done');
  });

  it('that ends without done or error is sent an error', async () => {
    const { socket, whole } = await streaming(async function* () {
      yield token('a');
    });
    socket.resume();
    expect(await whole).toMatch(/event: token[\s\S]*event: error/);
  });

  it('that is cut off at shutdown ends with an error', async () => {
    const cutOff = new AbortController();
    const { socket, signal, whole } = await streaming(
      async function* (leaving) {
        yield token('a');
        await untilAborted(leaving).catch(() => undefined);
        yield { kind: 'error' };
      },
      { cutOff: cutOff.signal },
    );
    socket.resume();
    await once(socket, 'data');
    cutOff.abort();
    expect((await signal).aborted).toBe(true);
    expect(await whole).toContain('event: error\ndata: {"message":"Something went wrong. Please try again."}');
  });

  it('waits for a slow client (backpressure), and disconnects one that reads nothing for too long', async () => {
    let given = 0;
    const settled = Promise.withResolvers<void>();
    const { signal, socket } = await streaming(
      async function* (leaving) {
        const text = 'x'.repeat(10_000);
        while (!leaving.aborted && given < 1_000_000_000) {
          given += text.length;
          yield token(text);
        }
        settled.resolve();
      },
      { stallTimeoutMs: 100 },
    );
    await settled.promise;
    expect((await signal).aborted).toBe(true);
    // The buffers of two sockets, and not a byte for each that the model could have written.
    expect(given).toBeLessThan(50_000_000);
    expect(socket.destroyed).toBe(false);
  });

  it('is read to its end when the client disconnects during backpressure', async () => {
    const settled = Promise.withResolvers<string>();
    const { socket, response } = await streaming(async function* (leaving) {
      while (!leaving.aborted) yield token('x'.repeat(10_000));
      settled.resolve('recorded');
    });
    await vi.waitFor(async () => expect((await response).writableNeedDrain).toBe(true));
    socket.destroy();
    expect(await settled.promise).toBe('recorded');
  });

  it('is cut off at shutdown also when its client reads nothing', async () => {
    const cutOff = new AbortController();
    const settled = Promise.withResolvers<void>();
    const flowing = Promise.withResolvers<void>();
    await streaming(
      async function* (leaving) {
        while (!leaving.aborted) {
          flowing.resolve();
          yield token('x'.repeat(10_000));
        }
        settled.resolve();
      },
      { cutOff: cutOff.signal, cutOffGraceMs: 50 },
    );
    await flowing.promise;
    cutOff.abort();
    await settled.promise;
  });
});
