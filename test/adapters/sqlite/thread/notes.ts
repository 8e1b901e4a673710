/** A thread module with every kind of handler the tests need. */
import type { DatabaseSync } from 'node:sqlite';
import { readOnly, Transferred } from '../../../../src/adapters/sqlite/thread/handlers.ts';
import { migrate } from '../../../../src/adapters/sqlite/thread/migrations.ts';

export interface NotesOptions {
  readonly extension?: string;
}

export type Notes = ReturnType<typeof createHandlers>;

export function createHandlers(db: DatabaseSync, options: NotesOptions | undefined) {
  migrate(db, [
    `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
     CREATE TABLE owed (note INTEGER NOT NULL REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED) STRICT;`,
  ]);
  if (options?.extension !== undefined) db.loadExtension(options.extension);
  const insert = db.prepare('INSERT INTO notes (text) VALUES (?)');
  const owe = db.prepare('INSERT INTO owed (note) VALUES (?)');
  const all = db.prepare('SELECT text FROM notes ORDER BY id');

  function add(text: string): number {
    return Number(insert.run(text).lastInsertRowid);
  }

  return {
    add,
    /** Fails after it has written its first note. */
    addTwice(text: string): void {
      add(text);
      add(text);
    },
    /** Succeeds now, and makes the COMMIT fail. */
    oweMissingNote(note: number): void {
      owe.run(note);
    },
    limitFileToPages(pages: number): void {
      db.exec(`PRAGMA max_page_count = ${pages}`);
    },
    addLarge(bytes: number): void {
      add('x'.repeat(bytes));
    },
    /** Writes a 1 into the shared gate when it runs, and goes on when the gate changes. */
    occupy(gate: Int32Array): void {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
      Atomics.wait(gate, 0, 1, 20_000);
    },
    addSlowly({ text, gate }: { text: string; gate: Int32Array }): void {
      Atomics.wait(gate, 0, 0, 20_000);
      add(text);
    },
    giveFunction(): unknown {
      return () => 1;
    },
    refuseRange(): never {
      throw new RangeError('out of range');
    },
    doubled(numbers: Float64Array<ArrayBuffer>): Transferred<Float64Array<ArrayBuffer>> {
      const result = numbers.map((value) => value * 2);
      return new Transferred(result, [result.buffer]);
    },
    die(): void {
      process.exit(3);
    },
    texts: readOnly((_: undefined): string[] => all.all().map((row) => String(row.text))),
    isInTransaction: readOnly((_: undefined): boolean => db.isTransaction),
    writeIsInTransaction: (_: undefined): boolean => db.isTransaction,
    synchronous: readOnly((_: undefined): unknown => db.prepare('PRAGMA synchronous').get()?.synchronous),
    vectorVersion: readOnly((_: undefined): unknown => db.prepare('SELECT vec_version() AS version').get()?.version),
    loadExtension: (path: string): void => db.loadExtension(path),
  };
}
