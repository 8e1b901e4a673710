/** Data folders of earlier releases, each recorded by that release (`record.ts`), opened by this one. */
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { WidgetKey } from '../../src/projections/widget-keys/queries.ts';
import { ProcessClient } from '../support/processes/process-client.ts';
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { type RecordedAnswers, readAll, signIn } from './acts.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const releases = readdirSync(fixtures);

let service: ServiceProcess | null = null;
afterEach(async () => {
  service?.signal('SIGKILL');
  await service?.exited;
  service = null;
});

async function open(data: string): Promise<ProcessClient> {
  service = await startServiceProcess({ DATA_DIR: data, PUBLIC_URL: 'http://localhost:3000' });
  return new ProcessClient(service.address);
}

async function stop(): Promise<void> {
  service?.signal('SIGTERM');
  expect((await service?.exited)?.code).toBe(0);
}

async function verify(data: string): Promise<{ readonly code: number | null; readonly said: string }> {
  const { promise, resolve } = Promise.withResolvers<{ readonly code: number | null; readonly said: string }>();
  const env = { ...process.env, DATA_DIR: data };
  execFile(process.execPath, ['src/cli/audit.ts', 'verify'], { env, timeout: 50_000 }, (error, stdout, stderr) => {
    resolve({ code: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}` });
  });
  return promise;
}

describe.each(releases)('A data folder of release %s', (release) => {
  const recorded = JSON.parse(readFileSync(join(fixtures, release, 'answers.json'), 'utf8')) as RecordedAnswers;
  const paths = Object.keys(recorded);

  it('gives every answer that it gave then, and new ones from its content', async () => {
    const data = temporaryDirectory();
    cpSync(join(fixtures, release, 'data'), data, { recursive: true });
    const client = await open(data);
    const cookie = await signIn(client);
    expect(await readAll(client, cookie, paths)).toMatchObject(recorded);

    const root = paths.find((path) => path.endsWith('/history'))?.replace('/history', '');
    const chat = await client.expect<{ response: string }>(200, 'POST', `${root}/chat`, {
      cookie,
      body: { message: 'How long can I return a jacket?' },
    });
    expect(chat.data.response).toContain('30 days');
    await client.expect(201, 'POST', `${root}/datasources`, {
      cookie,
      body: { type: 'text', title: 'New', content: 'Written by a later release.' },
    });
    await stop();
  });

  it('has widget keys that count, and that can be revoked', async () => {
    const data = temporaryDirectory();
    cpSync(join(fixtures, release, 'data'), data, { recursive: true });
    const client = await open(data);
    const cookie = await signIn(client);
    const path = paths.find((known) => known.endsWith('/widget-keys')) ?? '';
    const generate = (status: number) =>
      client.expect([status], 'POST', path, { cookie, body: { label: 'New', allowedDomains: [] } });
    const { data: listed } = await client.expect<{ keys: WidgetKey[] }>(200, 'GET', path, { cookie });
    const active = listed.keys.filter(({ isActive }) => isActive);
    expect(active).not.toEqual([]);
    for (let count = active.length; count < 100; count += 1) await generate(201);
    await generate(409);
    await client.expect(200, 'DELETE', `${path}/${active[0]?.id}`, { cookie });
    await client.expect(404, 'DELETE', `${path}/${active[0]?.id}`, { cookie });
    await generate(201);
    await generate(409);
    await stop();
  });

  it('gives them also when everything but the log, the keys and the blobs has been lost', async () => {
    const data = temporaryDirectory();
    cpSync(join(fixtures, release, 'data'), data, { recursive: true });
    for (const derived of ['documents.db', 'search.db']) rmSync(join(data, derived));
    const client = await open(data);
    expect(await readAll(client, await signIn(client), paths)).toMatchObject(recorded);
    await stop();
  });

  it('is audited once this release has started on it', async () => {
    const data = temporaryDirectory();
    cpSync(join(fixtures, release, 'data'), data, { recursive: true });
    expect(await verify(data)).toMatchObject({
      code: 2,
      said: expect.stringContaining('start the service of this release once'),
    });
    await open(data);
    await stop();
    expect(await verify(data)).toMatchObject({ code: 0 });
  });
});
