/** A migration to another engine carries these rows over. Every engine reads and writes them alike. */

export type MigratedValue = string | number | Uint8Array | null;

export interface MigratedRow {
  /** Unique in its table. */
  readonly id: string;
  readonly values: Readonly<Record<string, MigratedValue>>;
}

export interface MigratedTable {
  /** Ordered by the bytes of the ids. @throws StoreUnavailable */
  page(after: string | null, limit: number): Promise<readonly MigratedRow[]>;
  /** Replaces rows of the same ids. Durable once it resolves. */
  put(rows: readonly MigratedRow[]): Promise<void>;
}

/**
 * - `keys`: `wrapped` by the master key, null where it was erased
 * - `counters`: `count`, `lastAt`
 * - `requests`: stored responses of idempotency keys, with `claimedAt`
 * - `embeddings`: `vector`, 32-bit floats, little-endian
 */
export const TABLE_NAMES = ['keys', 'counters', 'requests', 'embeddings'] as const;
export type TableName = (typeof TABLE_NAMES)[number];
export type MigratedTables = Readonly<Record<TableName, MigratedTable>>;

/** Progress of a migration, stored in the target: whoever opens the target sees that it is not whole yet. */
export interface MigrationMarker {
  read(): Promise<string | null>;
  /** Durable once it resolves. */
  write(text: string): Promise<void>;
}
