import type { DatabaseSync } from 'node:sqlite';
import type { UsageCount } from '../../../ports/counters.ts';
import { readOnly } from '../thread/handlers.ts';

export const COUNTERS_SCHEMA = `
  CREATE TABLE counters (name TEXT PRIMARY KEY, count INTEGER NOT NULL, last_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;`;

export function counterHandlers(db: DatabaseSync) {
  const add = db.prepare(
    `INSERT INTO counters (name, count, last_at) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET count = count + excluded.count, last_at = max(last_at, excluded.last_at)`,
  );
  const read = db.prepare('SELECT count, last_at FROM counters WHERE name = ?');

  return {
    addCounts(increments: ReadonlyMap<string, UsageCount>): void {
      for (const [name, { count, lastAt }] of increments) add.run(name, BigInt(count), BigInt(lastAt));
    },
    readCounts: readOnly((names: readonly string[]): Map<string, UsageCount> => {
      const usages = new Map<string, UsageCount>();
      for (const name of names) {
        const row = read.get(name);
        if (row !== undefined) usages.set(name, { count: Number(row.count), lastAt: Number(row.last_at) });
      }
      return usages;
    }),
  };
}
