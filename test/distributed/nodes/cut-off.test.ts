/** Two nodes of which one is cut off from a single engine. From another one than the log, the log still counts it among those that take work. */
import { expect, onTestFinished, test } from 'vitest';
import { TcpProxy } from '../../support/engines/tcp-proxy.ts';
import { TestService } from '../../support/http/service.ts';
import { becomesReady, expectUnavailable, readiness } from '../away/support.ts';
import { nodeOf, ownInstallation, sharesStores } from './support.ts';

const TEXTS = 6;

test.skipIf(!sharesStores).for([
  ['MongoDB', 'MONGODB_URL', 'documents'],
  ['Elasticsearch', 'ELASTICSEARCH_URL', 'searchIndex'],
  ['EventStoreDB', 'EVENTSTORE_URL', 'eventLog'],
] as const)(
  'The work of a node that is cut off from %s alone is done by the other, and visitors there notice nothing',
  { timeout: 240_000 },
  async ([, variable, check]) => {
    const installation = await ownInstallation();
    const engine = installation.environment[variable] ?? '';
    const way = await TcpProxy.before(engine);
    onTestFinished(() => way.close());
    const cutOff = await TestService.start({ [variable]: way.addressOf(engine) }, { installation });
    onTestFinished(() => cutOff.stop());
    const other = await nodeOf(installation);
    const owner = await other.owner();
    const { id } = await owner.chatbot();
    const widget = await owner.widget(id);

    await way.cut('silent');
    for (let number = 0; number < TEXTS; number += 1) {
      const body = { type: 'text', title: `Room ${number}`, content: `The code of room ${number} is ${number}4711.` };
      const added = await owner.call('POST', `/chatbots/${id}/datasources`, { body });
      expect(added.status).toBe(201);
    }
    expect((await widget.ask('visitor', 'Hello')).text).not.toBe('');
    // The server gives each node some of them.
    const statuses = async () => {
      const listed = await owner.call<{ dataSources: { status: string }[] }>('GET', `/chatbots/${id}/datasources`);
      return listed.data.dataSources.map(({ status }) => status);
    };
    await expect.poll(statuses, { timeout: 90_000, interval: 500 }).toEqual(Array(TEXTS).fill('done'));
    const reached = { eventLog: 'ok', documents: 'ok', searchIndex: 'ok' };
    expect((await readiness(cutOff)).checks).toMatchObject({ ...reached, [check]: 'away' });
    if (check === 'eventLog') {
      const registering = { body: { email: 'late@example.com', password: 'correct horse', name: 'Late' } };
      expectUnavailable({ registering: await cutOff.call('POST', '/api/auth/register', registering) });
      expect((await owner.at(cutOff).call('GET', `/chatbots/${id}/datasources`)).status).toBe(200);
    }

    await way.restore();
    await becomesReady(cutOff);
    const answers = await Promise.all(
      Array.from({ length: TEXTS }, (_, number) =>
        widget.at(cutOff).ask(`room ${number}`, `What is the code of room ${number}?`),
      ),
    );
    expect(answers.map(({ text }, number) => text.includes(`${number}4711`))).toEqual(Array(TEXTS).fill(true));
    // It takes work again.
    await other.stop();
    await owner.at(cutOff).text(id, 'Parking', 'You may park behind the mill.');
  },
);
