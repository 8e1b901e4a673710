import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Derivable } from '../../../../src/adapters/sqlite/thread/derivable.ts';
import { NewerFileError } from '../../../../src/adapters/sqlite/thread/migrations.ts';
import { StoreDamaged } from '../../../../src/ports/store-unavailable.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

test('A file that is damaged again at once has another fault than its content, and is not replaced a second time', async () => {
  const path = join(temporaryDirectory(), 'documents.db');
  const damages: ((error: StoreDamaged) => void)[] = [];
  const told: string[] = [];
  const derivable = await Derivable.open({
    store: 'read models',
    path,
    isExpected: false,
    consequence: 'Nothing is lost.',
    open: async (onDamage) => {
      damages.push(onDamage);
      writeFileSync(path, `file ${damages.length}`);
      return damages.length;
    },
    close: async () => undefined,
    report: ({ message }) => void told.push(message),
  });
  const replaced = Promise.withResolvers<void>();
  derivable.watch({ replaced: replaced.resolve });
  damages[0]?.(new StoreDamaged('read models', 'a page is torn'));
  await replaced.promise;
  expect([derivable.current, existsSync(`${path}.damaged`), told.length]).toEqual([2, true, 1]);

  damages[1]?.(new StoreDamaged('read models', 'a page is torn'));
  expect([derivable.current, told.length]).toEqual([2, 1]);
  await derivable.close();
});

const NEWER = 'newer'.repeat(40);

test('A file that a newer release wrote stays, and the refused start says that it may be moved away', async () => {
  const path = join(temporaryDirectory(), 'documents.db');
  writeFileSync(path, NEWER);
  const opened = Derivable.open({
    store: 'read models',
    path,
    isExpected: true,
    consequence: 'Nothing is lost.',
    open: async () => Promise.reject(new NewerFileError('It has schema version 9: start the newer release')),
    close: async () => undefined,
    report: () => undefined,
  });
  await expect(opened).rejects.toThrow(
    'It has schema version 9: start the newer release, or move the file away: docs/operations/repair.md tells under “Damaged files” what is lost with it.',
  );
  expect(readFileSync(path, 'utf8')).toBe(NEWER);
});

test.each([
  { isExpected: true, content: '', said: 1, what: 'An empty file of a folder that was used before is damaged' },
  {
    isExpected: true,
    content: 'S',
    said: 1,
    what: 'A file that is shorter than its header is damaged, although SQLite opens it',
  },
  { isExpected: false, content: '', said: 0, what: 'An empty file that a killed first start left is not damaged' },
])('$what', async ({ isExpected, content, said }) => {
  const path = join(temporaryDirectory(), 'documents.db');
  writeFileSync(path, content);
  const told: string[] = [];
  const derivable = await Derivable.open({
    store: 'read models',
    path,
    isExpected,
    consequence: 'Nothing is lost.',
    open: async () => 'opened',
    close: async () => undefined,
    report: ({ message }) => void told.push(message),
  });
  expect([told.length, existsSync(`${path}.damaged`)]).toEqual([said, isExpected]);
  await derivable.close();
});
