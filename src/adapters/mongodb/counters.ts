/** Counters in MongoDB: each added to in one step, whichever node does. */
import { type Collection, type Db, Long } from 'mongodb';
import type { Counters, Usage } from '../../ports/counters.ts';
import { checkIncrements } from '../side-input.ts';
import { callsTo } from './failures.ts';

const AT_ONCE = 1_000;

interface StoredCounter {
  _id: string;
  count: bigint | Long;
  lastAt: bigint | Long;
}

export class MongoCounters implements Counters {
  readonly #collection: Collection<StoredCounter>;
  readonly #call = callsTo('counters');

  /** @param db answers when a write is durable */
  constructor(db: Db) {
    this.#collection = db.collection('counters');
  }

  async add(increments: ReadonlyMap<string, Usage>): Promise<void> {
    checkIncrements(increments);
    const updates = [...increments].map(([name, { count, lastAt }]) => ({
      updateOne: {
        filter: { _id: name },
        update: { $inc: { count: Long.fromNumber(count) }, $max: { lastAt: Long.fromNumber(lastAt) } },
        upsert: true,
      },
    }));
    for (let start = 0; start < updates.length; start += AT_ONCE) {
      const some = updates.slice(start, start + AT_ONCE);
      await this.#call(() => this.#collection.bulkWrite(some, { ordered: false }));
    }
  }

  async read(names: readonly string[]): Promise<ReadonlyMap<string, Usage>> {
    const usages = new Map<string, Usage>();
    const wanted = [...new Set(names)];
    for (let start = 0; start < wanted.length; start += AT_ONCE) {
      const filter = { _id: { $in: wanted.slice(start, start + AT_ONCE) } };
      const rows = await this.#call(() => this.#collection.find(filter).toArray());
      for (const { _id, count, lastAt } of rows) usages.set(_id, { count: Number(count), lastAt: Number(lastAt) });
    }
    return usages;
  }

  /** The connection is all stores', and ends with them. */
  async close(): Promise<void> {}
}
