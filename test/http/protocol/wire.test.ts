import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { sharedService } from '../../support/http/shared-service.ts';
import { rawExchange } from '../../support/http/wire.ts';
import { newWorld } from '../../support/http/world.ts';

const service = sharedService();

describe('A malformed HTTP request', () => {
  const someone = { email: 'broken-off@example.com', password: 'correct horse', name: 'Ada' };
  const body = JSON.stringify(someone);
  const register = 'POST /api/auth/register HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  const me = 'GET /api/auth/me HTTP/1.1\r\nHost: a\r\n';

  it.each([
    ['no host', 'GET /api/auth/me HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n', 400],
    ['a host with a user name', 'GET /healthz HTTP/1.1\r\nHost: good@evil\r\nConnection: close\r\n\r\n', 400],
    ['a host with a space', 'GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    ['a host with a path', 'GET /healthz HTTP/1.0\r\nHost: a/b\r\n\r\n', 400],
    [
      'chunks of a version without them',
      `POST /api/auth/logout HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n`,
      400,
    ],
    ['another version', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['an unknown method', `BREW /api/auth/me HTTP/1.1\r\nHost: a\r\n\r\n`, 400],
    ['two lengths', `${register}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} `, 400],
    ['a length and chunks', `${register}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /`, 400],
    ['a length below nothing', `${register}Content-Length: -5\r\n\r\n{}`, 400],
    ['a chunk of no size', `${register}Transfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n`, 400],
    ['chunks of packed bytes', `${register}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 400],
    ['an unknown transfer encoding', `${register}Transfer-Encoding: gzip\r\n\r\n{}`, 400],
    ['a header over two lines', `${me}X-A: b\r\n c\r\nConnection: close\r\n\r\n`, 400],
    ['a header with a zero', `${me}X-A: b\0c\r\n\r\n`, 400],
    ['a space before a colon', `${me}X-A : b\r\n\r\n`, 400],
    ['lines without returns', 'GET /api/auth/me HTTP/1.1\nHost: a\n\n', 400],
    ['a path of other bytes', 'GET /api/\xff\xfe HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['headers without end', `${me}${'X-A: b\r\n'.repeat(2500)}\r\n`, 431],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405],
    ['a tunnel and bytes for it', `CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n${'x'.repeat(100_000)}`, 405],
    ['an expectation', `${me}Expect: nonsense\r\nConnection: close\r\n\r\n`, 401],
    ['a body where none belongs', `${me}Content-Length: 5\r\nConnection: close\r\n\r\nhello`, 401],
  ])('gets an error response, and the connection is closed: %s', async (_what, bytes, status) => {
    const answer = await rawExchange(service().running.address, bytes);
    const [head = '', json = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
    const { requestId } = JSON.parse(json) as { requestId: string };
    expect(head.toLowerCase()).toContain(`x-request-id: ${requestId}`);
    expect(JSON.parse(json)).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) });
  });

  it.each([
    ['a body', `${register}Content-Length: 500\r\n\r\n${body}`],
    ['chunks', `${register}Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}`],
    ['a chunk', `${register}Transfer-Encoding: chunked\r\n\r\n${(body.length + 9).toString(16)}\r\n${body}`],
    ['headers', 'POST /api/auth/register HTTP/1.1\r\nHost: a\r\nContent-'],
  ])('that breaks off in the middle of %s leaves nothing behind', async (_what, bytes) => {
    await rawExchange(service().running.address, bytes, { end: true });
    expect((await service().call('POST', '/api/auth/login', { body: someone })).status).toBe(401);
  });

  it('that arrives slowly does not delay other requests', async () => {
    const { hostname, port } = new URL(service().running.address);
    const slow = Array.from({ length: 100 }, () => connect(Number(port), hostname));
    try {
      await Promise.all(slow.map((socket) => once(socket, 'connect')));
      for (const socket of slow) socket.write(`${register}Content-Length: 500\r\n\r\n{`);
      expect((await service().call('GET', '/api/auth/me')).status).toBe(401);
      // For headers and for a whole request there are limits all the same.
      const { headersTimeout, requestTimeout } = service().running.app.server;
      expect([headersTimeout, requestTimeout]).toEqual([60_000, 300_000]);
    } finally {
      for (const socket of slow) socket.destroy();
    }
  });
});

describe('A valid host', () => {
  it.each(['a', 'a:80', '127.0.0.1:3000', '[::1]:3000', 'xn--bcher-kva.example', 'a_b.example', ''])(
    'is served: %j',
    async (host) => {
      const request = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect(await rawExchange(service().running.address, request)).toMatch(/^HTTP\/1.1 200 /);
    },
  );
});

describe('A request with Connection: close', () => {
  it('has its connection closed when the streamed answer has ended', async () => {
    const { widget } = await newWorld(service());
    const body = JSON.stringify({ sessionId: 'visitor-1', message: 'Hello' });
    const headers = Object.entries({ ...widget.headers, 'content-type': 'application/json', connection: 'close' });
    const lines = [...headers, ['content-length', body.length]].map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `POST /api/chat/any/message HTTP/1.1\r\nHost: a\r\n${lines.join('')}\r\n${body}`;
    const answer = await rawExchange(service().running.address, request, { deadlineMs: 4_000 });
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(answer).toContain('event: done');
  });
});
