/** A MongoDB that is there and does not do what it is asked: between two primaries, or far too slow. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { newInstallation } from '../../support/engines/engines.ts';
import { MongoProxy } from '../../support/engines/mongo-proxy.ts';
import { cookiesOf, Owner, TestService } from '../../support/http/service.ts';
import { answersInTime, becomesReady, expectUnavailable } from './support.ts';

const WRITES: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite']);
/** Longer than a call may take. */
const SLOW_MS = 12_000;

async function serviceBehindProxy() {
  const installation = await newInstallation();
  onTestFinished(() => installation.remove());
  const proxy = await MongoProxy.before(installation.environment.MONGODB_URL ?? '');
  onTestFinished(() => proxy.close());
  const service = await TestService.start({ MONGODB_URL: proxy.address }, { installation });
  onTestFinished(() => service.stop());
  const owner = await service.owner();
  const { id } = await owner.chatbot();
  const widget = await owner.widget(id);
  await owner.text(id, 'Hours', 'We are open from nine to five.');
  const reads = () => ({
    account: owner.call('GET', '/auth/me'),
    chatbots: owner.call('GET', '/chatbots'),
    history: owner.call('GET', `/chatbots/${id}/history`),
    config: widget.call('GET', '/config'),
  });
  const writes = () => ({
    renewing: owner.call('POST', '/auth/refresh'),
    renaming: owner.call('PATCH', `/chatbots/${id}`, { body: { name: 'New' } }),
    asking: widget.call('POST', '/message', { body: { sessionId: 'away', message: 'When are you open?' } }),
  });
  return { proxy, service, owner, widget, reads, writes };
}

describe.skipIf(engineUrl('MONGODB_URL') === null)('A MongoDB', () => {
  it.each([
    { code: 10_107, codeName: 'NotWritablePrimary' },
    { code: 189, codeName: 'PrimarySteppedDown' },
  ])(
    'that takes no writes until it has a primary again ($codeName) is read meanwhile, and written then',
    {
      timeout: 60_000,
    },
    async (refusal) => {
      const { proxy, service, widget, reads, writes } = await serviceBehindProxy();
      proxy.refusalOf = (command) => (WRITES.has(command) ? refusal : null);
      expectUnavailable(await answersInTime(writes()));
      for (const { status } of Object.values(await answersInTime(reads()))) expect(status).toBe(200);
      proxy.refusalOf = () => null;
      await becomesReady(service);
      expect((await widget.ask('after', 'When are you open?')).text).toContain('nine to five');
    },
  );

  it('that takes longer than a call may is unavailable, and used again once it is quick', {
    timeout: 120_000,
  }, async () => {
    const { proxy, service, widget, reads, writes } = await serviceBehindProxy();
    proxy.delayMs = SLOW_MS;
    expectUnavailable(await answersInTime({ ...reads(), ...writes() }));
    proxy.delayMs = 0;
    await becomesReady(service);
    expect((await widget.ask('after', 'When are you open?')).text).toContain('nine to five');
  });

  it('that does not take the read model of a renewed session signs nobody out', { timeout: 60_000 }, async () => {
    const { proxy, service, owner } = await serviceBehindProxy();
    const refusal = { code: 10_107, codeName: 'NotWritablePrimary' };
    proxy.refusalOf = (command, collection) => (WRITES.has(command) && /^sessions\./.test(collection) ? refusal : null);
    const renewed = await owner.call('POST', '/auth/refresh');
    expectUnavailable({ renewed });
    proxy.refusalOf = () => null;
    const now = new Owner(service, cookiesOf(renewed));
    await vi.waitFor(async () => expect((await now.call('POST', '/auth/refresh')).status).toBe(200), {
      timeout: 20_000,
    });
  });
});
