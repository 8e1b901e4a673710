import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StaticFile } from '../../../../src/http/pages/static-file.ts';
import { UnsentResponses, unsentResponses } from '../../../../src/http/plugins/fair-share/unsent-responses.ts';

const MAX = 100;

/** Responses by name, such as `a1`, whose first letter is its client. */
function node() {
  const unsent = new UnsentResponses(MAX);
  const sent = new Map<string, () => void>();
  const ended: string[] = [];
  return {
    /** @returns the responses that were ended for it */
    respond(name: string, bytes: number): readonly string[] {
      const added = unsent.add(name.slice(0, 1), bytes, () => void ended.push(name));
      sent.set(name, added.sent);
      const all = ended.splice(0);
      expect(added.ended).toBe(all.length);
      return all;
    },
    read: (...names: readonly string[]) => {
      for (const name of names) sent.get(name)?.();
    },
  };
}

describe('Responses that their clients have not read', () => {
  it('may all be of one client while there is room', () => {
    const { respond } = node();
    expect(['a1', 'a2', 'a3'].flatMap((name) => respond(name, 30))).toEqual([]);
  });

  it('are ended for the client with the most bytes, its oldest first', () => {
    const { respond } = node();
    for (const name of ['a1', 'a2', 'a3', 'b1']) respond(name, 25);
    expect(respond('c1', 20)).toEqual(['a1']);
    expect(respond('c2', 60)).toEqual(['c1', 'c2']);
    expect(respond('b2', 25)).toEqual([]);
  });

  it('make room again when they are read, each once', () => {
    const { respond, read } = node();
    respond('a1', 50);
    respond('a2', 50);
    read('a1', 'a1');
    expect(respond('b1', 50)).toEqual([]);
    expect(respond('c1', 1)).toEqual(['a2']);
  });
});

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
