/** The one secret everything erasable hangs on: what wraps the data keys of the key store. */
import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MASTER_KEY_FORM, readMasterKey } from '../../ports/keys.ts';
import { errorCode, syncDirectory } from './durable.ts';

const keyBytes = 32;
const fileName = 'master.key';
/** A start that loses the race to make the key reads the winner's; it can lose it only once. */
const maxAttempts = 3;

/** The message never holds any of the key. */
export class MasterKeyInvalid extends Error {
  override readonly name = 'MasterKeyInvalid';
  constructor(where: string) {
    super(`${where} must be ${MASTER_KEY_FORM}`);
  }
}

/**
 * The configured key (32 bytes as base64, base64url or hex), else the one in `<directory>/master.key`, which is made, readable
 * by its owner alone, when there is none: once, also when two processes start together.
 * @throws MasterKeyInvalid when the configured key or the file is anything else.
 */
export async function loadMasterKey(options: {
  readonly configured: string | undefined;
  readonly directory: string;
}): Promise<KeyObject> {
  if (options.configured !== undefined) return parseMasterKey(options.configured, 'MASTER_KEY');
  await mkdir(options.directory, { recursive: true, mode: 0o700 });
  const path = join(options.directory, fileName);
  for (let attempt = 1; ; attempt += 1) {
    const key = await readKey(path);
    if (key !== null) {
      // The winner of the race may not have made it durable yet, and nothing may be wrapped with a key that can be lost.
      await syncDirectory(options.directory);
      await removeLeftovers(options.directory);
      return key;
    }
    if (attempt === maxAttempts) throw new Error(`${path} could not be made`);
    await makeKey(options.directory, path);
  }
}

function parseMasterKey(text: string, where: string): KeyObject {
  const bytes = readMasterKey(text);
  if (bytes === null) throw new MasterKeyInvalid(where);
  return createSecretKey(bytes);
}

async function readKey(path: string): Promise<KeyObject | null> {
  try {
    return parseMasterKey(await readFile(path, 'utf8'), path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** A link appears whole and never replaces: of two processes one makes the key, the other finds it made. */
async function makeKey(directory: string, path: string): Promise<void> {
  const temporary = join(directory, `${fileName}.${randomUUID()}`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(keyBytes).toString('base64')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(temporary, path);
  } catch (error) {
    // ENOENT: the winner has already swept our file away.
    if (!['EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.startsWith(`${fileName}.`)) await rm(join(directory, name), { force: true });
  }
}
