/** The master key wraps the data keys (envelope encryption). */
import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { link, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../lib/thrown.ts';
import { MASTER_KEY_FORMAT, parseMasterKey } from '../../ports/keys.ts';
import { createPrivateFolder } from '../shared/private-files.ts';
import { syncDirectory } from './durable.ts';
import { writeKeyFile } from './key-file.ts';

export const MASTER_KEY_FILE = 'master.key';
/** Left by a process that was killed while it created a key. Operators keep copies of their keys under other names. */
const TEMPORARY_KEY = /^(?:next-)?master\.key\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** A start that loses the race to create the key reads the winner's. */
const MAX_ATTEMPTS = 3;
const DAMAGED = 'Put the file back as it was, or set MASTER_KEY to what it held: no other key opens what it wrapped.';

/** The message never contains any of the key. */
export class MasterKeyInvalid extends Error {
  override readonly name = 'MasterKeyInvalid';
  /** @param way to go on, as a sentence */
  constructor(where: string, way: string | null = null) {
    super(`${where} must be ${MASTER_KEY_FORMAT}${way === null ? '' : `. ${way}`}`);
  }
}

/** Data keys exist, but the master key that wraps them is missing. No other key could open them. */
export class MasterKeyMissing extends Error {
  override readonly name = 'MasterKeyMissing';
  constructor(directory: string, keys: string) {
    super(
      `There is no ${MASTER_KEY_FILE} in ${directory}, and MASTER_KEY is not set, but ${keys} holds keys that only its master key opens: put the file back, or set MASTER_KEY to what it held.`,
    );
  }
}

/** @param keysFile holds data keys; missing before the first start @throws MasterKeyMissing */
export function requireMasterKeyOf(directory: string, keysFile: string): void {
  const keys = join(directory, keysFile);
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? null;
  if (sizeOf(join(directory, MASTER_KEY_FILE)) === null && (sizeOf(keys) ?? 0) > 0) {
    throw new MasterKeyMissing(directory, keys);
  }
}

/**
 * The configured key (32 bytes as base64, base64url or hex), else `<directory>/master.key`, created when missing, readable by
 * its owner only.
 * @throws MasterKeyInvalid
 */
export async function loadMasterKey(options: {
  readonly configured: string | undefined;
  readonly directory: string;
}): Promise<KeyObject> {
  if (options.configured !== undefined) return keyFromText(options.configured, 'MASTER_KEY');
  createPrivateFolder(options.directory);
  const path = join(options.directory, MASTER_KEY_FILE);
  for (let attempt = 1; ; attempt += 1) {
    const key = await readKey(path);
    if (key !== null) {
      // The winner may not have synced it yet, and nothing may be wrapped with a key that can be lost.
      await syncDirectory(options.directory);
      await removeLeftovers(options.directory);
      return key;
    }
    if (attempt === MAX_ATTEMPTS) throw new Error(`${path} could not be created`);
    await createKey(options.directory, path);
  }
}

/**
 * The configured key, else the one in `<directory>/master.key`; null when there is none. Creates nothing.
 * @throws MasterKeyInvalid
 */
export async function findMasterKey(options: {
  readonly configured: string | undefined;
  readonly directory: string;
}): Promise<KeyObject | null> {
  const { configured, directory } = options;
  return configured === undefined ? readKey(join(directory, MASTER_KEY_FILE)) : keyFromText(configured, 'MASTER_KEY');
}

function keyFromText(text: string, where: string, way: string | null = null): KeyObject {
  const bytes = parseMasterKey(text);
  if (bytes === null) throw new MasterKeyInvalid(where, way);
  return createSecretKey(bytes);
}

async function readKey(path: string): Promise<KeyObject | null> {
  try {
    return keyFromText(await readFile(path, 'utf8'), path, DAMAGED);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** `link` is atomic and never replaces: one of two processes creates the key, the other finds it. */
async function createKey(directory: string, path: string): Promise<void> {
  const temporary = join(directory, `${MASTER_KEY_FILE}.${randomUUID()}`);
  try {
    await writeKeyFile(temporary);
    await link(temporary, path);
  } catch (error) {
    // ENOENT: the winner has already removed our temporary file.
    if (!['EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function removeLeftovers(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (TEMPORARY_KEY.test(name)) await rm(join(directory, name), { force: true });
  }
}
