/** Data folders with a log, keys, side stores and blobs, and backups of them. */
import { createSecretKey } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFileBlobs, readFileBlobs } from '../../../src/adapters/files/blobs.ts';
import { openSqliteEventLog } from '../../../src/adapters/sqlite/event-log/event-log.ts';
import { readSqliteEventLog } from '../../../src/adapters/sqlite/event-log/read-event-log.ts';
import { openSqliteKeys } from '../../../src/adapters/sqlite/keys/keys.ts';
import { openRotatableKeys } from '../../../src/adapters/sqlite/keys/rotatable-keys.ts';
import { openSqliteSideStores } from '../../../src/adapters/sqlite/side-stores/side-stores.ts';
import { type BackupOptions, createBackup } from '../../../src/composition/backup/create-backup.ts';
import { type RestoreOptions, restoreBackup } from '../../../src/composition/backup/restore-backup.ts';
import type { Blobs } from '../../../src/ports/blobs.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { Keys } from '../../../src/ports/keys.ts';
import { idOf, NOON } from '../../support/fixtures.ts';

const KEY_BYTES = Buffer.alloc(32, 7);
export const MASTER_KEY = KEY_BYTES.toString('base64');
export const INSTALLATION = idOf('installation');

export interface OpenFolder {
  readonly directory: string;
  readonly log: EventLog;
  readonly keys: Keys;
  readonly blobs: Blobs;
  /** Appends an event of a stream of its own. */
  append(type: string, id: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the stores of a data folder as the service does. */
export async function openFolder(directory: string): Promise<OpenFolder> {
  const log = await openSqliteEventLog({ directory });
  const keys = await openSqliteKeys({ directory, masterKey: createSecretKey(KEY_BYTES) });
  await keys.claim(INSTALLATION);
  const blobs = await openFileBlobs({ directory: join(directory, 'blobs') });
  const { counters, embeddingCache, idempotency } = await openSqliteSideStores({ directory });
  await counters.increment(new Map([['a key', { count: 3, lastAt: NOON }]]));
  await embeddingCache.put('bot/source', 'model', new Map([['a'.repeat(64), Float32Array.of(1, 0)]]));
  return {
    directory,
    log,
    keys,
    blobs,
    async append(type, id) {
      const metadata = { at: NOON, commandId: idOf('c'), actor: { kind: 'anonymous' }, previous: null };
      await log.append(`things-${id}`, 'no-stream', [{ id: idOf(id), type, data: {}, metadata }]);
    },
    async close() {
      for (const store of [log, keys, blobs, counters, embeddingCache, idempotency]) await store.close();
    },
  };
}

const QUIET = { now: () => NOON, onProgress: () => undefined, report: () => undefined } as const;

function configOf(dataDir: string) {
  return { dataDir, masterKey: MASTER_KEY, eventStoreUrl: null, mongoUrl: null };
}

export function backUp(dataDir: string, target: string, changes: Partial<BackupOptions> = {}) {
  const signal = new AbortController().signal;
  return createBackup({ ...QUIET, config: configOf(dataDir), target, includeMasterKey: false, signal, ...changes });
}

export function restoreInto(dataDir: string, source: string, changes: Partial<RestoreOptions> = {}) {
  const options = { force: false, masterKeyFile: null, erasures: null, signal: new AbortController().signal };
  return restoreBackup({ ...QUIET, config: configOf(dataDir), source, ...options, ...changes });
}

export function copied(folder: string, to: string): string {
  cpSync(folder, to, { recursive: true });
  return to;
}

export function flipByte(path: string): void {
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

/** Types of all events, and the bytes of all blobs named. */
export async function contentOf(directory: string, named: readonly (readonly [scope: string, hash: string])[]) {
  const log = readSqliteEventLog({ directory });
  const blobs = readFileBlobs({ directory: join(directory, 'blobs') });
  const { events } = await log.readAll({ after: null, limit: 1_000 });
  await log.close();
  const texts = named.map(async ([scope, hash]) => Buffer.from((await blobs.get(scope, hash)) ?? []).toString());
  return { types: events.map(({ type }) => type), texts: await Promise.all(texts) };
}

/** Leaves a rotation of the master key unfinished. */
export async function startRotation(directory: string): Promise<void> {
  const keys = openRotatableKeys(directory);
  await keys.begin((await keys.check()) ?? new Uint8Array());
  await keys.close();
}
