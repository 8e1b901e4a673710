import { type Collection, type Db, Long } from 'mongodb';
import type { Counters, UsageCount } from '../../ports/counters.ts';
import { checkIncrements } from '../shared/side-store-input.ts';
import { type Call, callsTo } from './failures.ts';

const BATCH_SIZE = 1_000;

interface StoredCounter {
  _id: string;
  count: bigint | Long;
  lastAt: bigint | Long;
}

export class MongoCounters implements Counters {
  readonly #collection: Collection<StoredCounter>;
  readonly #call: Call;

  /** @param db confirms writes once they are durable */
  constructor(db: Db) {
    this.#collection = db.collection('counters');
    this.#call = callsTo('counters', db);
  }

  async increment(increments: ReadonlyMap<string, UsageCount>): Promise<void> {
    checkIncrements(increments);
    const updates = [...increments].map(([name, { count, lastAt }]) => ({
      updateOne: {
        filter: { _id: name },
        update: { $inc: { count: Long.fromNumber(count) }, $max: { lastAt: Long.fromNumber(lastAt) } },
        upsert: true,
      },
    }));
    for (let start = 0; start < updates.length; start += BATCH_SIZE) {
      const batch = updates.slice(start, start + BATCH_SIZE);
      await this.#call(() => this.#collection.bulkWrite(batch, { ordered: false }));
    }
  }

  async read(names: readonly string[]): Promise<ReadonlyMap<string, UsageCount>> {
    const usages = new Map<string, UsageCount>();
    const uniqueNames = [...new Set(names)];
    for (let start = 0; start < uniqueNames.length; start += BATCH_SIZE) {
      const filter = { _id: { $in: uniqueNames.slice(start, start + BATCH_SIZE) } };
      const rows = await this.#call(() => this.#collection.find(filter).toArray());
      for (const { _id, count, lastAt } of rows) usages.set(_id, { count: Number(count), lastAt: Number(lastAt) });
    }
    return usages;
  }

  /** `openMongo` closes the shared connection. */
  async close(): Promise<void> {}
}
