import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { ReadableKeys } from '../../../ports/keys.ts';
import { RotationUnfinished } from '../../shared/key-rotation.ts';
import { checkMasterKey, ROTATION_MARK } from '../../shared/key-wrapping.ts';
import { openReader } from '../thread/connection.ts';
import { requireMigrated } from '../thread/migrations.ts';
import { KEYS_SCHEMA } from './handlers.ts';
import { SqliteKeyReads } from './key-reads.ts';

/** Bounds how long data stays readable here after the service erased it. */
const CACHE_TTL_MS = 1_000;

/** Opens an existing `keys.db` for reading, beside the process that writes it. @throws WrongMasterKey, RotationUnfinished, OlderFileError */
export async function readSqliteKeys(options: {
  readonly directory: string;
  readonly masterKey: KeyObject;
}): Promise<ReadableKeys> {
  const path = join(options.directory, 'keys.db');
  const reader = openReader(path);
  try {
    requireMigrated(reader, KEYS_SCHEMA);
    // During a rotation no single master key opens the store.
    if (reader.prepare('SELECT 1 FROM data_keys WHERE subject = ?').get(ROTATION_MARK) !== undefined) {
      throw new RotationUnfinished(path);
    }
    await checkMasterKey(options.masterKey, path, async (fresh) => {
      return reader.prepare('SELECT wrapped FROM master_key_check').get()?.wrapped ?? fresh;
    });
    return new SqliteKeyReads(reader, options.masterKey, CACHE_TTL_MS);
  } catch (error) {
    reader.close();
    throw error;
  }
}
