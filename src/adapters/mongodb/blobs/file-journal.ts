/**
 * Write-ahead journal of uploads and removals, since GridFS keeps a file in two collections without a transaction. It holds a
 * file's id from before the first write or removal until the file is named or its last chunk is gone. Any node later deletes
 * the orphaned files of a crash.
 */
import type { Collection, Db, ObjectId } from 'mongodb';

/** Longer than any upload or removal takes. */
const ORPHANED_AFTER_MS = 24 * 3_600_000;
const BATCH_SIZE = 500;

interface JournalEntry {
  _id: ObjectId;
  on: Date;
}

/** `blob` (`scope/hash`) is absent until the upload is complete. */
export interface StoredFile {
  _id: ObjectId;
  length: number;
  metadata?: { readonly scope: string; readonly blob?: string };
}

export class FileJournal {
  readonly #journal: Collection<JournalEntry>;
  readonly #files: Collection<StoredFile>;
  readonly #chunks: Collection;
  readonly #afterMs: number;

  /** @param afterMs minimum age of an orphaned file; default a day */
  constructor(db: Db, files: Collection<StoredFile>, chunks: Collection, afterMs: number = ORPHANED_AFTER_MS) {
    this.#journal = db.collection('blobs.leftovers');
    this.#files = files;
    this.#chunks = chunks;
    this.#afterMs = afterMs;
  }

  async record(ids: readonly ObjectId[]): Promise<void> {
    const on = new Date();
    const entries = ids.map((_id) => ({ updateOne: { filter: { _id }, update: { $set: { on } }, upsert: true } }));
    await this.#journal.bulkWrite(entries, { ordered: false });
  }

  async deleteRecords(ids: readonly ObjectId[]): Promise<void> {
    await this.#journal.deleteMany({ _id: { $in: [...ids] } });
  }

  /** Deletes the entry first, which deletes the blob for readers; then its chunks. */
  async removeFiles(ids: readonly ObjectId[]): Promise<void> {
    await this.#files.deleteMany({ _id: { $in: [...ids] } });
    await this.#chunks.deleteMany({ files_id: { $in: [...ids] } });
    await this.deleteRecords(ids);
  }

  /** A named file is complete, so only its record is deleted. */
  async removeOrphans(): Promise<void> {
    const filter = { on: { $lte: new Date(Date.now() - this.#afterMs) } };
    for (;;) {
      const entries = await this.#journal.find(filter, { limit: BATCH_SIZE }).toArray();
      if (entries.length === 0) return;
      const ids = entries.map(({ _id }) => _id);
      const named = await this.#files
        .find({ _id: { $in: ids }, 'metadata.blob': { $exists: true } }, { projection: { _id: 1 } })
        .toArray();
      const namedIds = new Set(named.map(({ _id }) => _id.toHexString()));
      await this.deleteRecords(named.map(({ _id }) => _id));
      await this.removeFiles(ids.filter((id) => !namedIds.has(id.toHexString())));
    }
  }
}
