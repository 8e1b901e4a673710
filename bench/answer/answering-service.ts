/** The real program in a process of its own: a chatbot that knows the catalogue, a model behind it, a key for its visitors. */
import { setTimeout as delay } from 'node:timers/promises';
import { ProcessClient } from '../../test/support/processes/process-client.ts';
import { startServiceProcess } from '../../test/support/processes/service-process.ts';
import { catalogueTexts } from './catalogue.ts';
import type { Answering } from './processes.ts';

/** Wide enough that no question of the benchmark meets a limit. */
const UNLIMITED = '100000000/60';
const ORIGIN = 'https://shop.example.com';

/** @param more of the environment it runs in */
export async function startAnsweringService(
  directory: string,
  modelUrl: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Answering> {
  const limits = ['AUTH', 'INGESTION', 'MESSAGE', 'KEY', 'CHAT'].map((name) => [`${name}_RATE_LIMIT`, UNLIMITED]);
  const service = await startServiceProcess({
    DATA_DIR: directory,
    LOG_LEVEL: 'info',
    OPENAI_BASE_URL: modelUrl,
    PLAN_MESSAGES: '1000000000',
    ...Object.fromEntries(limits),
    ...more,
  });
  const key = await fill(new ProcessClient(service.address));
  return {
    pid: service.pid,
    url: `${service.address}/api/chat/any/message`,
    headers: { 'x-widget-key': key, origin: ORIGIN },
    async stop() {
      service.signal('SIGTERM');
      await service.exited;
    },
  };
}

/** @returns a widget key */
async function fill(client: ProcessClient): Promise<string> {
  const registration = { email: 'bench@example.com', password: 'correct horse battery', name: 'Bench' };
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body: registration });
  const asOwner = async <Data>(status: number, path: string, body?: object) =>
    (await client.expect<Data>(status, body === undefined ? 'GET' : 'POST', `/api${path}`, { cookie, body })).data;

  const { chatbot } = await asOwner<{ chatbot: { id: string } }>(201, '/chatbots', { name: 'Bench' });
  for (const { title, content } of catalogueTexts()) {
    await asOwner(201, `/chatbots/${chatbot.id}/datasources`, { type: 'text', title, content });
    for (let status = 'training'; status !== 'ready'; await delay(50)) {
      ({ status } = await asOwner<{ status: string }>(200, `/chatbots/${chatbot.id}/status`));
      if (status === 'error') throw new Error('The content could not be read');
    }
  }
  const label = { label: 'Bench', allowedDomains: ['shop.example.com'] };
  return (await asOwner<{ key: string }>(201, `/chatbots/${chatbot.id}/widget-keys`, label)).key;
}
