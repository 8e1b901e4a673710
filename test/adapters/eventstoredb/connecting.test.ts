import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServerCredentials } from '@grpc/grpc-js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { begin, newEvents } from '../../contracts/event-log/support.ts';
import { TestEventStore } from '../../support/eventstoredb/test-server.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { openLog, startServer } from './support.ts';

/** To make a certificate with; where it is not installed TLS stays untried. */
const openssl = process.platform === 'win32' ? 'openssl.exe' : 'openssl';

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
    const consumer = log.consume({ ...work, handle: async () => ({ verdict: 'done' }) });
    const append = log.append('account-1', 'no-stream', newEvents(1));
    const startedAt = performance.now();
    await consumer.stop(5000);
    await subscription.stop();
    await log.close();
    await expect(append).rejects.toThrow(StoreUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });

  test.skipIf(!hasOpenssl())('goes by TLS, with the credentials of the URL', async () => {
    const directory = temporaryDirectory();
    const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const form = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
    execFileSync(openssl, ['req', ...form, '-keyout', key, '-out', certificate, ...subject], { stdio: 'ignore' });
    const pair = { private_key: readFileSync(key), cert_chain: readFileSync(certificate) };
    const server = await TestEventStore.start(ServerCredentials.createSsl(null, [pair]));
    onTestFinished(() => server.stop());
    const host = `user:p%40ss@localhost:${server.port}`;
    const log = await openLog(`esdb://${host}?tlsCaFile=${encodeURIComponent(certificate)}`);
    await begin(log, 'account-1', newEvents(1));
    expect(Buffer.from(server.faults.lastAuthorization.replace('Basic ', ''), 'base64').toString()).toBe('user:p@ss');
    await begin(await openLog(`esdb://${host}?tlsVerifyCert=false`), 'account-2', newEvents(1));
    const distrustful = await openLog(`esdb://${host}`, 300);
    await expect(distrustful.head()).rejects.toThrow(StoreUnavailable);
  });
});

function hasOpenssl(): boolean {
  try {
    execFileSync(openssl, ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
