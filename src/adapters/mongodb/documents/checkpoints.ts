/** `{ _id: 'messages@3', position, eventId }`, or `messages@3#1f2e3d4c` in a later generation. */
import type { Collection, Db } from 'mongodb';
import type { Checkpoint, LogPointer } from '../../../ports/documents.ts';
import type { Position } from '../../../ports/event-log.ts';
import { upsertAll } from './upsert-all.ts';

/** The server aborts a longer query. */
const MAX_TIME_MS = 10_000;

interface StoredCheckpoint {
  _id: string;
  position: bigint;
  eventId?: string | null;
}

function pointerOf({ position, eventId }: StoredCheckpoint): LogPointer {
  return { position: position as Position, eventId: eventId ?? null };
}

export class Checkpoints {
  readonly #collection: Collection<StoredCheckpoint>;

  constructor(db: Db) {
    this.#collection = db.collection('checkpoints');
  }

  async find(id: string): Promise<LogPointer | null> {
    const row = await this.#collection.findOne({ _id: id }, { maxTimeMS: MAX_TIME_MS });
    return row === null ? null : pointerOf(row);
  }

  async findMany(ids: readonly string[]): Promise<readonly (LogPointer | null)[]> {
    const filter = { _id: { $in: [...ids] } };
    const rows = await this.#collection.find(filter, { maxTimeMS: MAX_TIME_MS }).toArray();
    const pointers = new Map(rows.map((row) => [row._id, pointerOf(row)]));
    return ids.map((id) => pointers.get(id) ?? null);
  }

  async ids(): Promise<readonly string[]> {
    return this.#collection.distinct('_id', {}, { maxTimeMS: MAX_TIME_MS });
  }

  /** Never moves a checkpoint backwards. One request, however many read models advance together. */
  async move(checkpoints: readonly Checkpoint[]): Promise<void> {
    await upsertAll(this.#collection, checkpoints, ({ projection, position, eventId }, upsert) => ({
      updateOne: {
        filter: { _id: projection, position: { $lte: position as bigint } },
        update: { $set: { position: position as bigint, eventId } },
        upsert,
      },
    }));
  }

  async remove(id: string): Promise<void> {
    await this.#collection.deleteOne({ _id: id });
  }
}
