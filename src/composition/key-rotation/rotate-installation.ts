/** Rotation of the master key of an installation, while none of its processes runs. */
import { createSecretKey, type KeyObject } from 'node:crypto';
import { findMasterKey } from '../../adapters/files/master-key.ts';
import { adoptNextMasterKey, prepareNextMasterKey } from '../../adapters/files/next-master-key.ts';
import {
  type RotatableKeys,
  requireUndamagedKeys,
  rotateMasterKey,
  type WrappedKeyCounts,
} from '../../adapters/shared/key-rotation.ts';
import type { Config } from '../../config.ts';
import { deriveKey, STREAM_NAMES_SUBJECT } from '../../event-log/keyed-hash.ts';
import { parseMasterKey } from '../../ports/keys.ts';
import { requireDataFile } from '../stores/data-file.ts';
import { DataFolder } from '../stores/data-folder.ts';
import { requireUndamagedFile } from '../stores/irreplaceable-file.ts';

type RotationConfig = Pick<Config, 'dataDir' | 'mongoUrl' | 'masterKey' | 'newMasterKey'>;

/** The configuration is incomplete. The message tells operators what is missing. */
class RotationRefused extends Error {
  override readonly name = 'RotationRefused';
}

export interface Rotation {
  readonly wrapped: WrappedKeyCounts;
  /** The new key is in the data folder; otherwise the operator configures it from now on. */
  readonly isInFolder: boolean;
}

/** @throws RotationRefused, KeyDamaged, DataFileMissing, DataDirInUse, MasterKeyInvalid, WrongMasterKey, RotationUnfinished, StoreUnavailable */
export async function rotateInstallation(
  config: RotationConfig,
  onProgress: (seen: number) => void,
): Promise<Rotation> {
  const { dataDir, mongoUrl } = config;
  if (mongoUrl !== null) {
    const { openRotatableMongoKeys } = await import('../../adapters/mongodb/rotatable-keys.ts');
    return rotateIn(await openRotatableMongoKeys(mongoUrl), config, onProgress);
  }
  requireDataFile(dataDir, 'keys.db');
  const folder = await DataFolder.open(dataDir, () => undefined);
  try {
    const { openRotatableKeys } = await import('../../adapters/sqlite/keys/rotatable-keys.ts');
    return await requireUndamagedFile(dataDir, 'keys', async () =>
      rotateIn(openRotatableKeys(dataDir), config, onProgress),
    );
  } finally {
    folder.release();
  }
}

async function rotateIn(
  store: RotatableKeys,
  config: RotationConfig,
  onProgress: (seen: number) => void,
): Promise<Rotation> {
  const { dataDir: directory, masterKey: configured } = config;
  const isInFolder = configured === null;
  try {
    const current = await findMasterKey({ configured: configured ?? undefined, directory });
    if (current === null)
      throw new RotationRefused(
        `There is no master.key in ${directory}, and MASTER_KEY is not set. Set MASTER_KEY, or DATA_DIR to the folder of the service.`,
      );
    await requireUndamagedKeys(store, current);
    const next = isInFolder ? await prepareNextMasterKey(directory) : configuredNext(config);
    // Names of streams are made with it for ever.
    const preserved = new Map([[STREAM_NAMES_SUBJECT, deriveKey(current, 'stream-names')]]);
    const wrapped = await rotateMasterKey(store, { current, next, preserved }, onProgress);
    if (isInFolder) await adoptNextMasterKey(directory);
    return { wrapped, isInFolder };
  } finally {
    await store.close();
  }
}

function configuredNext({ masterKey, newMasterKey }: RotationConfig): KeyObject {
  const bytes = newMasterKey === null ? null : parseMasterKey(newMasterKey);
  if (bytes === null) {
    throw new RotationRefused(
      'MASTER_KEY is set, so set NEW_MASTER_KEY (or NEW_MASTER_KEY_FILE) to the key that follows it.',
    );
  }
  if (parseMasterKey(masterKey ?? '')?.toString() === bytes.toString()) {
    throw new RotationRefused('NEW_MASTER_KEY is the same as MASTER_KEY.');
  }
  return createSecretKey(bytes);
}
