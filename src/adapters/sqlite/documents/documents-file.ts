/** Reading connection to `documents.db`, with cached statements and errors of the port. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { StoreDamaged, StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { damageError, fromFailure, toFailure } from '../thread/failure.ts';
import type { OnDamage } from '../thread/lazy-thread.ts';

export const STORE = 'documents';
export const INVALID_JSON = 'a document is not the JSON that was written';

export class DocumentsFile {
  readonly #reader: DatabaseSync;
  readonly #statements = new LRUCache<string, StatementSync>({ max: 500 });
  readonly #onDamage: OnDamage;

  constructor(reader: DatabaseSync, onDamage?: OnDamage) {
    this.#reader = reader;
    this.#onDamage = onDamage;
  }

  close(): void {
    if (this.#reader.isOpen) this.#reader.close();
  }

  /** Snapshot isolation: runs all reads in one read transaction. */
  inSnapshot<Result>(read: () => Result): Result {
    this.read('BEGIN', (statement) => statement.run());
    try {
      return read();
    } finally {
      this.read('COMMIT', (statement) => statement.run());
    }
  }

  /** @throws StoreDamaged when the text is no JSON */
  parse<Value>(text: unknown): Value {
    try {
      return JSON.parse(String(text)) as Value;
    } catch (error) {
      throw this.toDamage(INVALID_JSON, error);
    }
  }

  /** Reports the damage. @returns the error to throw */
  toDamage(message: string, cause?: unknown): Error {
    return this.#failed(damageError(message, cause));
  }

  #failed(thrown: unknown): Error {
    const error = fromFailure(toFailure(thrown), STORE);
    if (error instanceof StoreDamaged) this.#onDamage?.(error);
    return error;
  }

  /** @throws StoreUnavailable when closed, or when the file fails. */
  read<Result>(sql: string, run: (statement: StatementSync) => Result): Result {
    if (!this.#reader.isOpen) throw new StoreUnavailable(STORE, 'closed');
    try {
      let statement = this.#statements.get(sql);
      if (statement === undefined) {
        statement = this.#reader.prepare(sql);
        this.#statements.set(sql, statement);
      }
      return run(statement);
    } catch (error) {
      throw this.#failed(error);
    }
  }
}
