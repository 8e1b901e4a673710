/** The master key that opens the keys of a backup. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MASTER_KEY_FILE } from '../../adapters/files/master-key.ts';
import { checkMasterKey, WrongMasterKey } from '../../adapters/shared/key-wrapping.ts';
import { describeKeys } from '../../adapters/sqlite/backup/embedded-copies.ts';
import { errorCode } from '../../lib/thrown.ts';
import { MASTER_KEY_FORMAT, parseMasterKey } from '../../ports/keys.ts';
import { BackupRefused } from './manifest.ts';

export interface ChosenKey {
  readonly key: KeyObject;
  /** Key file to restore; null when the key is configured, or stays in the data folder. */
  readonly text: string | null;
}

interface Candidate {
  readonly from: string;
  readonly text: string;
  readonly isRestored: boolean;
}

interface KeyPlaces {
  readonly backup: string;
  readonly dataDir: string;
  readonly configured: string | null;
  readonly file: string | null;
}

/**
 * Takes the configured key, else that of the file, else the backup's, else the data folder's.
 * @throws BackupRefused without one, or when it does not open the keys of the backup
 */
export async function chooseMasterKey(options: KeyPlaces): Promise<ChosenKey> {
  const { backup, file } = options;
  const chosen = await firstCandidate(options);
  if (chosen === null) {
    throw new BackupRefused(
      file === null
        ? 'The backup holds no master key, without which nothing in it can be read. Set MASTER_KEY, or name its file with --master-key FILE.'
        : `There is no master key in ${file}.`,
    );
  }
  const bytes = parseMasterKey(chosen.text);
  if (bytes === null) throw new BackupRefused(`${chosen.from} must be ${MASTER_KEY_FORMAT}.`);
  const key = createSecretKey(bytes);
  await requireOpens(key, backup, chosen.from);
  return { key, text: chosen.isRestored ? chosen.text : null };
}

async function firstCandidate({ backup, dataDir, configured, file }: KeyPlaces): Promise<Candidate | null> {
  if (configured !== null) return { from: 'MASTER_KEY', text: configured, isRestored: false };
  if (file !== null) return candidateIn(file);
  const inBackup = await candidateIn(join(backup, MASTER_KEY_FILE));
  if (inBackup !== null) return inBackup;
  const inDataDir = await candidateIn(join(dataDir, MASTER_KEY_FILE));
  return inDataDir === null ? null : { ...inDataDir, isRestored: false };
}

async function candidateIn(path: string): Promise<Candidate | null> {
  try {
    return { from: path, text: await readFile(path, 'utf8'), isRestored: true };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new BackupRefused(`${path} cannot be read (${errorCode(error)}).`);
  }
}

async function requireOpens(key: KeyObject, backup: string, from: string): Promise<void> {
  if (await opens(key, backup)) return;
  throw new BackupRefused(
    `The master key in ${from} is not the one that the backup was made with, so that nothing in it could be read. Name the right one with MASTER_KEY or --master-key FILE.`,
  );
}

async function opens(key: KeyObject, backup: string): Promise<boolean> {
  const { masterKeyCheck } = describeKeys(join(backup, 'keys.db'));
  if (masterKeyCheck === null) return true;
  try {
    await checkMasterKey(key, backup, async () => masterKeyCheck);
    return true;
  } catch (error) {
    if (error instanceof WrongMasterKey) return false;
    throw error;
  }
}

interface ServiceKey {
  readonly masterKey: string | null;
  readonly dataDir: string;
}

const REMEDY = 'Set MASTER_KEY to the key of the service.';

/** Text of the key that a backup includes, once its keys are copied. @throws BackupRefused without one, or when it does not open them */
export async function includedMasterKey(backup: string, service: ServiceKey): Promise<string> {
  const text = await requireOwnMasterKey(backup, service);
  if (text !== null) return text;
  throw new BackupRefused(`There is no ${MASTER_KEY_FILE} in ${service.dataDir}, and MASTER_KEY is not set. ${REMEDY}`);
}

/**
 * Text of the key that is to be kept apart from the backup; null where a backup is made without knowing it.
 * @throws BackupRefused when it does not open the copied keys: the owner would keep a key that opens nothing
 */
export async function requireOwnMasterKey(backup: string, { masterKey, dataDir }: ServiceKey): Promise<string | null> {
  const chosen = await firstCandidate({ backup, dataDir, configured: masterKey, file: null });
  if (chosen === null) return null;
  const bytes = parseMasterKey(chosen.text);
  if (bytes === null || !(await opens(createSecretKey(bytes), backup))) {
    throw new BackupRefused(`${chosen.from} is not the key that opens ${join(dataDir, 'keys.db')}. ${REMEDY}`);
  }
  return chosen.text.trim();
}
