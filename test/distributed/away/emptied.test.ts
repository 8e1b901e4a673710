import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { newInstallation } from '../../support/engines/engines.ts';
import { RealEventStore } from '../../support/engines/eventstoredb/real-server.ts';
import { TestService } from '../../support/http/service.ts';
import { expectUnavailable, readiness } from './support.ts';

const WITHIN = { timeout: 60_000, interval: 200 };

describe.skipIf(engineUrl('EVENTSTOREDB_PROGRAM') === null)('An EventStoreDB that comes back without its data', () => {
  test('makes the service refuse requests: a start on such a log would be refused too', {
    timeout: 120_000,
  }, async () => {
    // In memory.
    const server = await RealEventStore.start();
    onTestFinished(() => server.remove());
    const installation = await newInstallation(server.url());
    onTestFinished(() => installation.remove());
    const service = await TestService.start({}, { installation });
    onTestFinished(() => service.stop());
    const owner = await service.owner();
    await owner.chatbot();

    await server.kill();
    await server.startAgain();
    await vi.waitFor(async () => {
      const { status, checks } = await readiness(service);
      expect([status, checks]).toMatchObject([503, { eventLog: 'lost' }]);
    }, WITHIN);
    const registering = { body: { email: 'late@example.com', password: 'correct horse', name: 'Late' } };
    expectUnavailable({
      listing: await owner.call('GET', '/chatbots'),
      registering: await service.call('POST', '/api/auth/register', registering),
    });
  });
});
