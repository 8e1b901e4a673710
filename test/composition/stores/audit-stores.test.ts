import { createSecretKey, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteEventLog } from '../../../src/adapters/sqlite/event-log/event-log.ts';
import { openSqliteKeys } from '../../../src/adapters/sqlite/keys/keys.ts';
import { openAuditStores } from '../../../src/composition/stores/audit-stores.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test.each([
  ['event log', 'events.db'],
  ['key store', 'keys.db'],
])('An audit that finds the %s damaged names the file and the remedy', async (what, file) => {
  const dataDir = temporaryDirectory();
  const masterKey = randomBytes(32);
  await (await openSqliteEventLog({ directory: dataDir })).close();
  await (await openSqliteKeys({ directory: dataDir, masterKey: createSecretKey(masterKey) })).close();
  writeFileSync(join(dataDir, file), 'no database'.repeat(1_000));
  const config = { dataDir, masterKey: masterKey.toString('hex'), eventStoreUrl: null, mongoUrl: null };
  await expect(openAuditStores(config)).rejects.toThrow(
    `The ${what} (${join(dataDir, file)}) is damaged: file is not a database. It cannot be rebuilt`,
  );
});
