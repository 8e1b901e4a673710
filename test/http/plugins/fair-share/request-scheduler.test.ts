import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { scheduleRequests } from '../../../../src/http/plugins/fair-share/request-scheduler.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

async function startServer(handle: RequestListener) {
  const server = createServer(handle);
  scheduleRequests(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /** Writes all requests at once. */
  const ask = (...paths: readonly string[]) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
    return socket.setEncoding('utf8');
  };
  return { ask };
}

/** A server that answers when the test says so. */
async function startHeldServer() {
  const began: string[] = [];
  const responses = new Map<string, ServerResponse>();
  const changes = new EventTarget();
  const { ask } = await startServer(({ url = '' }, response) => {
    began.push(url);
    responses.set(url, response);
    changes.dispatchEvent(new Event('change'));
  });
  const beganAll = async (count: number) => {
    while (began.length < count) await once(changes, 'change');
    return [...began];
  };
  return { ask, began: beganAll, answer: (path: string) => void responses.get(path)?.end(path) };
}

describe('Requests that a client pipelines', () => {
  it('are handled one after the other, as their responses are sent', async () => {
    const { ask, began, answer } = await startHeldServer();
    const socket = ask('/1', '/2', '/3');
    ask('/of-another');
    expect(await began(2)).toEqual(['/1', '/of-another']);
    answer('/1');
    expect(await began(3)).toEqual(['/1', '/of-another', '/2']);
    answer('/2');
    await began(4);
    answer('/3');
    let received = '';
    for await (const text of socket) {
      received += text;
      if (received.endsWith('/3')) break;
    }
    expect(received.match(/\/\d/g)?.filter((path) => path !== '/1.1')).toEqual(
      expect.arrayContaining(['/1', '/2', '/3']),
    );
  });

  it('end the connection when they are many hundreds', async () => {
    const { ask } = await startHeldServer();
    const socket = ask(...Array.from({ length: 400 }, () => '/'));
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
  });

  it('leave the event loop to others when its time slice is used up', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    const order: string[] = [];
    const { ask } = await startServer(({ url = '' }, response) => {
      order.push(url);
      setImmediate(() => order.push('others'));
      clock.mockReturnValue(performance.now() + 10);
      response.end();
    });
    const socket = ask('/1', '/2', '/3');
    for (let received = ''; received.split('HTTP/1.1').length < 4; ) received += (await once(socket, 'data'))[0];
    expect(order.filter((what) => what !== 'others')).toEqual(['/1', '/2', '/3']);
    expect(order.indexOf('others')).toBeLessThan(order.indexOf('/3'));
  });
});
