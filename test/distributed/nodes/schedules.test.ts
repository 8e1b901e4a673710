/** Scheduled refreshes with several schedulers, also after a long time without any. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ChatbotCommands } from '../../../src/commands/chatbots.ts';
import { CommandExecutor } from '../../../src/commands/execute.ts';
import { EventStore } from '../../../src/event-log/event-store.ts';
import type { DataSource } from '../../../src/projections/data-sources/queries.ts';
import { page, startTestSite } from '../../support/servers/test-site.ts';
import { nodeOf, ownInstallation, sharesStores } from './support.ts';

const DAY_MS = 24 * 3_600_000;

describe.skipIf(!sharesStores)('A daily schedule that nobody looked after for three days', () => {
  it('gives one run, though two schedulers begin to look at once', async () => {
    const site = await startTestSite({ '/': page('Hours', 'We are open from nine to five on every working day.') });
    onTestFinished(() => site.close());
    const installation = await ownInstallation();
    const environment = { CRAWL_ALLOW_HOSTS: site.host, CRAWL_DELAY_MS: '0' };
    const node = await nodeOf(installation, { ...environment, ROLES: 'http,projector,ingestion' });
    const owner = await node.owner();
    const { id, ownerId } = await owner.chatbot();
    const path = `/chatbots/${id}/datasources`;
    await owner.call('POST', path, { body: { type: 'url', sourceUrl: `${site.url}/` } });
    await owner.trained(id);
    await owner.text(id, 'Parking', 'You may park behind the mill.');
    const { application: inside, stores } = node.running;
    // Set by a node with an earlier clock, because events carry the time at which they were recorded.
    const past = { now: () => Date.now() - 3.5 * DAY_MS };
    const executor = new CommandExecutor(new EventStore(stores.log, inside.codec, past));
    const chatbots = new ChatbotCommands({ executor, keys: stores.keys, planLimit: 3 });
    const context = { commandId: crypto.randomUUID(), actor: { kind: 'anonymous' } as const, at: past.now() };
    const set = await chatbots.configure(ownerId, id, { changes: { autoRefreshSchedule: 'daily' } }, context);
    await inside.readSide.waitFor(set.position);

    await Promise.all([nodeOf(installation, { ROLES: 'scheduler' }), nodeOf(installation, { ROLES: 'scheduler' })]);
    const events = async (type: string) =>
      (await stores.log.readAll({ after: null, limit: 1000, filter: { types: [type] } })).events;
    await vi.waitFor(async () => expect(await events('IngestionCompleted')).toHaveLength(3), {
      timeout: 20_000,
      interval: 50,
    });
    expect(await events('ScheduledRefreshRequested')).toHaveLength(1);
    expect((await events('IngestionRequested')).map(({ data }) => data.cause)).toEqual(['schedule']);
    await owner.trained(id);
    const { data } = await owner.call<{ dataSources: DataSource[] }>('GET', path);
    expect(data.dataSources.map(({ status }) => status)).toEqual(['done', 'done']);
  });
});
