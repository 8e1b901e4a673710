/** Progress of the work groups in `events.db`, for a migration. The caller holds the lock of the data folder. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EventFilter, Position } from '../../ports/event-log.ts';
import type { UnfinishedWork, WorkProgress } from '../../ports/migration/work-progress.ts';
import { openReader } from './thread/connection.ts';

const BUSY_TIMEOUT_MS = 5_000;

export function readSqliteWork(directory: string): readonly WorkProgress[] {
  const db = openReader(join(directory, 'events.db'));
  try {
    const items = db.prepare('SELECT position, attempts, parked, reason FROM work_items WHERE work_group = ?');
    const groups = db.prepare('SELECT name, filter, read_to FROM work_groups ORDER BY name').all();
    return groups.map(({ name, filter, read_to: readTo }) => ({
      group: String(name),
      filter: JSON.parse(String(filter)) as EventFilter,
      readTo: Number(readTo) === 0 ? null : positionOf(readTo),
      unfinished: items.all(String(name)).map(toUnfinished),
    }));
  } finally {
    db.close();
  }
}

const positionOf = (value: unknown): Position => BigInt(Number(value)) as Position;

const toUnfinished = ({ position, attempts, parked, reason }: Record<string, unknown>): UnfinishedWork => ({
  position: positionOf(position),
  attempts: Number(attempts),
  parked: Number(parked) === 1 ? String(reason ?? '') : null,
});

/** Replaces what the file says of these groups. */
export function writeSqliteWork(directory: string, groups: readonly WorkProgress[]): void {
  const db = new DatabaseSync(join(directory, 'events.db'), { timeout: BUSY_TIMEOUT_MS });
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN IMMEDIATE');
    const removeItems = db.prepare('DELETE FROM work_items WHERE work_group = ?');
    const putGroup = db.prepare('INSERT OR REPLACE INTO work_groups (name, filter, read_to) VALUES (?, ?, ?)');
    const putItem = db.prepare(
      'INSERT INTO work_items (work_group, position, attempts, due_at, parked, reason) VALUES (?, ?, ?, ?, ?, ?)',
    );
    for (const { group, filter, readTo, unfinished } of groups) {
      removeItems.run(group);
      putGroup.run(group, JSON.stringify(filter), readTo ?? 0n);
      for (const { position, attempts, parked } of unfinished) {
        const isParked = parked !== null;
        putItem.run(group, position, attempts, isParked ? null : 0, isParked ? 1 : 0, parked);
      }
    }
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}
