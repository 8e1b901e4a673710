/** A full disk: writes are answered 503 with Retry-After, and nothing that was answered is lost. */
import { closeSync, mkdirSync, openSync, readdirSync, rmSync, statfsSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runProgram, type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts';
import { smallFileSystem } from '../support/small-file-system.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { eventually } from './support/asking.ts';

const UNLIMITED = '1000000/60';
const RATES = { AUTH_RATE_LIMIT: UNLIMITED, INGESTION_RATE_LIMIT: UNLIMITED, PLAN_CHATBOTS: '100000' };
/** In blocks of 512 bytes: 2 MB, of which a database's files take a part at the start. */
const LIMITED = 'ulimit -f 4096';
const MOST_WRITES = 3_000;
const KILOBYTE = 1024;

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

class Owner {
  #address: string;
  #cookie = '';

  constructor({ address }: ServiceProcess) {
    this.#address = address;
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.#address}${path}`, {
      method,
      headers: {
        cookie: this.#cookie,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
    if (cookies.length > 0) this.#cookie = cookies.join('; ');
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
  }

  /** The same owner at the restarted service. */
  goOnAt({ owner }: { owner: Owner }): void {
    this.#address = owner.#address;
  }

  register(email = 'ada@example.com'): Promise<Answer> {
    return this.call('POST', '/api/auth/register', { email, password: 'correct horse', name: 'Ada' });
  }

  async create(changes: object = {}): Promise<string | Answer> {
    const answer = await this.call('POST', '/api/chatbots', { name: 'Support', ...changes });
    return answer.status === 201 ? (JSON.parse(answer.text).data.chatbot.id as string) : answer;
  }

  upload(chatbot: string, kilobytes: number): Promise<Answer> {
    const form = new FormData();
    const line = `${'Our shop opens at nine. '.repeat(42)}\n`;
    form.append('file', new Blob([line.repeat(kilobytes)], { type: 'text/plain' }), 'hours.txt');
    return this.call('POST', `/api/chatbots/${chatbot}/datasources/file`, form);
  }

  async readiness(): Promise<{ status: number; checks: Readonly<Record<string, unknown>> }> {
    const { status, text } = await this.call('GET', '/readyz');
    return { status, checks: JSON.parse(text).checks };
  }
}

async function startOn(directory: string, prelude?: string): Promise<{ owner: Owner; kill: () => Promise<unknown> }> {
  const service = await startServiceProcess({ DATA_DIR: directory, LOG_LEVEL: 'fatal', ...RATES }, undefined, prelude);
  const kill = () => {
    service.signal('SIGKILL');
    return service.exited;
  };
  onTestFinished(async () => void (await kill()));
  return { owner: new Owner(service), kill };
}

/** Creates chatbots until one is refused. @returns the ids of those that were answered, and the refusal */
async function createUntilRefused(owner: Owner): Promise<{ created: string[]; refused: Answer }> {
  const created: string[] = [];
  for (let number = 0; number < MOST_WRITES; number += 1) {
    const answer = await owner.create({ systemPrompt: 'Be brief. '.repeat(700) });
    if (typeof answer !== 'string') return { created, refused: answer };
    created.push(answer);
  }
  throw new Error('The disk never got full');
}

const UNAVAILABLE = { status: 503, retryAfter: expect.stringMatching(/^[1-9]\d*$/) };

describe('With a limit on file sizes', () => {
  test('an upload is answered 503, and smaller ones are accepted', async () => {
    const { owner } = await startOn(temporaryDirectory(), LIMITED);
    await owner.register();
    const chatbot = String(await owner.create());
    expect(await owner.upload(chatbot, 3 * KILOBYTE)).toMatchObject(UNAVAILABLE);
    expect(await owner.upload(chatbot, 1)).toMatchObject({ status: 201 });
    expect(await owner.readiness()).toMatchObject({ status: 200, checks: { dataFolder: 'ok' } });
  });

  test('writes are answered 503, readiness says why, and every answered write is there once the limit is lifted', async () => {
    const directory = temporaryDirectory();
    const { owner, kill } = await startOn(directory, LIMITED);
    await owner.register();
    const { created, refused } = await createUntilRefused(owner);
    expect(refused).toMatchObject(UNAVAILABLE);
    expect(await owner.register('bea@example.com')).toMatchObject(UNAVAILABLE);
    // A small write may still fit where a larger one did not: readiness tells of the last one.
    await eventually('refused', async () => {
      expect(await owner.register('cyd@example.com')).toMatchObject(UNAVAILABLE);
      const { status, checks } = await owner.readiness();
      // SQLite does not tell the limit from an I/O error.
      return status === 503 && checks.dataFolder === 'failing' ? true : null;
    });
    expect((await owner.call('GET', '/healthz')).status).toBe(200);
    expect(created.length).toBeGreaterThan(10);

    await kill();
    owner.goOnAt(await startOn(directory));
    for (const id of created) expect((await owner.call('GET', `/api/chatbots/${id}`)).status).toBe(200);
    expect(await owner.create()).toBeTypeOf('string');
  });
});

/** @param left bytes of room that remain */
function fillTo(left: number, mounted: string, filler: string): void {
  const { bavail, bsize } = statfsSync(mounted);
  writeFileSync(filler, Buffer.alloc(bavail * bsize - left));
}

test('The last room of a disk is kept for the log: files and texts are answered 503, all else goes on', async () => {
  const mounted = smallFileSystem('size=200m');
  if (mounted === null) return;
  const directory = join(mounted, 'data');
  mkdirSync(directory);
  const { owner } = await startOn(directory);
  await owner.register();
  const chatbot = String(await owner.create());
  const filler = join(mounted, 'filler');
  fillTo(9 * KILOBYTE * KILOBYTE, mounted, filler);

  const text = { type: 'text', title: 'A', content: 'Our shop opens at nine.' };
  expect(await owner.upload(chatbot, 1)).toMatchObject(UNAVAILABLE);
  expect(await owner.call('POST', `/api/chatbots/${chatbot}/datasources`, text)).toMatchObject(UNAVAILABLE);
  expect(await owner.create()).toBeTypeOf('string');
  expect(await owner.call('PATCH', `/api/chatbots/${chatbot}`, { tone: 'Brief' })).toMatchObject({ status: 200 });
  await eventually('readiness says that files are refused, and stays', async () => {
    const { status, checks } = await owner.readiness();
    return status === 200 && checks.dataFolder === 'nearly full' ? true : null;
  });

  rmSync(filler);
  expect(await owner.upload(chatbot, 1)).toMatchObject({ status: 201 });
  // A large file is refused before it has taken the reserve.
  fillTo(12 * KILOBYTE * KILOBYTE, mounted, filler);
  expect(await owner.upload(chatbot, 8 * KILOBYTE)).toMatchObject(UNAVAILABLE);
  const { bavail, bsize } = statfsSync(mounted);
  expect(bavail * bsize).toBeGreaterThan(9 * KILOBYTE * KILOBYTE);
});

/** Leaves no room for anything. */
function fillUp(mounted: string, filler: string): void {
  const file = openSync(filler, 'w');
  const piece = Buffer.alloc(4 * KILOBYTE);
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    closeSync(file);
  }
  expect(statfsSync(mounted).bavail).toBe(0);
}

test('On a full file system every write is answered 503, and the service recovers by itself when there is room again', async () => {
  const mounted = smallFileSystem('size=24m');
  if (mounted === null) return;
  const directory = join(mounted, 'data');
  mkdirSync(directory);
  const { owner } = await startOn(directory);
  await owner.register();
  const chatbot = String(await owner.create());
  expect(await owner.upload(chatbot, 1)).toMatchObject({ status: 201 });
  const filler = join(mounted, 'filler');
  fillUp(mounted, filler);

  const { created, refused } = await createUntilRefused(owner);
  const writes = [
    refused,
    await owner.upload(chatbot, 1),
    await owner.upload(chatbot, KILOBYTE),
    await owner.call('PATCH', `/api/chatbots/${chatbot}`, { systemPrompt: 'Be brief. '.repeat(700) }),
    await owner.call('POST', `/api/chatbots/${chatbot}/datasources`, { type: 'text', title: 'A', content: 'b' }),
    await owner.call('POST', `/api/chatbots/${chatbot}/widget-keys`, { label: 'Shop', allowedDomains: ['*'] }),
  ];
  for (const answer of writes) expect(answer).toMatchObject(UNAVAILABLE);
  expect(await owner.readiness()).toMatchObject({ status: 503, checks: { dataFolder: 'full' } });
  const copy = join(mounted, 'copy');
  const backup = await runProgram('src/cli/backup.ts', { DATA_DIR: directory }, undefined, [copy]).exited;
  expect(backup).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The disk of .+copy (?:is full|fails) \(.+\): (?:make room on it|check it, its free space .+), and back up again\.\n$/,
    ),
  });
  expect(readdirSync(mounted).toSorted()).toEqual(['data', 'filler']);

  rmSync(filler);
  await eventually('ready', async () => ((await owner.readiness()).status === 200 ? true : null));
  expect(await owner.upload(chatbot, 1)).toMatchObject({ status: 201 });
  for (const id of created) expect(await owner.call('GET', `/api/chatbots/${id}`)).toMatchObject({ status: 200 });
});
