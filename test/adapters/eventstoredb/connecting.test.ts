import { readFileSync } from 'node:fs';
import { ServerCredentials } from '@grpc/grpc-js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EventStoreUrlInvalid } from '../../../src/adapters/eventstoredb/connection-url.ts';
import { openEventStoreLog } from '../../../src/adapters/eventstoredb/event-log.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { begin, newEvents } from '../../contracts/event-log/support.ts';
import { TestEventStore } from '../../support/engines/eventstoredb/test-server.ts';
import { hasIpv6Loopback } from '../../support/network.ts';
import { hasOpenssl, makeCertificates } from '../../support/servers/certificates.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { openLog, startServer } from './support.ts';

describe('Connecting to EventStoreDB', () => {
  test.each([
    ['several hosts', (port: number) => `esdb://127.0.0.1:1,127.0.0.1:${port}?tls=false`],
    ['discovery', (port: number) => `esdb+discover://127.0.0.1:${port}?tls=false`],
  ])('finds the leader by %s', async (_, urlOf) => {
    const leader = await startServer();
    const follower = await leader.startNode();
    onTestFinished(() => follower.stop());
    follower.faults.leader = { host: '127.0.0.1', port: leader.port };
    const log = await openLog(urlOf(follower.port), 5000);
    await begin(log, 'account-1', newEvents(1));
    expect(await log.readStream('account-1')).toHaveLength(1);
  });

  test('is done when first needed: a service may start before the server', async () => {
    const server = await startServer();
    await server.stop();
    const log = await openLog(server.url);
    const waiting = begin(log, 'account-1', newEvents(1));
    await server.startAgain();
    await waiting;
  });

  test.each([
    ['one node', (port: number) => `esdb://127.0.0.1:${port}?tls=false`],
    ['a cluster', (port: number) => `esdb://127.0.0.1:1,127.0.0.1:${port}?tls=false`],
  ])('does not hold up the end of a service while %s is away', async (_, urlOf) => {
    const server = await startServer();
    await server.stop();
    const log = await openLog(urlOf(server.port), 10_000);
    const subscription = log.subscribe({ after: null, onEvents: async () => undefined });
    const work = { group: 'readers', filter: {}, concurrency: 1, maxAttempts: 1 };
    const consumer = log.consume({ ...work, handle: async () => ({ kind: 'ack' }) });
    const append = log.append('account-1', 'no-stream', newEvents(1));
    const startedAt = performance.now();
    await consumer.stop(5000);
    await subscription.stop();
    await log.close();
    await expect(append).rejects.toThrow(StoreUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });

  test.skipIf(!hasOpenssl()).for(['localhost', '127.0.0.1', ...(hasIpv6Loopback ? ['[::1]'] : [])])(
    'goes by TLS to %s, with the credentials of the URL',
    async (host) => {
      const { server, authority } = await startTlsServer(host);
      const address = `user:p%40ss@${host}:${server.port}`;
      const log = await openLog(`esdb://${address}?tlsCaFile=${authority}`);
      await begin(log, 'account-1', newEvents(1));
      expect(Buffer.from(server.faults.lastAuthorization.replace('Basic ', ''), 'base64').toString()).toBe('user:p@ss');
      await begin(await openLog(`esdb://${address}?tlsVerifyCert=false`), 'account-2', newEvents(1));
      const distrustful = await openLog(`esdb://${address}`, 300);
      await expect(distrustful.head()).rejects.toThrow(StoreUnavailable);
    },
  );

  test.skipIf(!hasOpenssl()).for(['127.0.0.1', ...(hasIpv6Loopback ? ['::1'] : [])])(
    'goes by TLS to a node that a cluster advertises as %s',
    async (advertised) => {
      const { server, authority } = await startTlsServer(advertised === '::1' ? '[::1]' : advertised);
      const seed = await server.startNode('localhost');
      onTestFinished(() => seed.stop());
      seed.faults.leader = { host: advertised, port: server.port };
      const log = await openLog(`esdb+discover://user:pass@localhost:${seed.port}?tlsCaFile=${authority}`, 5000);
      await begin(log, 'account-1', newEvents(1));
      // The seed node has not seen the request.
      expect(server.faults.lastAuthorization).not.toBe('');
    },
  );

  test.skipIf(!hasOpenssl())('refuses an address that the certificate does not hold for', async () => {
    const { server, authority } = await startTlsServer('127.0.0.1', ['DNS:localhost']);
    const log = await openLog(`esdb://127.0.0.1:${server.port}?tlsCaFile=${authority}`, 3000);
    await expect(log.head()).rejects.toThrow(/IP: 127\.0\.0\.1 is not in the cert/);
  });

  test.each([
    ['tlsCaFile=/nowhere/ca.pem', 'tlsCaFile names /nowhere/ca.pem, which cannot be read (ENOENT)'],
    ['userCertFile=/nowhere/a&userKeyFile=/nowhere/b', 'userCertFile names /nowhere/a, which cannot be read (ENOENT)'],
    ['tlsCaFile=/', 'tlsCaFile names /, which cannot be read (EISDIR)'],
    [`tlsCaFile=${import.meta.filename}`, `${import.meta.filename}, which is not a PEM file of the kind it must be`],
  ])(
    'is refused with a certificate that cannot be read, naming the variable and the file: %s',
    async (options, fault) => {
      const opening = openEventStoreLog({ url: `esdb://user:hush@localhost?${options}` });
      const error = await opening.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(EventStoreUrlInvalid);
      expect(String(error)).toContain('EVENTSTORE_URL: ');
      expect(String(error)).toContain(fault);
      expect(String(error)).not.toContain('hush');
    },
  );
});

async function startTlsServer(host: string, names?: readonly string[]) {
  const { authority, certificate, key } = makeCertificates(temporaryDirectory(), names);
  const pair = { private_key: readFileSync(key), cert_chain: readFileSync(certificate) };
  const server = await TestEventStore.start(ServerCredentials.createSsl(null, [pair]), host);
  onTestFinished(() => server.stop());
  return { server, authority: encodeURIComponent(authority) };
}
