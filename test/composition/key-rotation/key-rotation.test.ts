import { createSecretKey } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openSqliteKeys } from '../../../src/adapters/sqlite/keys/keys.ts';
import { DataDirLock } from '../../../src/adapters/sqlite/thread/data-dir-lock.ts';
import { rotateInstallation } from '../../../src/composition/key-rotation/rotate-installation.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const hexOf = (n: number) => Buffer.alloc(32, n).toString('hex');
const keyOf = (hex: string) => createSecretKey(Buffer.from(hex, 'hex'));
const SUBJECT = 'account:ada';

/** A key store of that master key; returns what its one key is. */
async function storeIn(directory: string, hex: string) {
  const keys = await openSqliteKeys({ directory, masterKey: keyOf(hex) });
  const key = await keys.getOrCreate(SUBJECT);
  await keys.close();
  return key;
}
const read = async (directory: string, hex: string) => {
  const keys = await openSqliteKeys({ directory, masterKey: keyOf(hex) });
  const found = await keys.find([SUBJECT]);
  await keys.close();
  return found.get(SUBJECT)?.export();
};
const rotate = (dataDir: string, masterKey: string | null, newMasterKey: string | null) =>
  rotateInstallation({ dataDir, mongoUrl: null, masterKey, newMasterKey }, () => undefined);

describe('Rotating the master key of an installation', () => {
  test('takes the key that follows a configured one from the configuration', async () => {
    const directory = temporaryDirectory();
    const key = await storeIn(directory, hexOf(1));
    await expect(rotate(directory, hexOf(1), null)).rejects.toThrow(/set NEW_MASTER_KEY/);
    await expect(rotate(directory, hexOf(1), hexOf(1))).rejects.toThrow(/the same as MASTER_KEY/);
    expect(await rotate(directory, hexOf(1), hexOf(2))).toEqual({ wrapped: { now: 2, before: 0 }, isInFolder: false });
    expect(existsSync(join(directory, 'next-master.key'))).toBe(false);
    expect(await read(directory, hexOf(2))).toEqual(key?.export());
  });

  test('replaces the key in the folder, and takes up the next one that was already made', async () => {
    const directory = temporaryDirectory();
    const key = await storeIn(directory, hexOf(1));
    writeFileSync(join(directory, 'master.key'), hexOf(1));
    writeFileSync(join(directory, 'next-master.key'), hexOf(3));
    expect(await rotate(directory, null, null)).toEqual({ wrapped: { now: 2, before: 0 }, isInFolder: true });
    expect(readFileSync(join(directory, 'master.key'), 'utf8')).toBe(hexOf(3));
    expect(await read(directory, hexOf(3))).toEqual(key?.export());
  });

  test('is refused before anything changes where a key is damaged: it could not finish, and no service would start', async () => {
    const directory = temporaryDirectory();
    await storeIn(directory, hexOf(1));
    writeFileSync(join(directory, 'master.key'), hexOf(1));
    const db = new DatabaseSync(join(directory, 'keys.db'));
    db.exec(`UPDATE data_keys SET wrapped = zeroblob(60) WHERE subject = '${SUBJECT}'`);
    db.close();
    await expect(rotate(directory, null, null)).rejects.toThrow(
      /^The key of account:ada in .+keys\.db is damaged, so the master key was not rotated\. Nothing was changed\./,
    );
    expect(existsSync(join(directory, 'next-master.key'))).toBe(false);
    await (await openSqliteKeys({ directory, masterKey: keyOf(hexOf(1)) })).close();
  });

  test('is refused while a service has the folder, and where there are no keys', async () => {
    const directory = temporaryDirectory();
    await expect(rotate(directory, hexOf(1), hexOf(2))).rejects.toThrow(/There is no keys\.db/);
    const key = await storeIn(directory, hexOf(1));
    await expect(rotate(directory, null, null)).rejects.toThrow(/There is no master\.key/);
    const lock = DataDirLock.acquire(directory);
    await expect(rotate(directory, hexOf(1), hexOf(2))).rejects.toThrow(/in use by another/);
    lock.release();
    expect(await read(directory, hexOf(1))).toEqual(key?.export());
  });
});
