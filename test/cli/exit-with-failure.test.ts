import { expect, test, vi } from 'vitest';
import { exitWithFailure } from '../../src/cli/exit-with-failure.ts';

test.each([
  [
    Object.assign(new Error('database or disk is full'), { errcode: 13 }),
    'The disk of DATA_DIR /data is full (database or disk is full): make room on it, and run the same command again.',
  ],
  [new Error('There is no group x.'), 'There is no group x.'],
  ['thrown text', 'thrown text'],
])('A command that fails with %s says so in a sentence and ends with status 1', (error, sentence) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  try {
    expect(() => exitWithFailure(error, '/data')).toThrow('exit 1');
    expect(said.mock.calls).toEqual([[sentence]]);
  } finally {
    said.mockRestore();
    exit.mockRestore();
  }
});
