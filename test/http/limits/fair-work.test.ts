/** No account waits behind another account's sources. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatbotProgress } from '../../../src/projections/chatbots/queries.ts';
import { type Owner, TestService } from '../../support/http/service.ts';
import { page, silence, startTestSite, type TestSite } from '../../support/servers/test-site.ts';

const SITES = 30;
let site: TestSite;
let service: TestService;
let busy: Owner;
let busyChatbot: string;

beforeAll(async () => {
  site = await startTestSite({ '/robots.txt': { status: 404 } });
  const environment = { CRAWL_ALLOW_HOSTS: site.host, CRAWL_DELAY_MS: '0' };
  service = await TestService.start(environment);
  busy = await service.owner();
  busyChatbot = (await busy.chatbot()).id;
  for (let number = 0; number < SITES; number += 1) {
    site.set(`/slow/${number}`, silence);
    const body = { type: 'url', sourceUrl: `${site.url}/slow/${number}`, isRecursive: true };
    await busy.call('POST', `/chatbots/${busyChatbot}/datasources`, { body });
  }
});
afterAll(async () => {
  await service.stop();
  await site.close();
});

const waiting = async () => {
  const { data } = await busy.call<ChatbotProgress>('GET', `/chatbots/${busyChatbot}/status`);
  return data.sources.pending + data.sources.processing;
};

describe('While an account has thirty sites read that hardly answer', () => {
  it('a text of another is read', async () => {
    const owner = await service.owner();
    const { id } = await owner.chatbot();
    await owner.text(id, 'Hours', 'We are open from nine to five.');
    expect(await waiting()).toBe(SITES);
  });

  it('a site of another is read too', async () => {
    site.set('/quick/', page('Hours', 'We are open from nine to five on every working day.'));
    const owner = await service.owner();
    const { id } = await owner.chatbot();
    const body = { type: 'url', sourceUrl: `${site.url}/quick/`, isRecursive: true };
    await owner.call('POST', `/chatbots/${id}/datasources`, { body });
    await owner.trained(id);
    const { data } = await owner.call<ChatbotProgress>('GET', `/chatbots/${id}/status`);
    expect(data.sources).toMatchObject({ done: 1 });
    expect(await waiting()).toBe(SITES);
  });

  it('a text of its own does not wait for them either', async () => {
    const path = `/chatbots/${busyChatbot}/datasources`;
    const body = { type: 'text', title: 'Hours', content: 'We are open from nine to five.' };
    await busy.call('POST', path, { body });
    await expect
      .poll(
        async () => (await busy.call<ChatbotProgress>('GET', `/chatbots/${busyChatbot}/status`)).data.sources.done,
        {
          interval: 20,
          timeout: 5_000,
        },
      )
      .toBe(1);
    expect(await waiting()).toBe(SITES);
  });
});
