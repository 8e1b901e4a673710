import dns, { type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dnsLookup } from '../../../src/adapters/web/dns-lookup.ts';
import { SafeWeb } from '../../../src/adapters/web/safe-web.ts';
import { type DnsServer, startDnsServer } from '../../support/servers/dns-server.ts';
import { startTestSite } from '../../support/servers/test-site.ts';

const SIX = '2600:0:0:0:0:0:0:1';
const ADDRESSES: Readonly<Record<string, readonly string[] | 'refused'>> = {
  'both.example': ['93.184.216.34', SIX],
  'six.example': [SIX],
  'many.example': Array.from({ length: 20 }, (_, last) => `93.184.216.${last}`),
  'rebind.example': ['93.184.216.34', '127.0.0.1'],
  'refused.example': 'refused',
};

async function start(): Promise<{ readonly server: DnsServer; readonly lookup: LookupFunction }> {
  const server = await startDnsServer((name) => (name.startsWith('silent') ? 'silent' : (ADDRESSES[name] ?? [])));
  onTestFinished(() => server.close());
  return { server, lookup: dnsLookup([server.address]) };
}

function addresses(lookup: LookupFunction, name: string, options: dns.LookupOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    lookup(name, options, (error, address, family) => {
      if (error === null) resolve(typeof address === 'string' ? { address, family } : address);
      else reject(error);
    });
  });
}

describe('A lookup of our own', () => {
  it.each([
    [
      'both.example',
      { all: true },
      [
        { address: '93.184.216.34', family: 4 },
        { address: '2600::1', family: 6 },
      ],
    ],
    ['both.example', {}, { address: '93.184.216.34', family: 4 }],
    ['both.example', { family: 6 }, { address: '2600::1', family: 6 }],
    ['both.example', { family: 4, all: true }, [{ address: '93.184.216.34', family: 4 }]],
    ['six.example', { all: true }, [{ address: '2600::1', family: 6 }]],
  ])('answers as the one of the system does: %s %j', async (name, options, found) => {
    const { lookup } = await start();
    expect(await addresses(lookup, name, options)).toEqual(found);
  });

  it('fails as the one of the system does', async () => {
    const { lookup } = await start();
    await expect(addresses(lookup, 'nobody.example', { all: true })).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(addresses(lookup, 'six.example', { family: 4 })).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(addresses(lookup, 'refused.example', {})).rejects.toMatchObject({ code: 'EAI_AGAIN' });
  });

  it('takes a few addresses of many, since all of them would be connected to', async () => {
    const { lookup } = await start();
    expect(await addresses(lookup, 'many.example', { all: true })).toHaveLength(8);
  });

  it('asks for all names at once, however many name servers are silent', async () => {
    const { server, lookup } = await start();
    const silent = Array.from({ length: 16 }, (_, place) => `silent${place}.example`);
    const pending = silent.map((name) => addresses(lookup, name, { all: true }).catch((error: unknown) => error));
    expect(await addresses(lookup, 'both.example', { all: true })).toHaveLength(2);
    expect([...server.asked].toSorted()).toEqual([...silent, 'both.example'].toSorted());
    expect(await Promise.all(pending)).toEqual(silent.map(() => expect.objectContaining({ code: 'EAI_AGAIN' })));
  });
});

describe('A website whose name strangers chose', () => {
  const options = { signal: new AbortController().signal, maxBytes: 1_000, timeoutMs: 2_000 };

  it('is refused when its name server hides a private address among public ones', async () => {
    const { lookup } = await start();
    const site = await startTestSite({ '/': 'secret' });
    const web = new SafeWeb({ userAgent: 'test', allowHosts: [], now: Date.now, resolve: lookup });
    onTestFinished(() => Promise.all([web.close(), site.close()]).then(() => undefined));
    const fetched = await web.fetchPage(`http://rebind.example:${site.port}/`, options);
    expect(fetched).toMatchObject({ ok: false, kind: 'not-allowed' });
    expect(site.requests).toEqual([]);
  });

  it('is not looked up on the threads of the pool, which a silent name server would hold', async () => {
    const ofSystem = vi.spyOn(dns, 'lookup').mockImplementation(((_name, _options, callback) => {
      (callback as (error: Error | null, found: LookupAddress[]) => void)(new Error('asked the system'), []);
    }) as typeof dns.lookup);
    onTestFinished(() => ofSystem.mockRestore());
    const web = new SafeWeb({ userAgent: 'test', allowHosts: ['named.invalid:80'], now: Date.now });
    onTestFinished(() => web.close());
    await web.fetchPage('http://stranger.invalid/', options);
    expect(ofSystem).not.toHaveBeenCalled();
    await web.fetchPage('http://named.invalid/', options);
    expect(ofSystem).toHaveBeenCalledOnce();
  });
});
