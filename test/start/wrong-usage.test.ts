import { expect, test } from 'vitest';
import { runProgram } from '../support/processes/service-process.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

test.each([
  { program: 'backup', words: [], says: 'Name one folder.' },
  { program: 'backup', words: ['a', 'b'], says: 'Name one folder.' },
  { program: 'restore', words: [], says: 'Name one folder.' },
  { program: 'keys', words: ['turn'], says: 'The only command is rotate.' },
  { program: 'keys', words: ['rotate', 'twice'], says: 'The only command is rotate.' },
  { program: 'accounts', words: ['forget'], says: 'The only command is reset-password.' },
  { program: 'migrate', words: ['--to', 'nowhere'], says: 'Name the target: --to distributed or --to embedded.' },
])('$program $words is refused with a sentence before its usage', async ({ program, words, says }) => {
  const environment = { DATA_DIR: temporaryDirectory() };
  const exit = await runProgram(`src/cli/${program}.ts`, environment, undefined, words).exited;
  expect(exit).toMatchObject({ code: 2, stdout: '' });
  expect(exit.stderr.split('\n')[0]).toBe(says);
  expect(exit.stderr).toContain(`usage: npm run ${program} -- `);
});
