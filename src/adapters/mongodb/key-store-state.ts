/** The document that ties the key store to its log: `{ _id: 'standing', installation, revision }`, beside the keys. */
import type { Binary, Collection } from 'mongodb';
import type { KeyStoreState } from '../../ports/keys.ts';
import { type Call, ignoreDuplicate, isDuplicateKey } from './failures.ts';

/** Reserved; subjects always contain a colon. */
export const STATE_ID = 'standing';

export interface StoredKey {
  _id: string;
  wrapped?: Binary;
  erasedOn?: Date;
  /** Set on the check value alone, see `rotatable-keys.ts`. */
  isRotating?: boolean;
  /** `installation` and `revision` exist only in the state document. */
  installation?: string;
  revision?: number;
}

export class MongoKeyStoreState {
  readonly #collection: Collection<StoredKey>;
  readonly #call: Call;
  #revision = 0;

  constructor(collection: Collection<StoredKey>, call: Call) {
    this.#collection = collection;
    this.#call = call;
  }

  get revision(): number {
    return this.#revision;
  }

  async read(): Promise<KeyStoreState> {
    const row = await this.#call(() => this.#collection.findOne({ _id: STATE_ID }));
    this.noteRevision(row);
    return { installationId: row?.installation ?? null, revision: Number(row?.revision ?? 0) };
  }

  async claim(installationId: string): Promise<string> {
    await this.#call(async () => {
      const unclaimed = { _id: STATE_ID, installation: { $exists: false } };
      const claimed = { $set: { installation: installationId } };
      // The upsert fails when another node creates the document concurrently.
      await this.#collection.updateOne(unclaimed, claimed, { upsert: true }).catch(ignoreDuplicate);
      await this.#collection.updateOne(unclaimed, claimed);
    });
    return (await this.read()).installationId ?? installationId;
  }

  async raiseRevision(revision: number): Promise<void> {
    await this.#call(() => this.#collection.updateOne({ _id: STATE_ID }, { $max: { revision } }));
    await this.read();
  }

  /** Incremented before the change, so that the log never knows of more changes than were counted. */
  async incrementRevision(): Promise<void> {
    const increment = () =>
      this.#collection.findOneAndUpdate(
        { _id: STATE_ID },
        { $inc: { revision: 1 } },
        { upsert: true, returnDocument: 'after' },
      );
    this.noteRevision(
      await this.#call(() =>
        increment().catch((error: unknown) => {
          if (isDuplicateKey(error)) return increment();
          throw error;
        }),
      ),
    );
  }

  noteRevision(row: StoredKey | null | undefined): void {
    this.#revision = Math.max(this.#revision, Number(row?.revision ?? 0));
  }
}
