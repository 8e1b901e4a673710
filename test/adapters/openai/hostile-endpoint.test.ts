import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOpenAiModels } from '../../../src/adapters/openai/models.ts';
import { collect } from '../../contracts/answer-generator.ts';

const never = new AbortController().signal;
const messages = [{ role: 'user', content: 'What do bees eat?' }] as const;
const headOf = (type: string, status = '200 OK') =>
  `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\nconnection: close\r\n\r\n`;
const EVENT_STREAM = headOf('text/event-stream');
const JSON_BODY = headOf('application/json');

describe('A hostile model endpoint', () => {
  let server: Server;
  let respond: (socket: Socket) => void;
  const sockets = new Set<Socket>();
  const open = () => {
    const { port } = server.address() as AddressInfo;
    return openOpenAiModels({
      baseUrl: `http://127.0.0.1:${port}/v1`,
      embeddingModel: 'local-model',
      embeddingDimensions: 8,
      limits: { retryDelayMs: 5, firstTokenMs: 10_000 },
    });
  };
  const stream = () => collect(open().languageModel.stream(messages, { model: 'gpt-4o-mini', signal: never }));
  const complete = () =>
    open().languageModel.complete(messages, { model: 'gpt-4o-mini', maxTokens: 100, timeoutMs: 10_000, signal: never });

  beforeEach(async () => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).once('data', () => respond(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    server.close();
    await once(server, 'close');
  });

  it('that sends a stream to a call that wants none, and closes it, ends nothing but that call', async () => {
    const closed: Promise<unknown>[] = [];
    respond = (socket) => {
      closed.push(new Promise((resolve) => void socket.once('close', resolve)));
      socket.end(EVENT_STREAM + 'x'.repeat(64 * 1024));
    };
    await expect(complete()).rejects.toThrow('something else than a chat completion');
    await Promise.all(closed);
  });

  it('is not read to the end of an error that has none', async () => {
    respond = (socket) =>
      socket.write(`${headOf('application/json', '500 Oops')}{"error":{"message":"${'x'.repeat(100_000)}`);
    await expect(stream()).rejects.toThrow('The model endpoint answered 500');
    await expect(complete()).rejects.toThrow('The model endpoint answered 500');
  });

  it('is not parsed beyond what was asked for', async () => {
    respond = (socket) => socket.write(`${JSON_BODY}{"data":[${'{},'.repeat(1_500_000)}`);
    await expect(complete()).rejects.toThrow('failed or broke off');
    await expect(open().embedder.embed(['bees'], never)).rejects.toThrow('failed or broke off');
  });

  it('gives no more text than an answer may have, also of one event', async () => {
    const content = 'x'.repeat(200_000);
    const event = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`;
    respond = (socket) => socket.write(EVENT_STREAM + event);
    let length = 0;
    const read = async () => {
      for await (const part of open().languageModel.stream(messages, { model: 'gpt-4o-mini', signal: never })) {
        if (part.kind === 'text') length += part.text.length;
      }
    };
    await expect(read()).rejects.toThrow('exceeds 24000 characters');
    expect(length).toBe(24_000);
  });

  it('that changes the protocol is not waited for', async () => {
    respond = (socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    await expect(stream()).rejects.toThrow('failed or broke off');
    await expect(complete()).rejects.toThrow('failed or broke off');
  });

  it('is not read on when it only announces a response, without end', async () => {
    respond = (socket) => {
      const write = () => {
        while (!socket.destroyed && socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(500)));
      };
      socket.on('drain', write);
      write();
    };
    await expect(stream()).rejects.toThrow('failed or broke off');
    await expect(complete()).rejects.toThrow('failed or broke off');
  });

  it('fills no memory with tiny chunks', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
    respond = (socket) => socket.write(chunked + '1\r\n \r\n'.repeat(20_000));
    await expect(complete()).rejects.toThrow('failed or broke off');
  });

  it('does not get its own words into a log as an error code', async () => {
    for (const code of ['key sk-123', 'a\nforged line', 'x'.repeat(61)]) {
      respond = (socket) =>
        socket.end(headOf('application/json', '401 No') + JSON.stringify({ error: { message: 'no', code } }));
      await expect(stream()).rejects.toThrow(/^The model endpoint answered 401: check OPENAI_API_KEY$/);
    }
  });
});
