/** The client address that a request counts against, behind trusted and untrusted proxies. */
import { describe, expect, it } from 'vitest';
import { networkOf, normaliseAddress } from '../../../../src/http/plugins/client-address/client-address.ts';
import type { TrustProxy } from '../../../../src/ports/shared-settings/trust-proxy.ts';
import { appOver } from '../../../support/http/app.ts';

describe('An address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    [' 192.0.2.1:5678', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1%eth0', '192.0.2.1'],
    ['[::FFFF:c000:201]:80', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2:ffff::1]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', (text, counted) => {
    expect(normaliseAddress(text)).toBe(counted);
  });

  it.each([
    '',
    'unknown',
    '1',
    '0x7f.1',
    '192.0.2.01',
    '::ffff:192.0.2.01',
    '192.0.2',
    '192.0.2.1.',
    '192.0.2.1:',
    '[::1',
    '_hidden',
    '2001:db8::/32',
  ])('%j is none', (text) => {
    expect(normaliseAddress(text)).toBeNull();
  });
});

describe('A network', () => {
  it.each([
    ['192.0.2.1', '192.0.2/24'],
    ['192.0.2.254', '192.0.2/24'],
    ['192.0.3.1', '192.0.3/24'],
    ['2001:db8:1:2::/64', '32.1.13.184.0.1/48'],
    ['2001:db8:1:ffff::/64', '32.1.13.184.0.1/48'],
    ['2001:db8:2:2::/64', '32.1.13.184.0.2/48'],
    ['0:0:0:0::/64', '0.0.0.0.0.0/48'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (client, network) => {
    expect(networkOf(client)).toBe(network);
  });
});

/** The keys that requests to an unknown route are counted by. */
async function keysOf(trustProxy: TrustProxy, requests: readonly { peer: string; forwarded?: string }[]) {
  const keys: string[] = [];
  const rateLimits = {
    consume: async (_limit: unknown, key: string) => {
      keys.push(key);
      return { allowed: true, remaining: 1, resetSeconds: 1 };
    },
  };
  const app = await appOver({ rateLimits, settings: { trustProxy } });
  for (const { peer, forwarded } of requests) {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    await app.inject({ url: '/nowhere', remoteAddress: peer, headers });
  }
  return keys;
}

describe('A client', () => {
  it.each<[string, TrustProxy, { peer: string; forwarded?: string }, string]>([
    ['its peer when no proxy is trusted', false, { peer: '192.0.2.9', forwarded: '192.0.2.1' }, '192.0.2.9'],
    ['what one proxy saw', true, { peer: '10.0.0.1', forwarded: '198.51.100.1, 192.0.2.1' }, '192.0.2.1'],
    [
      'what the farther of two proxies saw',
      2,
      { peer: '10.0.0.1', forwarded: '198.51.100.1, 192.0.2.1, 10.0.0.2' },
      '192.0.2.1',
    ],
    [
      'the first that is no trusted network',
      ['10.0.0.0/8', 'loopback'],
      { peer: '127.0.0.1', forwarded: '198.51.100.1, 192.0.2.1, 10.9.9.9' },
      '192.0.2.1',
    ],
    [
      'the first that is no trusted network, ports aside',
      ['10.0.0.0/8'],
      { peer: '::ffff:10.0.0.1', forwarded: '192.0.2.1:80, 10.9.9.9:4711' },
      '192.0.2.1',
    ],
    [
      'its peer when that is no trusted network',
      ['10.0.0.0/8'],
      { peer: '192.0.2.9', forwarded: '192.0.2.1' },
      '192.0.2.9',
    ],
    ['its proxy where that names no address', true, { peer: '192.0.2.9', forwarded: 'unknown' }, '192.0.2.9'],
    ['a network of IPv6', true, { peer: '10.0.0.1', forwarded: '[2001:db8::5]:1' }, '2001:db8::77'],
  ])('is %s', async (_what, trustProxy, request, expected) => {
    const [counted] = await keysOf(trustProxy, [request]);
    const [known] = await keysOf(false, [{ peer: expected }]);
    expect(counted).toBe(known);
  });

  it('is another one at another address', async () => {
    const keys = await keysOf(true, [
      { peer: '10.0.0.1', forwarded: '192.0.2.1' },
      { peer: '10.0.0.1', forwarded: '192.0.2.2' },
      { peer: '10.0.0.1', forwarded: '2001:db8:0:1::1' },
      { peer: '10.0.0.1', forwarded: '2001:db8:0:2::1' },
    ]);
    expect(new Set(keys).size).toBe(4);
  });
});

describe('X-Forwarded-Host', () => {
  it('is not the host that was asked, also from a trusted proxy', async () => {
    const app = await appOver({
      settings: { trustProxy: true },
      extensions: [async (scope) => void scope.get('/host', async (request) => ({ host: request.host }))],
    });
    const headers = { host: 'chat.example', 'x-forwarded-host': 'evil.example' };
    expect((await app.inject({ url: '/host', headers })).json()).toEqual({ host: 'chat.example' });
  });

  it('lets no other site use a session', async () => {
    const app = await appOver({ settings: { trustProxy: true } });
    const headers = { host: 'chat.example', 'x-forwarded-host': 'evil.example', origin: 'http://evil.example' };
    const answer = await app.inject({ method: 'POST', url: '/api/auth/logout', headers });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'CROSS_SITE_REQUEST']);
  });
});
