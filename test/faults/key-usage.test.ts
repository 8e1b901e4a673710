/** Usage counts of a widget key, kept by the real program. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { ProcessClient } from '../support/processes/process-client.ts';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { eventually } from './support/asking.ts';

async function startIn(directory: string, client: ProcessClient): Promise<ServiceProcess> {
  const service = await startServiceProcess({ DATA_DIR: directory });
  onTestFinished(() => service.signal('SIGKILL'));
  client.address = service.address;
  return service;
}

/** A running service with a widget key that nobody has used. */
async function givenKey() {
  const client = new ProcessClient('');
  const directory = temporaryDirectory();
  const service = await startIn(directory, client);
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', {
    body: { email: 'ada@example.com', password: 'correct horse', name: 'Ada' },
  });
  const chatbot = { body: { name: 'Support' }, cookie };
  const created = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', chatbot);
  const path = `/api/chatbots/${created.data.chatbot.id}/widget-keys`;
  const body = { label: 'Shop', allowedDomains: ['example.com'] };
  const { key } = (await client.expect<{ key: string }>(201, 'POST', path, { body, cookie })).data;
  const headers = { 'x-widget-key': key, origin: 'https://example.com' };
  return {
    service,
    restart: () => startIn(directory, client),
    use: (times: number) =>
      Promise.all(Array.from({ length: times }, () => client.expect(200, 'GET', '/api/chat/any/config', { headers }))),
    async shownUses() {
      const { data } = await client.expect<{ keys: { usageCount: number }[] }>(200, 'GET', path, { cookie });
      return data.keys[0]?.usageCount ?? 0;
    },
  };
}

describe('Uses of a widget key', () => {
  test('are all kept by a graceful shutdown', async () => {
    const { service, restart, use, shownUses } = await givenKey();
    await use(30);
    service.signal('SIGTERM');
    await service.exited;
    await restart();
    expect(await shownUses()).toBe(30);
  });

  test('that were shown are kept by a kill', async () => {
    const { service, restart, use, shownUses } = await givenKey();
    await use(10);
    await eventually('ten uses', async () => ((await shownUses()) === 10 ? true : null));
    await use(5);
    service.signal('SIGKILL');
    await service.exited;
    await restart();
    expect(await shownUses()).toBeGreaterThanOrEqual(10);
    expect(await shownUses()).toBeLessThanOrEqual(15);
  });
});
