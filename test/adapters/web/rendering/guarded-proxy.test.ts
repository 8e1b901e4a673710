import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AddressGuard } from '../../../../src/adapters/web/address-guard.ts';
import { GuardedProxy } from '../../../../src/adapters/web/rendering/guarded-proxy.ts';
import { PageBudget } from '../../../../src/adapters/web/rendering/page-budget.ts';

let site: Server;
let statusLine: string;
let guard: AddressGuard;
let proxy: GuardedProxy;

beforeEach(async () => {
  site = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(`${statusLine}\r\n\r\nWelcome`));
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  guard = new AddressGuard([hostOf(site)]);
  proxy = await GuardedProxy.open(guard);
});
afterEach(async () => {
  await proxy.close();
  guard.close();
  site.close();
});

const hostOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

async function statusThroughProxy(): Promise<number | undefined> {
  const { username, password } = proxy.admit(new PageBudget({ maxRequests: 1, maxBytes: 1_000 }));
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  const asked = request(proxy.address, {
    path: `http://${hostOf(site)}/`,
    headers: { 'proxy-authorization': `Basic ${credentials}` },
    agent: false,
  }).end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}

it.each([
  ['HTTP/1.1 200 OK', 200],
  ['HTTP/1.1 999 Denied', 999],
  ['HTTP/1.1 000 Nothing', 502],
  ['HTTP/1.1 099 Almost', 502],
  ['HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade', 502],
  ['no HTTP at all', 502],
])('The proxy of rendered pages survives a website that answers %s', async (line, status) => {
  statusLine = line;
  expect(await statusThroughProxy()).toBe(status);
});
