/** A move to another engine carries these rows over. Every engine reads and writes them alike. */

export type MovableValue = string | number | Uint8Array | null;

export interface MovableRow {
  /** Unique in its table. */
  readonly id: string;
  readonly values: Readonly<Record<string, MovableValue>>;
}

export interface MovableTable {
  /** Ordered by the bytes of the ids. @throws StoreUnavailable */
  page(after: string | null, limit: number): Promise<readonly MovableRow[]>;
  /** Replaces rows of the same ids. Durable once it resolves. */
  put(rows: readonly MovableRow[]): Promise<void>;
}

/**
 * - `keys`: `wrapped` by the master key, null where it was erased
 * - `counters`: `count`, `lastAt`
 * - `requests`: stored responses of idempotency keys, with `claimedAt`
 * - `embeddings`: `vector`, 32-bit floats, little-endian
 */
export const TABLE_NAMES = ['keys', 'counters', 'requests', 'embeddings'] as const;
export type TableName = (typeof TABLE_NAMES)[number];
export type MovableTables = Readonly<Record<TableName, MovableTable>>;

/** Progress of a move, stored in the target: whoever opens the target sees that it is not whole yet. */
export interface MoveMarker {
  read(): Promise<string | null>;
  /** Durable once it resolves. */
  write(text: string): Promise<void>;
}
