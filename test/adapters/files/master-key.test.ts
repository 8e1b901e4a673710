import { randomUUID } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  loadMasterKey,
  MasterKeyInvalid,
  MasterKeyMissing,
  requireMasterKeyOf,
} from '../../../src/adapters/files/master-key.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => 250 - index * 3));

describe('The master key', () => {
  test.each([
    ['hex', bytes.toString('hex')],
    ['upper-case hex', bytes.toString('hex').toUpperCase()],
    ['base64', bytes.toString('base64')],
    ['base64 without padding', bytes.toString('base64').replace('=', '')],
    ['base64url', bytes.toString('base64url')],
    ['base64 with a line end', `${bytes.toString('base64')}\n`],
  ])('is the configured one, given as %s', async (_, configured) => {
    const directory = temporaryDirectory();
    expect((await loadMasterKey({ configured, directory })).export()).toEqual(bytes);
    expect(readdirSync(directory)).toEqual([]);
  });

  test.each(['', ' ', 'secret', bytes.subarray(1).toString('base64'), `${bytes.toString('hex')}00`, '!'.repeat(44)])(
    'is refused when configured as %j, without repeating it',
    async (configured) => {
      const refusal = await loadMasterKey({ configured, directory: temporaryDirectory() }).catch((error) => error);
      expect(refusal).toBeInstanceOf(MasterKeyInvalid);
      if (configured.trim() !== '') expect(refusal.message).not.toContain(configured);
    },
  );

  test('is created once, for its owner only, and found again', async () => {
    const directory = join(temporaryDirectory(), 'data');
    const made = await loadMasterKey({ configured: undefined, directory });
    expect(made.symmetricKeySize).toBe(32);
    expect(statSync(join(directory, 'master.key')).mode & 0o777).toBe(0o600);
    expect((await loadMasterKey({ configured: undefined, directory })).equals(made)).toBe(true);
    expect(readdirSync(directory)).toEqual(['master.key']);
  });

  test('is one when many start at once', async () => {
    const directory = temporaryDirectory();
    const keys = await Promise.all(
      Array.from({ length: 16 }, () => loadMasterKey({ configured: undefined, directory })),
    );
    expect(new Set(keys.map((key) => key.export().toString('hex'))).size).toBe(1);
    expect(readFileSync(join(directory, 'master.key'), 'utf8').trim()).toBe(keys[0]?.export().toString('base64'));
    expect(readdirSync(directory)).toEqual(['master.key']);
  });

  test('is loaded without a loss of the copies beside it: only what a killed process left of a new key is deleted', async () => {
    const directory = temporaryDirectory();
    const copies = ['master.key.bak', 'master.key.2026-11-27', 'next-master.key.old'];
    for (const name of copies) writeFileSync(join(directory, name), bytes.toString('base64'));
    for (const name of ['master.key', 'next-master.key'])
      writeFileSync(join(directory, `${name}.${randomUUID()}`), 'half');
    await loadMasterKey({ configured: undefined, directory });
    expect(readdirSync(directory).toSorted()).toEqual(['master.key', ...copies].toSorted());
  });

  test('is missed beside data keys, and by a folder that has none yet it is not', () => {
    const directory = temporaryDirectory();
    requireMasterKeyOf(directory, 'keys.db');
    writeFileSync(join(directory, 'keys.db'), 'data keys');
    expect(() => requireMasterKeyOf(directory, 'keys.db')).toThrow(MasterKeyMissing);
    writeFileSync(join(directory, 'master.key'), bytes.toString('base64'));
    requireMasterKeyOf(directory, 'keys.db');
  });

  test('does not replace a damaged file', async () => {
    const directory = temporaryDirectory();
    const path = join(directory, 'master.key');
    writeFileSync(path, 'half a k');
    chmodSync(path, 0o600);
    await expect(loadMasterKey({ configured: undefined, directory })).rejects.toThrow(
      /master\.key must be 32 bytes, .+\. Put the file back as it was, or set MASTER_KEY to what it held: .+\.$/,
    );
    expect(readFileSync(path, 'utf8')).toBe('half a k');
  });
});
