/** The log on a real terminal, which util-linux's `script` opens, and in a pipe. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { loadedProgram, runProgram } from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const hasTerminals = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux') === true;
const MAIN = join(import.meta.dirname, '../../src/main.ts');
const TIME = /^\d\d:\d\d:\d\d (?:info |warn |ERROR) /;

/** Runs the service on a terminal until it has said where it listens, then presses Ctrl-C. */
async function onTerminal(environment: Readonly<Record<string, string>>): Promise<{ said: string; code: number }> {
  const { PATH = '', TMPDIR = '' } = process.env;
  const settings = { PORT: '0', DATA_DIR: temporaryDirectory(), TERM: 'xterm-256color', ...environment };
  const terminal = spawn('script', ['-qec', `exec '${process.execPath}' '${loadedProgram(MAIN)}'`, '/dev/null'], {
    env: { PATH, TMPDIR, ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void terminal.kill('SIGKILL'));
  let said = '';
  const exited = once(terminal, 'exit');
  terminal.stdout.setEncoding('utf8');
  for await (const text of terminal.stdout) {
    const hadSaid = said.includes('listens on');
    said += text;
    if (!hadSaid && said.includes('listens on')) terminal.stdin.write('\u0003');
  }
  const [code] = await exited;
  return { said: said.replaceAll('\r\n', '\n'), code };
}

/** Without `script` nothing opens a terminal here: these tests are skipped then. */
const testOnTerminal = hasTerminals ? test : test.skip;

testOnTerminal('On a terminal the log is for people, and the welcome stands apart from it', async () => {
  const { said, code } = await onTerminal({});
  expect(code).toBe(0);
  const [before = '', after = ''] = stripVTControlCharacters(said).split(/\nChatledger listens on http:[\s\S]*?\n\n/);
  const lines = [...before.split('\n'), ...after.split('\n')].filter((line) => line !== '');
  expect(lines.filter((line) => !TIME.test(line.replace('^C', '')))).toEqual([]);
  expect(lines.join()).toMatch(/info {2}Service starting .*info {2}Service stopped/);
  expect(said).toContain('\u001b[36minfo \u001b[0m');
});

testOnTerminal('On a terminal, LOG_FORMAT=json asks for JSON lines', async () => {
  const { said } = await onTerminal({ LOG_FORMAT: 'json' });
  expect(said).toMatch(/^\{"level":30,.*"msg":"Service starting"\}$/m);
});

test('In a pipe, LOG_FORMAT=pretty asks for short lines', async () => {
  const program = runProgram('src/main.ts', { PORT: '0', LOG_FORMAT: 'pretty', DATA_DIR: temporaryDirectory() });
  onTestFinished(() => program.signal('SIGKILL'));
  const [said] = await program.says(/^.*Service starting.*$/m);
  expect(said).toMatch(TIME);
});

test('In a pipe the log is JSON lines and nothing else, one of them with the address', async () => {
  const program = runProgram('src/main.ts', { PORT: '0', DATA_DIR: temporaryDirectory() });
  onTestFinished(() => program.signal('SIGKILL'));
  await program.says(/"msg":"Service started"/);
  program.signal('SIGTERM');
  const { code, stdout, stderr } = await program.exited;
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; address?: string });
  const address = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(lines).toMatchObject([
    { msg: 'Service starting' },
    { msg: expect.stringMatching(/^Server listening at http:/) },
    { msg: 'Service started', address, seconds: expect.any(Number) },
    { msg: 'Service stopping' },
    { msg: 'Service stopped' },
  ]);
});
