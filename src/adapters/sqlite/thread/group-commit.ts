/** Calls that arrive together share one transaction and one fsync. */
import type { DatabaseSync } from 'node:sqlite';
import { batchFailure, toFailure } from './failure.ts';
import type { Handler } from './handlers.ts';
import type { ThreadFailure } from './protocol.ts';

export interface Call {
  readonly id: number;
  readonly handler: Handler;
  readonly argument: unknown;
}

export type Outcome = { readonly value: unknown } | { readonly failure: ThreadFailure };

/**
 * Returns a function that runs and commits calls and gives one outcome per call, in order. A call that throws is rolled back
 * alone. When the transaction fails (disk full, I/O error, refused COMMIT), all calls fail.
 */
export function createGroupCommit(db: DatabaseSync): (calls: readonly Call[]) => readonly Outcome[] {
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const rollback = db.prepare('ROLLBACK');
  const savepoint = db.prepare('SAVEPOINT one_call');
  const release = db.prepare('RELEASE one_call');
  const undo = db.prepare('ROLLBACK TO one_call');

  function runOne(call: Call): Outcome {
    savepoint.run();
    try {
      const value = call.handler(call.argument);
      release.run();
      return { value };
    } catch (error) {
      // On a full disk or I/O error, SQLite has rolled back the whole transaction.
      if (!db.isTransaction) throw error;
      undo.run();
      release.run();
      return { failure: toFailure(error) };
    }
  }

  return (calls) => {
    try {
      begin.run();
      const outcomes = calls.map(runOne);
      commit.run();
      return outcomes;
    } catch (error) {
      if (db.isTransaction) rollback.run();
      const failure = batchFailure(error);
      return calls.map(() => ({ failure }));
    }
  };
}
