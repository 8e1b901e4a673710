import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { drainInput } from '../../../../src/http/plugins/request-bodies/lingering-close.ts';
import { appOver } from '../../../support/http/app.ts';
import { sharedService } from '../../../support/http/shared-service.ts';

const service = sharedService();

/** More than the buffers of a connection hold. */
const LONG = 24 * 1024 * 1024;
const PIECE = Buffer.alloc(64 * 1024, 'x');

/** A caller who reads nothing before the last byte is written. @throws Error when the connection breaks before */
async function writeThenRead(head: string, bytes: number): Promise<string> {
  const { hostname, port } = new URL(service().running.address);
  const socket: Socket = connect(Number(port), hostname);
  const failed = once(socket, 'error').then(([error]) => Promise.reject(error as Error));
  failed.catch(() => undefined);
  await once(socket, 'connect');
  socket.write(head);
  for (let left = bytes; left > 0; left -= PIECE.byteLength) {
    if (!socket.write(PIECE.subarray(0, Math.min(left, PIECE.byteLength)))) {
      await Promise.race([once(socket, 'drain'), failed]);
    }
  }
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await Promise.race([once(socket, 'end'), failed]);
  return text;
}

const post = (more: string) => `POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${more}`;

describe('A caller who still writes', () => {
  it.each([
    ['of a length that is too large', `${post(`Content-Length: ${LONG}`)}\r\n\r\n`, 413, 'BODY_TOO_LARGE'],
    [
      'of another type',
      `${post(`Connection: close\r\nContent-Length: ${LONG}`).replace('json', 'xml')}\r\n\r\n`,
      415,
      'UNSUPPORTED_CONTENT_TYPE',
    ],
    [
      'without a session',
      `POST /api/chatbots HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${LONG}\r\n\r\n`,
      401,
      'AUTHENTICATION_REQUIRED',
    ],
    ['of no HTTP', 'nonsense\r\n\r\n', 400, 'UNREADABLE_REQUEST'],
  ])('a body %s gets the whole answer, and then the end', async (_what, head, status, code) => {
    const [first = '', body = ''] = (await writeThenRead(head, LONG)).split('\r\n\r\n');
    expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toMatchObject({ success: false, code });
  });

  it('in chunks without end gets the answer at once', async () => {
    const { hostname, port } = new URL(service().running.address);
    const socket = connect(Number(port), hostname);
    socket.write(`${post('Transfer-Encoding: chunked')}\r\n\r\n`);
    for (let chunk = 0; chunk < 10; chunk += 1) socket.write(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
    const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer.toLowerCase()).toContain('connection: close');
    socket.write('0\r\n\r\n');
    await once(socket, 'end');
    socket.destroy();
  });
});

describe('A refused body on a connection that stays open', () => {
  it('is read to a bound, and ends the connection beyond it', async () => {
    const { hostname, port } = new URL(service().running.address);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(`POST /api/nothing HTTP/1.1\r\nHost: a\r\nContent-Length: ${8 * LONG}\r\n\r\n`);
    const [answer] = (await once(socket.setEncoding('utf8'), 'data')) as [string];
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    for (let sent = 0; sent < 8 * LONG && !socket.destroyed; sent += PIECE.byteLength) {
      if (!socket.write(PIECE)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
    }
    expect(socket.bytesWritten).toBeLessThan(6 * LONG);
    await closed;
  });
});

describe('A request that has arrived', () => {
  it.each(['/api/auth/logout', '/api/auth/login'])('is answered at once when its body is no JSON: %s', async (url) => {
    const app = await appOver();
    const headers = { 'content-type': 'application/json' };
    const started = performance.now();
    const answer = await app.inject({ method: 'POST', url, headers, payload: '{' });
    expect(answer.json()).toMatchObject({ success: false, code: 'UNREADABLE_REQUEST' });
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('The rest of a request', () => {
  it('is read and dropped to its end', async () => {
    const source = new PassThrough();
    const read = drainInput(source);
    source.write(PIECE);
    source.end(PIECE);
    await read;
    expect(source.readableLength).toBe(0);
  });

  it.each([
    ['has been read', (source: PassThrough) => source.resume().end(PIECE), 'end'],
    ['will never come', (source: PassThrough) => source.destroy(), 'close'],
  ] as const)('is not waited for when it %s', async (_what, finish, event) => {
    const source = new PassThrough();
    const finished = once(source, event);
    finish(source);
    await finished;
    const started = performance.now();
    await drainInput(source);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it.each([
    ['bytes', { ms: 60_000, bytes: 1000 }],
    ['time', { ms: 5, bytes: 1_000_000 }],
  ])('is read no longer than a bound of %s', async (_what, bounds) => {
    const source = new PassThrough();
    source.write(PIECE);
    await expect(drainInput(source, bounds)).resolves.toBe(false);
    source.destroy();
  });

  it('is read no faster than its client may send', async () => {
    const source = new PassThrough();
    const asked: number[] = [];
    const paused = Promise.withResolvers<void>();
    const read = drainInput(source, { ms: null, bytes: 1_000_000 }, (bytes) => {
      asked.push(bytes);
      setImmediate(paused.resolve);
      return 60_000;
    });
    source.write(PIECE);
    await paused.promise;
    expect([asked, source.isPaused()]).toEqual([[PIECE.byteLength], true]);
    source.destroy();
    expect(await read).toBe(true);
  });
});
