/** The demo, as somebody sees it who runs it: a page to chat on, a line for the shell, and nothing left when it ends. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_RATES } from '../../src/ports/shared-settings/rates.ts';
import { ProcessClient } from '../support/processes/process-client.ts';
import { type Environment, type RunningProgram, runProgram } from '../support/processes/service-process.ts';
import { directoryOfFile, temporaryDirectory } from '../support/temporary-directory.ts';

function startDemo(environment: Environment) {
  const program = runProgram('src/cli/demo.ts', environment);
  onTestFinished(() => program.signal('SIGKILL'));
  return program;
}

describe('The demo', () => {
  const temporary = directoryOfFile();
  // The demo uses no store that the owner's environment names.
  const own = directoryOfFile();
  const stores = createServer((socket) => socket.destroy());
  const connections: unknown[] = [];
  stores.on('connection', (connection) => connections.push(connection));
  let demo: RunningProgram;
  let said: string;

  // Once for all tests: it reads some fifty documents.
  beforeAll(async () => {
    await once(stores.listen(0, '127.0.0.1'), 'listening');
    const store = `127.0.0.1:${(stores.address() as AddressInfo).port}`;
    writeFileSync(join(own, 'elasticsearch'), `http://${store}`);
    demo = runProgram('src/cli/demo.ts', {
      PORT: '0',
      TMPDIR: temporary,
      DATA_DIR: own,
      ROLES: 'http',
      INGESTION_RATE_LIMIT: '5/3600',
      EVENTSTORE_URL: `esdb://${store}?tls=false`,
      MONGODB_URL: `mongodb://${store}`,
      ELASTICSEARCH_URL_FILE: join(own, 'elasticsearch'),
    });
    [said] = await demo.says(/Chatledger has read[\s\S]*Ctrl-C stops the demo and deletes its data\./);
  }, 120_000);
  afterAll(() => {
    demo.signal('SIGKILL');
    stores.close();
  });

  /** Signs in with what it prints. */
  async function signIn() {
    const [, email, password] = /Owner +(\S+), password (\S+)/.exec(said) ?? [];
    const client = new ProcessClient(new URL(/Chat with it +(\S+)/.exec(said)?.[1] ?? '').origin);
    const { cookie } = await client.expect(200, 'POST', '/api/auth/login', { body: { email, password } });
    const listed = await client.expect<{ chatbots: { id: string }[] }>(200, 'GET', '/api/chatbots', { cookie });
    return { client, cookie, chatbot: `/api/chatbots/${listed.data.chatbots[0]?.id}` };
  }

  test('has a folder of its own, and uses no store that the environment names', () => {
    expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^chatledger-demo-/)]);
    expect(readdirSync(own)).toEqual(['elasticsearch']);
    expect(connections).toEqual([]);
  });

  test('has an owner who can sign in with what it prints, and finds what visitors asked', async () => {
    const { client, cookie, chatbot } = await signIn();
    type Found = { conversations: { handoffRequested: boolean }[] };
    const waiting = async () => {
      const { data } = await client.expect<Found>(200, 'GET', `${chatbot}/conversations`, { cookie });
      return data.conversations.map(({ handoffRequested }) => handoffRequested);
    };
    // The one that waits came last.
    await expect.poll(waiting, { timeout: 20_000 }).toEqual([true, false, false, false, false]);
  });

  test('has read the documentation, and answers on its page and in the shell', async () => {
    const [, page = ''] = /Chat with it +(\S+)/.exec(said) ?? [];
    const html = await (await fetch(page)).text();
    const [, config = ''] = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(html) ?? [];
    const { chatbotId, apiKey, apiUrl } = JSON.parse(config) as Record<string, string>;
    const types = { '/demo/page.css': 'text/css', '/demo/page.js': 'text/javascript' };
    for (const [path, type] of Object.entries(types)) {
      expect(html).toContain(`"${path}"`);
      const part = await fetch(new URL(path, page));
      expect([part.status, part.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
      expect((await part.text()).length).toBeGreaterThan(100);
    }
    expect((await fetch(new URL('/widget.js', page))).status).toBe(200);
    const { origin } = new URL(page);
    const headers = { 'x-widget-key': apiKey ?? '', origin };
    const shown = await fetch(new URL(`${apiUrl}/chat/${chatbotId}/config`, page), { headers });
    expect(await shown.json()).toMatchObject({ success: true, data: { config: { name: 'Fern & Fig' } } });

    const [, curl = ''] = /^( {2}curl -N [\s\S]*?')$/m.exec(said) ?? [];
    // Without the proxy that the environment may name.
    const env = { PATH: process.env.PATH };
    const { stdout } = await promisify(execFile)('bash', ['-euc', curl], { env, timeout: 20_000 });
    expect(stdout).toMatch(/^event: token\ndata: \{"token":/);
    expect(stdout).toContain('npm start');
    const [, done = '{}'] = /\nevent: done\ndata: (.*)\n\n$/.exec(stdout) ?? [];
    expect(JSON.parse(done).sources).not.toEqual([]);
  });

  test('leaves its owner the additions of an hour, whatever documents it added', async () => {
    const { client, cookie, chatbot } = await signIn();
    for (let added = 0; added < DEFAULT_RATES.ingestion.count; added++) {
      const body = { type: 'text', title: `Note ${added}`, content: `The shop has ${added} ferns.` };
      await client.expect(201, 'POST', `${chatbot}/datasources`, { cookie, body });
    }
  });

  test('leaves nothing behind', async () => {
    demo.signal('SIGINT');
    expect(await demo.exited).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(temporary)).toEqual([]);
  });
});

test('A demo that is stopped while it is prepared says nothing of that, and leaves nothing behind', async () => {
  const temporary = temporaryDirectory();
  const demo = startDemo({ PORT: '0', TMPDIR: temporary });
  const texts = () => readdirSync(temporary, { recursive: true }).filter((path) => /blobs\/[^.]/.test(String(path)));
  await expect.poll(() => texts().length, { interval: 5, timeout: 60_000 }).toBeGreaterThan(0);
  demo.signal('SIGINT');
  expect(await demo.exited).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(temporary)).toEqual([]);
});

test('A demo that cannot be started leaves nothing behind either', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const temporary = temporaryDirectory();
  const taken = String((other.address() as AddressInfo).port);
  for (const faulty of [{ PORT: taken }, { PORT: 'none' }]) {
    const demo = startDemo({ TMPDIR: temporary, ...faulty });
    expect(await demo.exited).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(faulty.PORT) });
  }
  expect(readdirSync(temporary)).toEqual([]);
});

test('A demo without a temporary folder says which variable to set', async () => {
  const demo = startDemo({ TMPDIR: join(temporaryDirectory(), 'missing') });
  expect(await demo.exited).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^The demo .*TMPDIR/) });
});
