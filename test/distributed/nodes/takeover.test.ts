/** Real processes: one that reads a website is killed in the middle, and another finishes what it had begun. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { ProcessClient } from '../../support/processes/process-client.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/processes/service-process.ts';
import { page, startTestSite } from '../../support/servers/test-site.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { ownInstallation, sharesStores } from './support.ts';

const WITHIN = { timeout: 40_000, interval: 50 };

interface Source {
  readonly status: string;
  readonly pageCount: number;
}

test.skipIf(!sharesStores)(
  'A node killed while it reads is taken over from: what it was asked for is done, and done once',
  async () => {
    const held = Promise.withResolvers<void>();
    const site = await startTestSite();
    onTestFinished(() => site.close());
    const hours = page('Hours', 'We are open from nine to five on every day of the week.');
    site.set('/slow', (_request, response) => {
      // The first node to request the page waits for its rest until that node is killed.
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      if (site.count('/slow') === 1) {
        response.write(hours.slice(0, 20));
        held.resolve();
      } else response.end(hours);
    });

    const { environment } = await ownInstallation();
    const start = async (roles: string): Promise<ServiceProcess> => {
      const node = await startServiceProcess({
        ...environment,
        ROLES: roles,
        DATA_DIR: temporaryDirectory(),
        CRAWL_ALLOW_HOSTS: site.host,
        CRAWL_DELAY_MS: '0',
      });
      onTestFinished(() => node.signal('SIGKILL'));
      return node;
    };
    // The node that answers waits for the node that projects.
    const [answering, , first] = await Promise.all([start('http'), start('projector'), start('ingestion,scheduler')]);
    const client = new ProcessClient(answering.address);
    const registering = { body: { email: 'ada@example.com', password: 'correct horse', name: 'Ada' } };
    const { cookie } = await client.expect(201, 'POST', '/api/auth/register', registering);
    const create = { body: { name: 'Support' }, cookie };
    const { data } = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', create);
    const sources = `/api/chatbots/${data.chatbot.id}/datasources`;
    const body = { type: 'url', sourceUrl: `${site.url}/slow` };
    await client.expect(201, 'POST', sources, { body, cookie });
    await held.promise;

    const second = await start('ingestion,scheduler');
    // No other node works on the source meanwhile.
    expect(site.count('/slow')).toBe(1);
    first.signal('SIGKILL');
    const listed = async () => (await client.expect<{ dataSources: Source[] }>(200, 'GET', sources, { cookie })).data;
    await vi.waitFor(async () => expect(await listed()).toMatchObject({ dataSources: [{ status: 'done' }] }), WITHIN);
    expect((await listed()).dataSources).toMatchObject([{ pageCount: 1 }]);
    expect(site.count('/slow')).toBe(2);

    const asking = { body: { message: 'When are you open?' }, cookie };
    const chat = `/api/chatbots/${data.chatbot.id}/chat`;
    const { data: answer } = await client.expect<{ response: string }>(200, 'POST', chat, asking);
    expect(answer.response).toContain('nine to five');
    for (const node of [second, answering]) {
      node.signal('SIGTERM');
      expect(await node.exited).toMatchObject({ code: 0, stderr: '' });
    }
  },
  120_000,
);

test.skipIf(!sharesStores)(
  'A node killed in the middle of a website is taken over from where it stood: no page is asked for again but those under way',
  async () => {
    const PAGES = 120;
    const site = await startTestSite();
    onTestFinished(() => site.close());
    const links = Array.from({ length: PAGES - 1 }, (_, n) => `/p${n + 1}`);
    const served = (path: string) => page(`Page ${path}`, `Everything about ${path} is written on this page of ours.`);
    for (const path of ['/', ...links]) {
      const body = path === '/' ? page('Home', 'All pages of this site.', links) : served(path);
      // Slow enough to be killed in between.
      site.set(path, (_request, response) => {
        setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(body), 40);
      });
    }

    const { environment } = await ownInstallation();
    const start = async (roles: string): Promise<ServiceProcess> => {
      const node = await startServiceProcess({
        ...environment,
        ROLES: roles,
        DATA_DIR: temporaryDirectory(),
        CRAWL_ALLOW_HOSTS: site.host,
        CRAWL_DELAY_MS: '0',
      });
      onTestFinished(() => node.signal('SIGKILL'));
      return node;
    };
    const [answering, , first] = await Promise.all([start('http'), start('projector'), start('ingestion')]);
    const client = new ProcessClient(answering.address);
    const registering = { body: { email: 'ada@example.com', password: 'correct horse', name: 'Ada' } };
    const { cookie } = await client.expect(201, 'POST', '/api/auth/register', registering);
    const create = { body: { name: 'Support' }, cookie };
    const { data } = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', create);
    const sources = `/api/chatbots/${data.chatbot.id}/datasources`;
    const body = { type: 'url', sourceUrl: `${site.url}/`, isRecursive: true };
    await client.expect(201, 'POST', sources, { body, cookie });
    const listed = async () => (await client.expect<{ dataSources: Source[] }>(200, 'GET', sources, { cookie })).data;
    // Another node shows the progress of this one.
    await vi.waitFor(async () => expect((await listed()).dataSources[0]?.pageCount).toBeGreaterThan(30), WITHIN);
    first.signal('SIGKILL');
    await first.exited;
    const asked = site.requests.length;
    expect(asked).toBeLessThan(PAGES);

    await start('ingestion');
    await vi.waitFor(async () => expect(await listed()).toMatchObject({ dataSources: [{ status: 'done' }] }), WITHIN);
    expect((await listed()).dataSources).toMatchObject([{ pageCount: PAGES }]);
    // Four are under way at a time, sixteen are being written down together, and as many gather meanwhile.
    const again = links.filter((path) => site.count(path) > 1);
    expect(again.length).toBeLessThanOrEqual(36);
    expect(site.count('/')).toBe(1);
  },
  120_000,
);
