/** Damaged files of the real program: derivable files are moved aside and rebuilt, and the log says what is lost. */
import { cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runProgram, type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts';
import { directoryOfFile, temporaryDirectory } from '../support/temporary-directory.ts';
import { eventually } from './support/asking.ts';
import { PAGE, zeroPages } from './support/data-folder.ts';

const DERIVABLE = ['documents.db', 'search.db', 'side.db'];

const DAMAGES: readonly (readonly [string, (path: string) => void])[] = [
  ['zeroed', (path) => writeFileSync(path, Buffer.alloc(statSync(path).size))],
  ['cut in half', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  ['emptied', (path) => truncateSync(path)],
  ['overwritten', (path) => writeFileSync(path, 'no database at all '.repeat(1_000))],
  ['zeroed behind its first page', (path) => zeroPages(path, 1)],
];

/** A stopped service: an account, a chatbot that has read a text, and an answered question. */
interface StoppedShop {
  readonly directory: string;
  readonly cookie: string;
  readonly chatbot: string;
  readonly key: string;
}

class Shop {
  readonly #directory: string;
  #service: ServiceProcess | null = null;
  #cookie = '';
  chatbot = '';
  key = '';

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** A copy of the data folder, not started yet. */
  static copyOf({ directory, cookie, chatbot, key }: StoppedShop): Shop {
    const shop = new Shop(temporaryDirectory());
    cpSync(directory, shop.#directory, { recursive: true });
    shop.#cookie = cookie;
    shop.chatbot = chatbot;
    shop.key = key;
    return shop;
  }

  async start(): Promise<ServiceProcess> {
    this.#service = await startServiceProcess({ DATA_DIR: this.#directory });
    return this.#service;
  }

  async stop(): Promise<string> {
    this.#service?.signal('SIGTERM');
    const exit = await this.#service?.exited;
    expect(exit).toMatchObject({ code: 0, stderr: '' });
    return exit?.stdout ?? '';
  }

  kill(): void {
    this.#service?.signal('SIGKILL');
  }

  path(name: string): string {
    return join(this.#directory, name);
  }

  async fetch(method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(`${this.#service?.address}${path}`, {
      method,
      headers: {
        cookie: this.#cookie,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const [access] = response.headers.getSetCookie();
    if (access !== undefined) this.#cookie = access.split(';', 1)[0] ?? '';
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  async data<Data>(method: string, path: string, body?: object): Promise<Data> {
    const { status, text } = await this.fetch(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text).data as Data;
  }

  ask(): Promise<{ status: number; text: string }> {
    const headers = { 'x-widget-key': this.key, origin: 'https://shop.example' };
    return this.fetch('POST', '/api/chat/any/message', { sessionId: 'visitor', message: 'When do you open?' }, headers);
  }

  history(): Promise<{ status: number; text: string; headers: Headers }> {
    return this.fetch('GET', `/api/chatbots/${this.chatbot}/history`);
  }

  async setUp(): Promise<StoppedShop> {
    await this.start();
    await this.data('POST', '/api/auth/register', { email: 'ada@example.com', password: 'correct horse', name: 'Ada' });
    const { chatbot } = await this.data<{ chatbot: { id: string } }>('POST', '/api/chatbots', { name: 'Support' });
    this.chatbot = chatbot.id;
    const label = { label: 'Shop', allowedDomains: ['*'] };
    this.key = (await this.data<{ key: string }>('POST', `/api/chatbots/${this.chatbot}/widget-keys`, label)).key;
    const content = 'We open at nine in the morning, on every day but Sunday.';
    await this.data('POST', `/api/chatbots/${this.chatbot}/datasources`, { type: 'text', title: 'Hours', content });
    await this.expectWhole();
    await this.stop();
    return { directory: this.#directory, cookie: this.#cookie, chatbot: this.chatbot, key: this.key };
  }

  /** Readiness, the history and an answer from the content all work. */
  async expectWhole(): Promise<void> {
    await eventually('answers from the content', async () => {
      const { status, text } = await this.ask();
      return status === 200 && text.includes('nine') ? true : null;
    });
    expect((await this.history()).status).toBe(200);
    expect((await this.fetch('GET', '/readyz')).status).toBe(200);
  }
}

const directory = directoryOfFile();
let stopped: StoppedShop;

// Once for all tests: each of them damages a copy.
beforeAll(async () => {
  const shop = new Shop(directory);
  try {
    stopped = await shop.setUp();
  } finally {
    shop.kill();
  }
});

/** A shop of the running test's own. */
function copyOfShop(): Shop {
  const shop = Shop.copyOf(stopped);
  onTestFinished(() => shop.kill());
  return shop;
}

describe.each(DAMAGES)('Files that are %s', (_, damage) => {
  test('are moved aside and rebuilt, and the log says so', async () => {
    const shop = copyOfShop();
    for (const name of DERIVABLE) damage(shop.path(name));
    await shop.start();
    await eventually('all moved aside', async () => {
      // Readiness reads from each of them.
      await shop.fetch('GET', '/readyz');
      return DERIVABLE.every((name) => existsSync(shop.path(`${name}.damaged`))) ? true : null;
    });
    await eventually('ready', async () => ((await shop.fetch('GET', '/readyz')).status === 200 ? true : null));
    await shop.expectWhole();
    const output = await shop.stop();
    for (const name of DERIVABLE)
      expect(output).toMatch(new RegExp(`${name} is damaged .* moved aside to .*${name}.damaged`));
  });
});

test.each([
  ['event log', 'events.db', (path: string) => truncateSync(path, PAGE)],
  ['event log', 'events.db', (path: string) => writeFileSync(path, 'no database at all '.repeat(1_000))],
  ['key store', 'keys.db', (path: string) => truncateSync(path, PAGE)],
  ['key store', 'keys.db', (path: string) => writeFileSync(path, 'no database at all '.repeat(1_000))],
])(
  'A damaged %s (%s) stops the start, which names the file and the way back, and is left as it is',
  async (what, name, damage) => {
    const shop = copyOfShop();
    damage(shop.path(name));
    const damaged = readFileSync(shop.path(name));
    const program = runProgram('src/main.ts', { PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: dirname(shop.path(name)) });
    onTestFinished(() => program.signal('SIGKILL'));
    const { code, stdout, stderr } = await program.exited;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      new RegExp(`^The ${what} \\(.+/${name}\\) is damaged: .+ Restore the data folder from a backup .+\\.\n$`),
    );
    expect(readFileSync(shop.path(name)).equals(damaged)).toBe(true);
  },
);

test('A damaged key that a rebuild needs is named with the way back, and SIGTERM ends the rebuild', async () => {
  const shop = copyOfShop();
  rmSync(shop.path('documents.db'));
  const keys = new DatabaseSync(shop.path('keys.db'));
  keys.exec("UPDATE data_keys SET wrapped = zeroblob(60) WHERE subject LIKE 'account:%'");
  keys.close();
  const program = runProgram('src/main.ts', { PORT: '0', DATA_DIR: dirname(shop.path('keys.db')) });
  onTestFinished(() => program.signal('SIGKILL'));
  await program.says(/keys\.db is damaged: the key of account:\S+ is not as it was written\. Restore .+ from a backup/);
  program.signal('SIGTERM');
  const { code, stdout, stderr } = await program.exited;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).not.toMatch(/Service started|failed to catch up/);
});

test('A missing file is rebuilt, and the log says what is lost with it', async () => {
  const shop = copyOfShop();
  for (const name of DERIVABLE) rmSync(shop.path(name));
  const service = await shop.start();
  await service.says(/The search index lacked passages of 1 source, which has been indexed again/);
  await shop.expectWhole();
  const output = await shop.stop();
  expect(output).toMatch(/side\.db is missing .*Lost: usage counts of widget keys/);
  for (const name of DERIVABLE) expect(output).toContain(`${name} is missing`);
});

test('Missing blobs are reported as lost, and answers go on', async () => {
  const shop = copyOfShop();
  rmSync(shop.path('blobs'), { recursive: true });
  await shop.start();
  await shop.expectWhole();
  expect(await shop.stop()).toMatch(/The folder .+blobs is missing: files, texts and images .* are lost/);
});

test('A document with a flipped bit is never shown: the read models are rebuilt while the service runs', async () => {
  const shop = copyOfShop();
  const bytes = readFileSync(shop.path('documents.db'));
  let flipped = 0;
  for (let at = bytes.indexOf('"content":"'); at !== -1; at = bytes.indexOf('"content":"', at + 1)) {
    // A quotation mark becomes a hash sign.
    bytes.writeUInt8(0x23, at + 10);
    flipped += 1;
  }
  expect(flipped).toBeGreaterThan(0);
  writeFileSync(shop.path('documents.db'), bytes);
  await shop.start();
  const first = await shop.history();
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  const { text } = await eventually('shown', async () => {
    const shown = await shop.history();
    expect([200, 503]).toContain(shown.status);
    return shown.status === 200 ? shown : null;
  });
  expect(JSON.parse(text).data.messages).toContainEqual(expect.objectContaining({ content: 'When do you open?' }));
  expect(existsSync(shop.path('documents.db.damaged'))).toBe(true);
  await shop.expectWhole();
  await shop.stop();
});

test('Files that were moved aside are deleted once something is erased', async () => {
  const shop = copyOfShop();
  writeFileSync(shop.path('documents.db'), 'no database at all '.repeat(1_000));
  await shop.start();
  expect(existsSync(shop.path('documents.db.damaged'))).toBe(true);
  await shop.data('DELETE', `/api/chatbots/${shop.chatbot}`);
  await eventually('gone', async () => (existsSync(shop.path('documents.db.damaged')) ? null : true));
  await shop.stop();
});
