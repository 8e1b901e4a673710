import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StaticFile } from '../../../../src/http/pages/static-file.ts';
import { unsentResponses } from '../../../../src/http/plugins/fair-share/unsent-responses.ts';

/** More than the sockets of both sides take. */
const PAGE = 'x'.repeat(16 * 1024 * 1024);

async function startServer() {
  const app = Fastify();
  await app.register(unsentResponses, { maxBytes: 3 * PAGE.length });
  const file = new StaticFile(PAGE, 'text/plain', 'no-store');
  app.get('/page', async () => Buffer.from(PAGE));
  app.get('/file', (request, reply) => file.send(request, reply));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    app.server.closeAllConnections();
    await app.close();
  });
  const answered = () => once(app.server, 'request').then(() => new Promise(setImmediate));
  /** Asks and reads nothing. */
  const ask = async (...paths: readonly string[]): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    const arrived = answered();
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
    await arrived;
    return socket;
  };
  return { ask, url: `http://127.0.0.1:${port}` };
}

/** Bytes that the server had sent when it ended the connection. */
async function restOf(socket: Socket): Promise<number> {
  const closed = once(socket, 'close');
  socket.resume();
  await closed;
  return socket.bytesRead;
}

describe('A client that asks for pages and reads none', () => {
  it('loses the oldest of its connections, and others are served', async () => {
    const { ask, url } = await startServer();
    const oldest = await ask('/page');
    for (let asked = 0; asked < 3; asked += 1) await ask('/page');
    expect(await restOf(oldest)).toBeLessThan(PAGE.length);
    expect(await (await fetch(`${url}/page`)).text()).toHaveLength(PAGE.length);
  });

  it('loses its connection also when it pipelines them, and others are served', async () => {
    const { ask, url } = await startServer();
    const socket = await ask(...Array.from({ length: 6 }, () => '/page'));
    expect(await restOf(socket)).toBeLessThan(6 * PAGE.length);
    expect(await (await fetch(`${url}/page`)).text()).toHaveLength(PAGE.length);
  });

  it('keeps a connection for files that all responses share', async () => {
    const { ask } = await startServer();
    const socket = await ask(...Array.from({ length: 4 }, () => '/file'), '/page');
    let received = 0;
    for await (const bytes of socket) {
      received += bytes.length;
      if (received > 5 * PAGE.length) break;
    }
    expect(received).toBeGreaterThan(5 * PAGE.length);
  });
});
