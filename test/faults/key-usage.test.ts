/** Usage counts of a widget key, kept by the real program. */
import { expect, onTestFinished, test } from 'vitest';
import { ProcessClient } from '../support/processes/process-client.ts';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { eventually } from './support/asking.ts';

test('A graceful shutdown loses no use of a key; a kill loses none that was shown', async () => {
  const environment = { DATA_DIR: temporaryDirectory() };
  const client = new ProcessClient('');
  const start = async (): Promise<ServiceProcess> => {
    const service = await startServiceProcess(environment);
    onTestFinished(() => service.signal('SIGKILL'));
    client.address = service.address;
    return service;
  };
  let service = await start();
  const body = { email: 'ada@example.com', password: 'correct horse', name: 'Ada' };
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body });
  const chatbot = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', {
    body: { name: 'Support' },
    cookie,
  });
  const path = `/api/chatbots/${chatbot.data.chatbot.id}/widget-keys`;
  const label = { label: 'Shop', allowedDomains: ['example.com'] };
  const { key } = (await client.expect<{ key: string }>(201, 'POST', path, { body: label, cookie })).data;
  const headers = { 'x-widget-key': key, origin: 'https://example.com' };
  const use = (times: number) =>
    Promise.all(Array.from({ length: times }, () => client.expect(200, 'GET', '/api/chat/any/config', { headers })));
  const shown = async () => {
    const { data } = await client.expect<{ keys: { usageCount: number }[] }>(200, 'GET', path, { cookie });
    return data.keys[0]?.usageCount ?? 0;
  };

  await use(30);
  service.signal('SIGTERM');
  await service.exited;
  service = await start();
  expect(await shown()).toBe(30);

  await use(10);
  await eventually('forty uses', async () => ((await shown()) === 40 ? true : null));
  await use(5);
  service.signal('SIGKILL');
  await service.exited;
  await start();
  expect(await shown()).toBeGreaterThanOrEqual(40);
  expect(await shown()).toBeLessThanOrEqual(45);
});
