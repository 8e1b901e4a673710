import { createSecretKey, randomBytes } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { UnwrapFailed, unwrapKey, WrongMasterKey, wrapKey } from '../../../../src/adapters/shared/key-wrapping.ts';
import { openSqliteKeys } from '../../../../src/adapters/sqlite/keys/keys.ts';
import { StoreDamaged, StoreUnavailable } from '../../../../src/ports/store-unavailable.ts';
import { describeKeysContract } from '../../../contracts/keys.ts';
import { openFor } from '../../../support/stores/store-place.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

const newMasterKey = () => createSecretKey(randomBytes(32));

describeKeysContract('SQLite', () => {
  const directory = temporaryDirectory();
  const masterKey = newMasterKey();
  return () => openSqliteKeys({ directory, masterKey });
});

describe('SQLite keys', () => {
  const bytesIn = (directory: string): Buffer =>
    Buffer.concat(readdirSync(directory).map((name) => readFileSync(join(directory, name))));

  function wrappedIn(directory: string): Map<string, Buffer> {
    const db = new DatabaseSync(join(directory, 'keys.db'), { readOnly: true });
    const rows = db.prepare('SELECT subject, wrapped FROM data_keys WHERE erased = 0').all();
    db.close();
    return new Map(rows.map(({ subject, wrapped }) => [String(subject), Buffer.from(wrapped as Uint8Array)]));
  }

  test('lie wrapped in the file, none in clear', async () => {
    const directory = temporaryDirectory();
    const keys = await openFor(() => openSqliteKeys({ directory, masterKey: newMasterKey() }));
    const key = await keys.getOrCreate('account:1');
    const bytes = bytesIn(directory);
    expect(bytes.includes(key?.export() ?? '')).toBe(false);
    expect(bytes.includes(wrappedIn(directory).get('account:1') ?? 'none')).toBe(true);
  });

  test('are in no byte of any file once they are erased, among thousands of others', async () => {
    const directory = temporaryDirectory();
    const keys = await openFor(() => openSqliteKeys({ directory, masterKey: newMasterKey() }));
    const subjects = Array.from(
      { length: 3000 },
      (_, index) => `lead:${(index * 7919) % 3000} ${'x'.repeat(index % 90)}`,
    );
    for (let start = 0; start < subjects.length; start += 500) {
      await Promise.all(subjects.slice(start, start + 500).map((subject) => keys.getOrCreate(subject)));
    }
    const wrapped = wrappedIn(directory);
    const erased = subjects.filter((_, index) => index % 30 === 0);
    for (const subject of erased) expect(bytesIn(directory).includes(wrapped.get(subject) ?? 'none')).toBe(true);
    await Promise.all(erased.map((subject) => keys.erase(subject)));
    const bytes = bytesIn(directory);
    for (const subject of erased) {
      // Nonce, middle and tag: not a part of it either.
      const gone = wrapped.get(subject) ?? Buffer.alloc(0);
      for (const start of [0, 16, 44]) expect(bytes.includes(gone.subarray(start, start + 12))).toBe(false);
    }
    const left = await keys.find(subjects);
    expect([...left.values()].filter((key) => key === null)).toHaveLength(erased.length);
  });

  test('are scrubbed at the next start when a crash came between erasure and scrubbing', async () => {
    const directory = temporaryDirectory();
    const crashed = join(temporaryDirectory(), 'crashed');
    const masterKey = newMasterKey();
    const keys = await openFor(() => openSqliteKeys({ directory, masterKey }));
    await keys.getOrCreate('account:1');
    const wrapped = wrappedIn(directory).get('account:1') ?? Buffer.alloc(0);
    // The erasure as it was committed, without the scrubbing that follows.
    const db = new DatabaseSync(join(directory, 'keys.db'));
    db.prepare('UPDATE data_keys SET wrapped = zeroblob(60), erased = 1 WHERE subject = ?').run('account:1');
    cpSync(directory, crashed, { recursive: true });
    db.close();
    expect(bytesIn(crashed).includes(wrapped)).toBe(true);
    const reopened = await openFor(() => openSqliteKeys({ directory: crashed, masterKey }));
    expect(await reopened.getOrCreate('account:1')).toBeNull();
    expect(bytesIn(crashed).includes(wrapped)).toBe(false);
  });

  test('do not open with another master key, and are unharmed by the attempt', async () => {
    const directory = temporaryDirectory();
    const masterKey = newMasterKey();
    const first = await openSqliteKeys({ directory, masterKey });
    const key = await first.getOrCreate('account:1');
    await first.close();
    await expect(openSqliteKeys({ directory, masterKey: newMasterKey() })).rejects.toBeInstanceOf(WrongMasterKey);
    const again = await openFor(() => openSqliteKeys({ directory, masterKey }));
    expect((await again.getOrCreate('account:1'))?.export()).toEqual(key?.export());
  });

  test('that were exchanged between subjects or damaged are errors, not other keys', async () => {
    const directory = temporaryDirectory();
    const masterKey = newMasterKey();
    const first = await openSqliteKeys({ directory, masterKey });
    for (const subject of ['account:1', 'account:2', 'account:3']) await first.getOrCreate(subject);
    await first.close();
    const db = new DatabaseSync(join(directory, 'keys.db'));
    db.exec(`UPDATE data_keys SET wrapped = (SELECT wrapped FROM data_keys WHERE subject = 'account:2') WHERE subject = 'account:1';
             UPDATE data_keys SET wrapped = x'00' WHERE subject = 'account:3'`);
    db.close();
    const keys = await openFor(() => openSqliteKeys({ directory, masterKey }));
    const damaged = (subject: string) =>
      new StoreDamaged(
        'keys',
        `keys.db is damaged: the key of ${subject} is not as it was written. Restore the data folder from a backup (npm run restore -- DIR)`,
      );
    await expect(keys.getOrCreate('account:1')).rejects.toThrow(damaged('account:1'));
    await expect(keys.find(['account:3'])).rejects.toThrow(damaged('account:3'));
    expect(await keys.getOrCreate('account:2')).not.toBeNull();
  });

  test('are unavailable once they are closed', async () => {
    const keys = await openSqliteKeys({ directory: temporaryDirectory(), masterKey: newMasterKey() });
    await keys.getOrCreate('account:1');
    await keys.close();
    await expect(keys.getOrCreate('account:1')).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(keys.erase('account:1')).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test('need a master key of 32 bytes', async () => {
    const masterKey = createSecretKey(randomBytes(16));
    await expect(openSqliteKeys({ directory: temporaryDirectory(), masterKey })).rejects.toBeInstanceOf(RangeError);
  });
});

describe('A wrapped key', () => {
  test('unwraps with its master key for its subject, and with no bit changed', () => {
    const masterKey = newMasterKey();
    const key = randomBytes(32);
    const wrapped = wrapKey(masterKey, 'account:1', key);
    expect(unwrapKey(masterKey, 'account:1', wrapped)).toEqual(key);
    expect(wrapKey(masterKey, 'account:1', key)).not.toEqual(wrapped);
    expect(() => unwrapKey(newMasterKey(), 'account:1', wrapped)).toThrow(UnwrapFailed);
    expect(() => unwrapKey(masterKey, 'account:2', wrapped)).toThrow(UnwrapFailed);
    for (let index = 0; index < wrapped.byteLength; index += 1) {
      const changed = Uint8Array.from(wrapped);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => unwrapKey(masterKey, 'account:1', changed)).toThrow(UnwrapFailed);
    }
    expect(() => unwrapKey(masterKey, 'account:1', wrapped.subarray(1))).toThrow(UnwrapFailed);
  });
});
