/** Signed tree heads in MongoDB: `{ _id: 'newest', size, text }`, and one document for each contradicted head. */
import { hash } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { MAX_CONTRADICTED_HEADS, type TreeHeads } from '../../ports/tree-heads.ts';
import { type Call, callsTo, ignoreDuplicate } from './failures.ts';

const NEWEST = 'newest';

interface StoredHead {
  _id: string;
  size: number;
  text: string;
  setAsideAt?: Date;
}

export class MongoTreeHeads implements TreeHeads {
  readonly #collection: Collection<StoredHead>;
  readonly #call: Call;

  /** @param db confirms writes once they are durable */
  constructor(db: Db) {
    this.#collection = db.collection('treeHeads');
    this.#call = callsTo('tree heads', db);
  }

  async newest(): Promise<string | null> {
    return (await this.#call(() => this.#collection.findOne({ _id: NEWEST })))?.text ?? null;
  }

  async contradicted(): Promise<readonly string[]> {
    const find = () => this.#collection.find({ setAsideAt: { $exists: true } });
    const rows = await this.#call(() => find().sort({ setAsideAt: 1 }).limit(MAX_CONTRADICTED_HEADS).toArray());
    return rows.map(({ text }) => text);
  }

  async replace(size: number, text: string): Promise<void> {
    const notNewer = { _id: NEWEST, size: { $lte: size } };
    const put = () => this.#collection.updateOne(notNewer, { $set: { size, text } }, { upsert: true });
    // The upsert fails with a duplicate key when the stored head is newer, or was just created by another node. The second
    // attempt sees it.
    await this.#call(() => put().catch(ignoreDuplicate));
    await this.#call(() => this.#collection.updateOne(notNewer, { $set: { size, text } }));
  }

  async keepContradicted(text: string): Promise<void> {
    const count = await this.#call(() => this.#collection.countDocuments({ setAsideAt: { $exists: true } }));
    if (count >= MAX_CONTRADICTED_HEADS) {
      throw new Error(
        `MongoDB holds ${count} tree heads that the event log contradicts. Look into them, and remove them: see docs/audit.md`,
      );
    }
    const newest = await this.#call(() => this.#collection.findOne({ _id: NEWEST, text }));
    if (newest === null) return;
    const copy = { _id: hash('sha256', text), size: newest.size, text, setAsideAt: new Date() };
    await this.#call(() => this.#collection.insertOne(copy).catch(ignoreDuplicate));
    await this.#call(() => this.#collection.deleteOne({ _id: NEWEST, text }));
  }

  /** Does nothing: all stores share the connection, which `openMongo` closes. */
  async close(): Promise<void> {}
}
