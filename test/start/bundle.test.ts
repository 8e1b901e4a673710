/** The service from the bundle of its programs, as `npm start` runs it after `npm ci`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pdfOf } from '../support/files/documents.ts';
import { png } from '../support/files/images.ts';
import { ProcessClient } from '../support/processes/process-client.ts';
import { LAUNCHER, runProgram } from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SERVICE = join(ROOT, 'src', 'main.ts');
const { bundledProgram, deleteReplacedBundles } = createRequire(import.meta.url)(
  '../../scripts/program-bundle.cjs',
) as {
  bundledProgram: (root: string, program: string) => string | null;
  deleteReplacedBundles: (root: string) => void;
};

/** As while `npm ci` has taken the packages away. */
const WITHOUT_POOL_PACKAGE = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const resolve = (name, context, next) => {
    if (name === 'piscina') throw new Error('Cannot find package');
    return next(name, context);
  };
  registerHooks({ resolve });
`)}`;

const bundlePrograms = () => execFileSync(process.execPath, [join(ROOT, 'scripts', 'bundle-programs.ts')]);

test('A service that was started from the bundle reads files, encodes images, answers and shows its documentation', async () => {
  if (bundledProgram(ROOT, SERVICE) === null) bundlePrograms();
  expect(bundledProgram(ROOT, SERVICE)).toMatch(/src\.main\.mjs$/);
  // `npm ci` deletes that folder beside a running service, which may yet load parts of its bundle.
  expect(bundledProgram(ROOT, SERVICE)).not.toContain('node_modules');
  const environment = {
    PORT: '0',
    LOG_LEVEL: 'warn',
    LOG_FORMAT: 'pretty',
    DATA_DIR: temporaryDirectory(),
    NODE_OPTIONS: WITHOUT_POOL_PACKAGE,
  };
  const service = runProgram(LAUNCHER, environment, ROOT, ['src/main.ts']);
  onTestFinished(() => service.signal('SIGKILL'));
  const [, address = ''] = await service.says(/listens on (http:\S+)/);
  const client = new ProcessClient(address);

  const account = { name: 'Ada', email: 'ada@example.com', password: 'a long enough password' };
  const { cookie } = await client.expect(201, 'POST', '/api/auth/register', { body: account });
  const body = { name: 'Support' };
  const { data } = await client.expect<{ chatbot: { id: string } }>(201, 'POST', '/api/chatbots', { body, cookie });
  const path = `/api/chatbots/${data.chatbot.id}`;
  const form = new FormData();
  form.set(
    'file',
    new Blob([pdfOf([['The shop opens at nine in the morning.']]).slice()], { type: 'application/pdf' }),
    'hours.pdf',
  );
  await client.expect(201, 'POST', `${path}/datasources/file`, { body: form, cookie });
  await expect
    .poll(async () => (await client.expect<{ status: string }>(200, 'GET', `${path}/status`, { cookie })).data.status, {
      timeout: 20_000,
    })
    .toBe('ready');
  const question = { body: { message: 'When does the shop open?' }, cookie };
  const answer = await client.expect<{ response: string }>(200, 'POST', `${path}/chat`, question);
  expect(answer.data.response).toContain('nine in the morning');

  const image = new FormData();
  image.set('file', new Blob([await png()], { type: 'image/png' }), 'logo.png');
  await client.expect([200, 201], 'POST', `/api/uploads/${data.chatbot.id}/image`, { body: image, cookie });
  expect((await client.expect(200, 'GET', '/docs')).text).toContain('<html');
  expect((await client.expect(200, 'GET', '/widget.js')).text).toContain('Chatledger');

  service.signal('SIGTERM');
  expect(await service.exited).toMatchObject({ code: 0, stderr: '' });
}, 90_000);

test('A command of the terminal runs from the bundle too', async () => {
  if (bundledProgram(ROOT, SERVICE) === null) bundlePrograms();
  const environment = { DATA_DIR: temporaryDirectory() };
  const command = runProgram(LAUNCHER, environment, ROOT, ['src/cli/audit.ts', 'nonsense']);
  expect((await command.exited).stderr).toContain('npm run audit');
}, 30_000);

test('A bundle is used until one of its inputs is changed or deleted', () => {
  const root = temporaryDirectory();
  const [program, input] = [join(root, 'src', 'main.ts'), join(root, 'src', 'other.ts')];
  const folder = join(root, 'dist', 'programs');
  mkdirSync(join(folder, 'one'), { recursive: true });
  mkdirSync(join(root, 'src'));
  writeFileSync(input, 'first');
  utimesSync(input, 1000, 1000);
  writeFileSync(join(folder, 'one', 'src.main.mjs'), '');
  const manifest = { folder: 'one', stamps: [['src/other.ts', '5@1000']] };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  expect(bundledProgram(root, program)).toBe(join(folder, 'one', 'src.main.mjs'));
  expect(bundledProgram(root, join(root, 'src', 'cli', 'audit.ts'))).toBeNull();

  utimesSync(input, 1001, 1001);
  expect(bundledProgram(root, program)).toBeNull();
  utimesSync(input, 1000, 1000);
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, stamps: [['src/gone.ts', '5@1000']] }));
  expect(bundledProgram(root, program)).toBeNull();
  writeFileSync(join(folder, 'manifest.json'), '{');
  expect(bundledProgram(root, program)).toBeNull();
});

test('Compiled code from before the bundles that are kept is deleted with those that they replaced', () => {
  const root = temporaryDirectory();
  const [programs, compiled] = [join(root, 'dist', 'programs'), join(root, 'node_modules', '.cache', 'compiled')];
  const folder = join(compiled, 'v26-x64');
  const hoursAgo = (hours: number) => Date.now() / 1000 - hours * 3_600;
  mkdirSync(folder, { recursive: true });
  for (const [name, hours] of Object.entries({ first: 6, second: 4, third: 2 })) {
    mkdirSync(join(programs, name), { recursive: true });
    utimesSync(join(programs, name), hoursAgo(hours), hoursAgo(hours));
    writeFileSync(join(folder, `of ${name}`), '');
    utimesSync(join(folder, `of ${name}`), hoursAgo(hours - 1), hoursAgo(hours - 1));
  }
  deleteReplacedBundles(root);
  expect(readdirSync(folder).sort()).toEqual(['of second', 'of third']);
});

test('Replaced bundles are deleted, but none that another process may be writing', () => {
  const root = temporaryDirectory();
  const folder = join(root, 'dist', 'programs');
  const now = Date.now() / 1000;
  const made = { replaced: now - 3_600, older: now - 1_800, newest: now - 900 };
  for (const [name, at] of Object.entries(made)) {
    mkdirSync(join(folder, name), { recursive: true });
    utimesSync(join(folder, name), at, at);
  }
  deleteReplacedBundles(root);
  expect(readdirSync(folder).sort()).toEqual(['newest', 'older']);

  for (const name of ['one', 'two', 'three']) mkdirSync(join(folder, name));
  deleteReplacedBundles(root);
  expect(readdirSync(folder).sort()).toEqual(['one', 'three', 'two']);
});
