/** The end of a server whose clients do not end their requests. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { drainServer } from '../../../src/composition/http-server.ts';

const SOON = { drainMs: 50, cutOffMs: 50 };

test.each([
  ['whose head never ends', 'GET / HTTP/1.1\r\nhost: shop.example\r\n'],
  [
    'whose body never ends',
    'POST / HTTP/1.1\r\nhost: shop.example\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
  ],
])('A request %s holds a shutdown up for the grace period only, and the log says so', async (_, sent) => {
  const told: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void told.push(line) } } });
  app.post('/', async () => 'ok');
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.server.closeAllConnections());
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const accepted = once(app.server, 'connection');
  const closed = once(socket, 'close');
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(sent);
  const [accepting] = await accepted;
  await vi.waitFor(() => expect(accepting.bytesRead).toBe(sent.length));

  const cutOff = new AbortController();
  await drainServer(app, cutOff, SOON);
  await closed;
  expect(cutOff.signal.aborted).toBe(true);
  expect(told.map((line) => JSON.parse(line))).toMatchObject([
    { connections: 1, msg: 'Requests did not end in time; their connections are closed' },
  ]);
});
