/** Real processes of one installation, of which some read websites, and a page that the first reader does not get to its end. */
import { onTestFinished } from 'vitest';
import { ProcessClient } from '../../support/processes/process-client.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/processes/service-process.ts';
import { page, startTestSite, type TestSite } from '../../support/servers/test-site.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { ownInstallation } from './support.ts';

/** @returns starts a node with these roles, which ends with the test */
export async function nodesThatRead(site: TestSite): Promise<(roles: string) => Promise<ServiceProcess>> {
  const { environment } = await ownInstallation();
  return async (roles) => {
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
}

/** @param readers that find the page: the first of them gets its beginning alone */
export async function siteWithHeldPage(path: string, readers = Number.POSITIVE_INFINITY) {
  const held = Promise.withResolvers<void>();
  const site = await startTestSite();
  onTestFinished(() => site.close());
  const hours = page('Hours', 'We are open from nine to five on every day of the week.');
  site.set(path, (_request, response) => {
    const asked = site.count(path);
    response.writeHead(asked <= readers ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    if (asked > 1) return void response.end(hours);
    response.write(hours.slice(0, 20));
    held.resolve();
  });
  return { site, url: `${site.url}${path}`, held: held.promise };
}

interface Source {
  readonly status: string;
  readonly pageCount: number;
}

/** A chatbot whose one source is that page, or all of its site. */
export async function chatbotOf({ address }: ServiceProcess, source: { sourceUrl: string; isRecursive?: boolean }) {
  const client = new ProcessClient(address);
  const registering = { body: { email: 'ada@example.com', password: 'correct horse', name: 'Ada' } };
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', registering);
  const create = { body: { name: 'Support' }, cookie };
  const { data } = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', create);
  const chatbot = `/api/chatbots/${data.chatbot.id}`;
  const sources = `${chatbot}/datasources`;
  await client.expect(201, 'POST', sources, { body: { type: 'url', ...source }, cookie });
  return {
    listed: async () => (await client.expect<{ dataSources: Source[] }>(200, 'GET', sources, { cookie })).data,
    ask: async (message: string) => {
      const asking = { body: { message }, cookie };
      return (await client.expect<{ response: string }>(200, 'POST', `${chatbot}/chat`, asking)).data.response;
    },
  };
}
