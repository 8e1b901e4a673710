import { describe, expect, test } from 'vitest';
import { runProgram } from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const ELSEWHERE: Readonly<Record<string, string>> = {
  start: 'src/main.ts',
  bench: 'bench/main.ts',
  check: 'scripts/check.ts',
};

/** Runs a command of the terminal where there is no data. */
const run = (program = '', ...words: readonly string[]) => {
  const path = ELSEWHERE[program] ?? `src/cli/${program}.ts`;
  return runProgram(path, { DATA_DIR: temporaryDirectory(), PORT: '0' }, undefined, words).exited;
};

const startOfUsage = (command: string) => {
  const [program] = command.split(' ');
  return program === 'start' ? 'usage: npm start' : `usage: npm run ${program}`;
};

describe('Wrong usage', () => {
  test.each([
    { command: 'backup', says: 'Name one folder.' },
    { command: 'backup a b', says: 'Name one folder.' },
    { command: 'backup a --all', says: "Unknown option '--all'." },
    { command: 'restore', says: 'Name one folder.' },
    { command: 'keys turn', says: 'The only command is rotate.' },
    { command: 'keys rotate twice', says: 'The only command is rotate.' },
    { command: 'accounts forget', says: 'The commands are create and reset-password.' },
    { command: 'migrate --to nowhere', says: 'Say where to: --to distributed or --to embedded.' },
    { command: 'parked list', says: 'Name the group.' },
    { command: 'audit look', says: 'Unknown command: look' },
    { command: 'audit events --colour', says: "Unknown option '--colour'" },
    { command: 'audit events --from 2026-03-02 --to 2026-03-01', says: '--from is later than --to' },
    { command: 'audit explain', says: 'Exactly one MESSAGE_ID is needed' },
    { command: 'audit replay --model nothing', says: /^There is no read model nothing, only / },
    { command: 'demo now', says: 'The demo takes no arguments.' },
    { command: 'start --port 8080', says: 'The service takes no arguments.' },
    { command: 'bench fast', says: 'There is no benchmark fast.' },
    { command: 'bench --quick', says: "Unknown option '--quick'." },
    { command: 'check spelling', says: 'There is no check spelling.' },
  ])('of npm run $command exits with 2, a sentence and the usage', async ({ command, says }) => {
    const exit = await run(...command.split(' '));
    expect(exit).toMatchObject({ code: 2, stdout: '' });
    const [sentence, blank, usage] = exit.stderr.split('\n');
    expect([sentence, blank]).toEqual([typeof says === 'string' ? says : expect.stringMatching(says), '']);
    expect(usage?.startsWith(startOfUsage(command))).toBe(true);
  });
});

describe('Help', () => {
  test.each([
    { command: 'backup --help' },
    { command: 'restore -h' },
    { command: 'keys rotate --help' },
    { command: 'accounts reset-password -h' },
    { command: 'migrate --to embedded --help' },
    { command: 'parked list --help' },
    { command: 'audit -h' },
    { command: 'audit verify -h' },
    { command: 'demo --help' },
    { command: 'start --help' },
    { command: 'bench --help' },
    { command: 'check -h' },
  ])('by npm run $command tells the usage and the exit status', async ({ command }) => {
    const exit = await run(...command.split(' '));
    expect(exit).toMatchObject({ code: 0, stderr: '' });
    expect(exit.stdout.startsWith(startOfUsage(command))).toBe(true);
    expect(exit.stdout).toContain('Exit status: ');
  });
});
