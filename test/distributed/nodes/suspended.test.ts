/** Real processes: one that reads a source is suspended, another takes over, and the first wakes up. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { ProcessClient } from '../../support/processes/process-client.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/processes/service-process.ts';
import { page, startTestSite } from '../../support/servers/test-site.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { ownInstallation, sharesStores } from './support.ts';

/** The server gives a node up that answers no keep-alive for some twenty seconds. */
const WITHIN = { timeout: 60_000, interval: 50 };

test.skipIf(!sharesStores)(
  'A node that was suspended while it read a source changes nothing when it wakes after another has read it',
  async () => {
    const held = Promise.withResolvers<void>();
    const site = await startTestSite();
    onTestFinished(() => site.close());
    const hours = page('Hours', 'We are open from nine to five on every day of the week.');
    site.set('/hours', (_request, response) => {
      const asked = site.count('/hours');
      response.writeHead(asked <= 2 ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
      // The first node waits for the rest until it is suspended, the second gets the page, and later the page is gone.
      if (asked === 1) {
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
        LOG_LEVEL: 'info',
      });
      onTestFinished(() => node.signal('SIGKILL'));
      return node;
    };
    const [answering, suspended] = await Promise.all([start('http'), start('ingestion'), start('projector')]);
    const client = new ProcessClient(answering.address);
    const registering = { body: { email: 'ada@example.com', password: 'correct horse', name: 'Ada' } };
    const { cookie } = await client.expect(201, 'POST', '/api/auth/register', registering);
    const create = { body: { name: 'Support' }, cookie };
    const { data } = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', create);
    const sources = `/api/chatbots/${data.chatbot.id}/datasources`;
    const body = { type: 'url', sourceUrl: `${site.url}/hours` };
    await client.expect(201, 'POST', sources, { body, cookie });
    await held.promise;

    suspended.signal('SIGSTOP');
    onTestFinished(() => suspended.signal('SIGCONT'));
    await start('ingestion');
    const isRead = async () => {
      const { data: listed } = await client.expect(200, 'GET', sources, { cookie });
      expect(listed).toMatchObject({ dataSources: [{ status: 'done', pageCount: 1 }] });
    };
    await vi.waitFor(isRead, WITHIN);

    suspended.signal('SIGCONT');
    await suspended.says(/Gave up an attempt to read source/);
    suspended.signal('SIGTERM');
    expect(await suspended.exited).toMatchObject({ code: 0, stderr: '' });
    await isRead();
    const asking = { body: { message: 'When are you open?' }, cookie };
    const chat = `/api/chatbots/${data.chatbot.id}/chat`;
    const { data: answer } = await client.expect<{ response: string }>(200, 'POST', chat, asking);
    expect(answer.response).toContain('nine to five');
  },
  150_000,
);
