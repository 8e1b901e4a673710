/** Three nodes with TLS and a login that advertise their addresses. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { begin, newEvents } from '../../contracts/event-log/support.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { newInstallation } from '../../support/engines/engines.ts';
import { RealCluster } from '../../support/engines/eventstoredb/real-cluster.ts';
import { saidBy } from '../../support/failures.ts';
import { TestService } from '../../support/http/service.ts';
import { runProgram } from '../../support/processes/service-process.ts';
import { hasOpenssl, makeCertificates } from '../../support/servers/certificates.ts';
import { directoryOfFile, temporaryDirectory } from '../../support/temporary-directory.ts';
import { expectNothingLostOver, logAt } from './support.ts';

const PASSWORD = 'c0rrect: horse/?';
const LOGIN = `admin:${encodeURIComponent(PASSWORD)}`;
const isTried = engineUrl('EVENTSTOREDB_PROGRAM') !== null && hasOpenssl();

describe.skipIf(!isTried)('A cluster of EventStoreDB', () => {
  const directory = directoryOfFile();
  let cluster: RealCluster;
  beforeAll(async () => {
    cluster = await RealCluster.start({ certificates: makeCertificates(directory), password: PASSWORD });
  }, 120_000);
  afterAll(() => cluster?.remove());

  test('is written to and read over TLS, by whoever may', async () => {
    for (const url of [cluster.url(LOGIN), cluster.url(LOGIN).replace('esdb:', 'esdb+discover:')]) {
      const log = await logAt(url);
      const stream = `chatbot-${crypto.randomUUID()}`;
      await begin(log, stream, newEvents(3));
      expect(await log.readStream(stream)).toHaveLength(3);
    }
  });

  test.each([
    ['a wrong password', 'admin:hush'],
    ['a user that nobody knows', 'somebody:hush'],
  ])('refuses %s at once, and the reason says whose login it is', async (_, login) => {
    const log = await logAt(cluster.url(login));
    const subscription = log.subscribe({ after: null, onEvents: async () => undefined });
    const refused = [
      log.append('chatbot-refused', 'no-stream', newEvents(1)),
      log.readStream('chatbot-refused'),
      log.head(),
      log.parkedWork('readers', 1),
      subscription.ended,
    ];
    const startedAt = performance.now();
    for (const outcome of await Promise.allSettled(refused)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
      const said = saidBy((outcome as PromiseRejectedResult).reason);
      expect(said).toContain('EVENTSTORE_URL');
      expect(said).not.toContain('hush');
    }
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('lets no service start with a login that it refuses, which says why', async () => {
    const program = runProgram('src/main.ts', {
      EVENTSTORE_URL: cluster.url('admin:hush'),
      DATA_DIR: temporaryDirectory(),
      PORT: '0',
      LOG_LEVEL: 'silent',
    });
    onTestFinished(() => program.signal('SIGKILL'));
    const { code, stderr } = await program.exited;
    expect(code).toBe(1);
    expect(stderr).toMatch(/EVENTSTORE_URL.*(?:user|password)/);
    expect(stderr).not.toContain('hush');
  });

  test('loses no append and fails none when its leader is killed', { timeout: 120_000 }, async () => {
    const before = await cluster.leader();
    await expectNothingLostOver(await logAt(cluster.url(LOGIN)), () => before.kill());
    expect((await cluster.leader()).port).not.toBe(before.port);
    await before.startAgain();
    await cluster.leader();
  });

  test('fails no visitor of a service when its leader is killed', { timeout: 120_000 }, async () => {
    const installation = await newInstallation(cluster.url(LOGIN));
    onTestFinished(() => installation.remove());
    const service = await TestService.start({}, { installation });
    onTestFinished(() => service.stop());
    const owner = await service.owner();
    const { id } = await owner.chatbot();
    const widget = await owner.widget(id);
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const before = await cluster.leader();
    const ask = async (visitor: number) => {
      const texts: string[] = [];
      for (let turn = 0; turn < 6; turn += 1) {
        if (visitor === 0 && turn === 2) await before.kill();
        texts.push((await widget.ask(`visitor-${visitor}`, 'When are you open?')).text);
      }
      return texts;
    };
    const answers = await Promise.all(Array.from({ length: 4 }, (_, visitor) => ask(visitor)));
    for (const text of answers.flat()) expect(text).toContain('nine to five');
    const { data } = await owner.call<{ messages: object[] }>('GET', `/chatbots/${id}/history?limit=500`);
    expect(data.messages).toHaveLength(48);
    await before.startAgain();
    await cluster.leader();
  });
});
