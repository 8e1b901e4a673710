import { describe, expect, onTestFinished, test } from 'vitest';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { newInstallation } from '../../support/engines/engines.ts';
import { RealEventStore } from '../../support/engines/eventstoredb/real-server.ts';
import { TestService } from '../../support/http/service.ts';
import { answersInTime, becomesReady, expectUnavailable } from './support.ts';

/** More than a connection carries at a time. */
const VISITORS = 80;
const UNLIMITED = '100000/60';

describe.skipIf(engineUrl('EVENTSTOREDB_PROGRAM') === null)('An EventStoreDB that is frozen under load', () => {
  test('makes requests that wait for each other fail in time, and is found again by itself', {
    timeout: 120_000,
  }, async () => {
    const server = await RealEventStore.start();
    onTestFinished(() => server.remove());
    const installation = await newInstallation(server.url());
    onTestFinished(() => installation.remove());
    const limits = { KEY_RATE_LIMIT: UNLIMITED, MESSAGE_RATE_LIMIT: UNLIMITED };
    const service = await TestService.start(limits, { installation });
    onTestFinished(() => service.stop());
    onTestFinished(() => server.thaw());
    const owner = await service.owner();
    const { id } = await owner.chatbot();
    const widget = await owner.widget(id);
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    const ask = (sessionId: string) =>
      widget.call('POST', '/message', { body: { sessionId, message: 'When are you open?' } });
    const rename = (name: string) => owner.call('PATCH', `/chatbots/${id}`, { body: { name } });

    server.freeze();
    const visitors = Array.from({ length: VISITORS }, (_, n) => [`visitor ${n}`, ask(`visitor-${n}`)] as const);
    const owners = Array.from({ length: 5 }, (_, n) => [`change ${n}`, rename(`Name ${n}`)] as const);
    expectUnavailable(await answersInTime(Object.fromEntries([...visitors, ...owners])));

    server.thaw();
    await becomesReady(service);
    expect((await rename('Thawed')).status).toBe(200);
    expect((await widget.ask('thawed', 'When are you open?')).text).toContain('nine to five');
  });
});
