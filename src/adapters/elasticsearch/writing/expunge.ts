/**
 * Elasticsearch keeps deleted documents in its segments until they merge. This requests the merge a minute after a deletion:
 * earlier, it could spare deletions that a copy of the shard still retains.
 */
import type { ElasticsearchConnection, RetryPolicy } from '../client/connection.ts';

const DELAY_MS = 60_000;
/** The merge continues when its request times out. */
const POLICY: RetryPolicy = { deadlineMs: 20_000, attempts: 3 };

export class DeletionExpunger {
  readonly #connection: ElasticsearchConnection;
  readonly #indices: string;
  readonly #delayMs: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(connection: ElasticsearchConnection, indices: string, delayMs: number = DELAY_MS) {
    this.#connection = connection;
    this.#indices = indices;
    this.#delayMs = delayMs;
  }

  schedule(): void {
    if (this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // The next deletion or start asks again. Until then the documents are not found, only not overwritten.
      expungeDeleted(this.#connection, this.#indices).catch(() => undefined);
    }, this.#delayMs);
    this.#timer.unref();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

async function expungeDeleted(connection: ElasticsearchConnection, index: string): Promise<void> {
  const where = { index, ignore_unavailable: true, allow_no_indices: true } as const;
  await connection.call(POLICY, (client, options) =>
    // By its default, Elasticsearch would skip segments with less than a tenth of deleted documents.
    client.indices.putSettings({ ...where, settings: { 'index.merge.policy.expunge_deletes_allowed': 0 } }, options),
  );
  // The transaction log holds the documents too.
  await connection.call(POLICY, (client, options) => client.indices.flush(where, options));
  await connection.call(POLICY, (client, options) =>
    client.indices.forcemerge({ ...where, only_expunge_deletes: true, wait_for_completion: false }, options),
  );
}
