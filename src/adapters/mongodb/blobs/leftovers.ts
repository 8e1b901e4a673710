/**
 * GridFS keeps a file in two collections, and nothing writes to both at once. So before the first chunk of a file is written, and
 * before a file's entry is removed, its id is noted here; it is struck out when the file is named, or its last chunk is gone.
 * What a crash leaves noted is cleared away later, by whichever node comes first.
 */
import type { Collection, Db, ObjectId } from 'mongodb';

/** Longer than any upload, or removal, can be under way. */
const LEFT_BEHIND_AFTER_MS = 24 * 3_600_000;
const AT_ONCE = 500;

interface Noted {
  _id: ObjectId;
  on: Date;
}

/** An entry of GridFS. `blob` (`scope/hash`) is its name: without one it is none of ours yet, or no longer. */
export interface StoredFile {
  _id: ObjectId;
  length: number;
  metadata?: { readonly scope: string; readonly blob?: string };
}

export class Leftovers {
  readonly #noted: Collection<Noted>;
  readonly #files: Collection<StoredFile>;
  readonly #chunks: Collection;
  readonly #afterMs: number;

  /** @param afterMs how old what was noted must be to count as left behind; default a day */
  constructor(db: Db, files: Collection<StoredFile>, chunks: Collection, afterMs: number = LEFT_BEHIND_AFTER_MS) {
    this.#noted = db.collection('blobs.leftovers');
    this.#files = files;
    this.#chunks = chunks;
    this.#afterMs = afterMs;
  }

  async note(ids: readonly ObjectId[]): Promise<void> {
    const on = new Date();
    const notes = ids.map((_id) => ({ updateOne: { filter: { _id }, update: { $set: { on } }, upsert: true } }));
    await this.#noted.bulkWrite(notes, { ordered: false });
  }

  async strikeOut(ids: readonly ObjectId[]): Promise<void> {
    await this.#noted.deleteMany({ _id: { $in: [...ids] } });
  }

  /** Of files that have been noted: the entry goes first, and with it the blob. */
  async remove(ids: readonly ObjectId[]): Promise<void> {
    await this.#files.deleteMany({ _id: { $in: [...ids] } });
    await this.#chunks.deleteMany({ files_id: { $in: [...ids] } });
    await this.strikeOut(ids);
  }

  /** Removes what was left behind, except files that were named: there only the striking out was missing. */
  async clear(): Promise<void> {
    const filter = { on: { $lte: new Date(Date.now() - this.#afterMs) } };
    for (;;) {
      const notes = await this.#noted.find(filter, { limit: AT_ONCE }).toArray();
      if (notes.length === 0) return;
      const ids = notes.map(({ _id }) => _id);
      const named = await this.#files
        .find({ _id: { $in: ids }, 'metadata.blob': { $exists: true } }, { projection: { _id: 1 } })
        .toArray();
      const whole = new Set(named.map(({ _id }) => _id.toHexString()));
      await this.strikeOut(named.map(({ _id }) => _id));
      await this.remove(ids.filter((id) => !whole.has(id.toHexString())));
    }
  }
}
