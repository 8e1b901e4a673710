/** Read models in `documents.db`: written by the file's thread, read on the main thread in time slices. */
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type {
  Checkpoint,
  CollectionDefinition,
  CollectionWrites,
  Documents,
  ReadableDocuments,
  ValueList,
  ValueRange,
  Where,
} from '../../../ports/documents.ts';
import type { StoreDamaged } from '../../../ports/store-unavailable.ts';
import { createPrivateFolder } from '../../shared/private-files.ts';
import type { UnwritableStores } from '../../shared/unwritable-stores.ts';
import { openReader } from '../thread/connection.ts';
import { fromFailure, toFailure } from '../thread/failure.ts';
import { TRUNCATE_LOG_AFTER_MS } from '../thread/log-truncation.ts';
import { SqliteThread } from '../thread/sqlite-thread.ts';
import { SqliteDocumentReads } from './document-reads.ts';
import { INVALID_JSON, STORE } from './documents-file.ts';
import type { DocumentsHandlers } from './handlers.ts';
import { layoutOf } from './layout.ts';
import { packWrites } from './packed.ts';

/** 32 MB: a rebuild writes faster than frequent checkpoints could copy, and a log of this size is still fast to read. */
const CHECKPOINT_PAGES = 8_000;
/** Timeout for creating an index over, or dropping, a large collection. */
const LONG_TIMEOUT_MS = 600_000;

/** Read-your-writes: a read sees every answered write. Creates the folder and `documents.db` when missing. */
export async function openSqliteDocuments(options: {
  readonly directory: string;
  readonly unwritableStores?: UnwritableStores | undefined;
  readonly onDamage?: ((error: StoreDamaged) => void) | undefined;
}): Promise<ProbedDocuments> {
  createPrivateFolder(options.directory);
  const path = join(options.directory, 'documents.db');
  const thread = await SqliteThread.open<DocumentsHandlers>({
    store: STORE,
    path,
    module: new URL('./handlers.ts', import.meta.url),
    synchronous: 'NORMAL',
    checkpointPages: CHECKPOINT_PAGES,
    truncateLogAfterMs: TRUNCATE_LOG_AFTER_MS,
    unwritableStores: options.unwritableStores,
    onDamage: options.onDamage,
  });
  try {
    return new SqliteDocuments(thread, openReader(path), options.onDamage);
  } catch (error) {
    await thread.close();
    throw fromFailure(toFailure(error), STORE);
  }
}

export interface ProbedDocuments extends Documents {
  /** Reads a random document of each collection. @throws StoreDamaged */
  probe(): Promise<void>;
}

/** Opens an existing `documents.db` for reading, beside the process that writes it. */
export function readSqliteDocuments({ directory }: { readonly directory: string }): ReadableDocuments {
  return new SqliteDocumentReads(openReader(join(directory, 'documents.db')));
}

class SqliteDocuments extends SqliteDocumentReads implements ProbedDocuments {
  readonly #thread: SqliteThread<DocumentsHandlers>;
  /** Keys of the collections that have their indexes. */
  readonly #indexed = new Set<string>();
  /** Tables of the prepared collections. */
  readonly #tables = new Set<string>();

  constructor(
    thread: SqliteThread<DocumentsHandlers>,
    reader: DatabaseSync,
    onDamage: ((error: StoreDamaged) => void) | undefined,
  ) {
    super(reader, onDamage);
    this.#thread = thread;
  }

  async ensureCollection(collection: CollectionDefinition): Promise<CollectionDefinition> {
    const { key } = layoutOf(collection);
    if (await this.#thread.call('prepare', collection, { deadlineMs: LONG_TIMEOUT_MS })) this.#indexed.add(key);
    else this.#indexed.delete(key);
    this.#tables.add(layoutOf(collection).table);
    return collection;
  }

  async write(changes: readonly CollectionWrites[], checkpoints: readonly Checkpoint[]): Promise<void> {
    await this.#thread.call('write', { changes: await packWrites(changes), checkpoints });
  }

  async activateVersion(name: string, version: number): Promise<void> {
    layoutOf({ name, version, indexes: [] });
    await this.#thread.call('activate', { name, version });
  }

  async dropCollection(collection: CollectionDefinition): Promise<void> {
    this.#indexed.delete(layoutOf(collection).key);
    this.#tables.delete(layoutOf(collection).table);
    await this.#thread.call('drop', collection, { deadlineMs: LONG_TIMEOUT_MS });
  }

  /** No other process can hold documents of this collection. */
  async resetCollection(collection: CollectionDefinition): Promise<void> {
    await this.dropCollection(collection);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#thread.close();
  }

  /** Drops the connection's cache first, because the file may be damaged under it. */
  async probe(): Promise<void> {
    this.file.read('PRAGMA shrink_memory', (statement) => statement.all());
    for (const table of this.#tables) {
      const last = this.file.read(`SELECT max(rowid) AS last FROM ${table}`, (statement) => statement.get())?.last;
      const from = Math.ceil(Math.random() * Number(last ?? 0));
      const sql = `SELECT json_valid(document) AS sound FROM ${table} WHERE rowid >= ? LIMIT 1`;
      const row = this.file.read(sql, (statement) => statement.get(from));
      if (row?.sound === 0) throw this.file.toDamage(INVALID_JSON);
    }
  }

  /** A collection that is being built gets its indexes at its first search. */
  protected override async ensureIndexed(collection: CollectionDefinition): Promise<void> {
    const { key } = layoutOf(collection);
    if (this.#indexed.has(key)) return;
    await this.#thread.call('index', collection, { deadlineMs: LONG_TIMEOUT_MS });
    this.#indexed.add(key);
  }

  protected override countManyByValue(
    collection: CollectionDefinition,
    where: Where,
    values: ValueRange | ValueList,
  ): Promise<ReadonlyMap<string, number>> {
    return this.#thread.call('countByValue', { collection, where, values });
  }

  protected override countMany(collection: CollectionDefinition, where: Where): Promise<number> {
    return this.#thread.call('count', { collection, where });
  }
}
