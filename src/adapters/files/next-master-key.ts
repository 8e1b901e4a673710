/** The next master key of a data folder, until every data key is wrapped by it. */
import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseMasterKey } from '../../ports/keys.ts';
import { RotationUnfinished } from '../shared/key-rotation.ts';
import { readFileIfAny, syncDirectory } from './durable.ts';
import { writeKeyFile } from './key-file.ts';
import { MASTER_KEY_FILE, MasterKeyInvalid } from './master-key.ts';

/** Does not begin with `master.key`: releases without key rotation delete files whose names do. */
const FILE_NAME = 'next-master.key';

/** @throws RotationUnfinished */
export function requireNoRotation(directory: string): void {
  if (existsSync(join(directory, FILE_NAME))) throw new RotationUnfinished(directory);
}

/** Reads the next key, created when missing. Durable once it resolves. @throws MasterKeyInvalid */
export async function prepareNextMasterKey(directory: string): Promise<KeyObject> {
  const path = join(directory, FILE_NAME);
  if ((await readFileIfAny(path)) === null) await create(directory, path);
  const bytes = parseMasterKey((await readFileIfAny(path)) ?? '');
  if (bytes === null) throw new MasterKeyInvalid(path);
  return createSecretKey(bytes);
}

/** Replaces the master key by the next one. Durable once it resolves. */
export async function adoptNextMasterKey(directory: string): Promise<void> {
  await rename(join(directory, FILE_NAME), join(directory, MASTER_KEY_FILE));
  await syncDirectory(directory);
}

/** Renames the file into place once it is complete, because half a key would be another key. */
async function create(directory: string, path: string): Promise<void> {
  const temporary = `${path}.${randomUUID()}`;
  try {
    await writeKeyFile(temporary);
    await rename(temporary, path);
    await syncDirectory(directory);
  } finally {
    await rm(temporary, { force: true });
  }
}
