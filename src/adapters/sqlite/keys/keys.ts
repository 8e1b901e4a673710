/**
 * Data keys in `keys.db`, wrapped by the master key (envelope encryption): written by the file's thread, read on the
 * main thread.
 */
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { KeyStoreState, KeySubject, Keys } from '../../../ports/keys.ts';
import { RotationUnfinished } from '../../shared/key-rotation.ts';
import { checkMasterKey, checkSubject, newWrappedKey } from '../../shared/key-wrapping.ts';
import { createPrivateFolder } from '../../shared/private-files.ts';
import type { UnwritableStores } from '../../shared/unwritable-stores.ts';
import { openReader } from '../thread/connection.ts';
import { SqliteThread } from '../thread/sqlite-thread.ts';
import type { KeysHandlers } from './handlers.ts';
import { SqliteKeyReads, STORE } from './key-reads.ts';

/**
 * Creates the folder and `keys.db` when missing. Once `erase` resolves, the wrapped key is in none of the files
 * (crypto-shredding).
 * @param options.masterKey 32 bytes.
 * @throws WrongMasterKey, RotationUnfinished
 */
export async function openSqliteKeys(options: {
  readonly directory: string;
  readonly masterKey: KeyObject;
  readonly unwritableStores?: UnwritableStores | undefined;
}): Promise<Keys> {
  const { directory, masterKey, unwritableStores } = options;
  createPrivateFolder(directory);
  const path = join(directory, 'keys.db');
  const module = new URL('./handlers.ts', import.meta.url);
  const thread = await SqliteThread.open<KeysHandlers>({
    store: STORE,
    path,
    module,
    unwritableStores,
    synchronous: 'FULL',
    irreplaceable: true,
  });
  try {
    // During a rotation no single master key opens the store.
    if (await thread.call('isRotating', undefined)) throw new RotationUnfinished(path);
    await checkMasterKey(masterKey, path, (wrapped) => thread.call('claimCheck', wrapped));
    const { revision } = await thread.call('state', undefined);
    return new SqliteKeys(thread, openReader(path), masterKey, revision);
  } catch (error) {
    await thread.close();
    throw error;
  }
}

class SqliteKeys extends SqliteKeyReads implements Keys {
  readonly #thread: SqliteThread<KeysHandlers>;
  #revision: number;

  constructor(thread: SqliteThread<KeysHandlers>, reader: DatabaseSync, masterKey: KeyObject, revision: number) {
    super(reader, masterKey);
    this.#thread = thread;
    this.#revision = revision;
  }

  get revision(): number {
    return this.#revision;
  }

  override state(): Promise<KeyStoreState> {
    return this.#thread.call('state', undefined);
  }

  async claim(installationId: string): Promise<string> {
    return (await this.#thread.call('claim', installationId)) ?? installationId;
  }

  async raiseRevision(revision: number): Promise<void> {
    this.#note(await this.#thread.call('catchUp', revision));
  }

  async getOrCreate(subject: KeySubject): Promise<KeyObject | null> {
    checkSubject(subject);
    const known = this.read(subject);
    if (known !== null) return known;
    this.#note(await this.#thread.call('make', { subject, wrapped: newWrappedKey(this.masterKey, subject) }));
    // A concurrent caller's key, or null when the subject was erased.
    return this.read(subject);
  }

  async erase(subject: KeySubject): Promise<void> {
    checkSubject(subject);
    this.#note(await this.#thread.call('erase', subject));
    // Reads and caching are one synchronous step, so every key read before the erasure is in the cache by now.
    this.evict(subject);
    await this.#thread.call('scrub', undefined);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#thread.close();
  }

  /** Replies may arrive out of order. */
  #note(revision: number): void {
    this.#revision = Math.max(this.#revision, revision);
  }
}
