import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Derivable } from '../../../../src/adapters/sqlite/thread/derivable.ts';
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
