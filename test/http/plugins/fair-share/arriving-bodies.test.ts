/** Bodies that clients send but for their last byte. */
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { arrivingBodies } from '../../../../src/http/plugins/fair-share/arriving-bodies.ts';

const BODY = JSON.stringify('x'.repeat(200_000));
/** Room for three bodies. */
const MAX_BYTES = 3.5 * BODY.length;

async function startServer() {
  const app = Fastify({ bodyLimit: BODY.length });
  await app.register(arrivingBodies, { maxBytes: MAX_BYTES });
  app.post('/length', async ({ body }) => String(body).length);
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => {
    payload.resume().once('end', () => done(null));
  });
  app.post('/streamed', { config: { streamsForm: true } }, async () => 'read');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    app.server.closeAllConnections();
    await app.close();
  });
  const send = (body: string, ...headers: readonly string[]) => sendTo('/length', 'application/json', body, headers);
  /** @returns once the server has read it */
  async function sendTo(path: string, type: string, body: string, headers: readonly string[]): Promise<Socket> {
    const accepted = once(app.server, 'connection') as Promise<[Socket]>;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    const [accept] = await accepted;
    const head = [`POST ${path} HTTP/1.1`, 'Host: a', `Content-Type: ${type}`, ...headers];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    while (!accept.destroyed && accept.bytesRead < body.length) await new Promise(setImmediate);
    return socket;
  }
  const post = async (body: string) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`http://127.0.0.1:${port}/length`, { method: 'POST', body, headers })).text();
  };
  return { send, sendTo, post };
}

const ofLength = (length: number) => `Content-Length: ${length}`;
const inChunk = (body: string) => `${body.length.toString(16)}\r\n${body}`;

/** The beginning of the answer, empty when the connection was closed without. */
async function answerOn(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (bytes) => {
    answer += String(bytes);
  });
  const closed = once(socket, 'close');
  while (answer === '' && !socket.closed) await Promise.race([once(socket, 'data'), closed]);
  return answer.slice(0, 'HTTP/1.1 200'.length);
}

describe('A client that never ends its requests', () => {
  it.each([
    ['of a known length', BODY.slice(0, -1), [ofLength(BODY.length)]],
    ['in chunks', inChunk(BODY.slice(0, -1)), ['Transfer-Encoding: chunked']],
  ])('loses the oldest, and others are served: %s', async (_what, begun, headers) => {
    const { send, post } = await startServer();
    const sockets: Socket[] = [];
    for (let sent = 0; sent < 4; sent += 1) sockets.push(await send(begun, ...headers));
    const [oldest, ...others] = sockets;
    expect(oldest && (await answerOn(oldest))).toBe('');
    expect(others.map(({ closed }) => closed)).toEqual([false, false, false]);
    expect(await post(BODY)).toBe('200000');
  });

  it('loses one that comes in pieces of a byte, whose memory is many times their length', async () => {
    const { send, post } = await startServer();
    const pieces = await send(inChunk('x').concat('\r\n').repeat(2_000), 'Transfer-Encoding: chunked');
    expect(await answerOn(pieces)).toBe('');
    expect(await post(BODY)).toBe('200000');
  });

  it('loses a form as any other, unless the route streams it', async () => {
    const { sendTo } = await startServer();
    const begun = (path: string) =>
      sendTo(path, 'multipart/form-data; boundary=a', 'x'.repeat(4 * BODY.length), [ofLength(5 * BODY.length)]);
    const [kept, streamed] = [await begun('/length'), await begun('/streamed')];
    expect(await answerOn(kept)).toBe('');
    streamed.write('x'.repeat(BODY.length));
    expect(await answerOn(streamed)).toBe('HTTP/1.1 200');
  });

  it('holds nothing with those that were refused', async () => {
    const { send } = await startServer();
    const unfinished = await send(BODY.slice(0, -1), ofLength(BODY.length));
    // The rest of a body that is too long is read and dropped.
    for (let sent = 0; sent < 4; sent += 1) {
      const refused = await send(inChunk(`${BODY}x`), 'Transfer-Encoding: chunked');
      expect(await answerOn(refused)).toBe('HTTP/1.1 413');
    }
    unfinished.write('"');
    expect(await answerOn(unfinished)).toBe('HTTP/1.1 200');
  });
});

describe('Clients that end their requests', () => {
  it('are answered however many they send', async () => {
    const { post } = await startServer();
    for (let sent = 0; sent < 8; sent += 1) expect(await post(BODY)).toBe('200000');
  });
});
