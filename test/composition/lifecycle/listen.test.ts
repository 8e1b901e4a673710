import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../../src/composition/lifecycle/listen.ts';
import { furtherListeners } from '../../../src/http/plugins/further-listeners.ts';
import { rawExchange } from '../../support/http/wire.ts';
import { hasIpv6Loopback } from '../../support/network.ts';

const GET = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

async function newApp(): Promise<FastifyInstance> {
  const app = Fastify();
  app.get('/', async () => 'hello');
  await app.register(furtherListeners);
  onTestFinished(() => app.close());
  return app;
}

describe.runIf(hasIpv6Loopback)('HOST=localhost with two addresses', () => {
  const resolve = async () => ['127.0.0.1', '::1'];

  test('serves both at one port, by one server', async () => {
    const app = await newApp();
    const handled: string[] = [];
    app.server.on('connect', ({ url = '' }, socket) => {
      handled.push(url);
      socket.end('HTTP/1.1 405 Method Not Allowed\r\n\r\n');
    });
    const address = await listen(app, { host: 'localhost', port: 0 }, resolve);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    for (const each of [address, address.replace('127.0.0.1', '[::1]')]) {
      expect(await rawExchange(each, GET)).toMatch(/^HTTP\/1.1 200 OK\r\n.*hello$/s);
      expect(await rawExchange(each, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')).toMatch(/^HTTP\/1.1 405 /);
    }
    expect(handled).toEqual(['a:1', 'a:1']);
  });

  test('names the address that another program has taken', async () => {
    const other = createServer().listen(0, '::1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const listening = listen(await newApp(), { host: 'localhost', port }, resolve);
    await expect(listening).rejects.toThrow(`Cannot listen on [::1]:${port}: another program uses port ${port}.`);
  });

  test('closes when the responses of both have ended', async () => {
    const app = await newApp();
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<string>();
    app.get('/slow', () => {
      asked.resolve();
      return answer.promise;
    });
    const address = await listen(app, { host: 'localhost', port: 0 }, resolve);
    const idle = await fetch(`${address.replace('127.0.0.1', '[::1]')}/`);
    expect(await idle.text()).toBe('hello');
    const response = fetch(`${address.replace('127.0.0.1', '[::1]')}/slow`, { headers: { connection: 'close' } });
    await asked.promise;
    const steps: string[] = [];
    const closed = app.close().then(() => steps.push('closed'));
    const stopped = once(app.server, 'close').then(() => steps.push('stopped listening'));
    await stopped;
    answer.resolve('at last');
    expect(await (await response).text()).toBe('at last');
    await closed;
    expect(steps).toEqual(['stopped listening', 'closed']);
  });
});

test('An address that the machine lacks is left out where another serves', async () => {
  const address = await listen(await newApp(), { host: 'localhost', port: 0 }, async () => ['127.0.0.1', '192.0.2.1']);
  expect(await rawExchange(address, GET)).toMatch(/^HTTP\/1.1 200 OK\r\n/);
});
