/**
 * The books of the work groups: which events a group has taken, how often each was attempted, when it is due again. An attempt
 * is on the disk before the event is handed out, so that an event that kills the process does not come back for ever.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EventFilter } from '../../ports/event-log.ts';
import { filterCondition } from './event-filter-sql.ts';

/** Events looked at by one call at most, so that appends never wait long behind it. */
const scanWindow = 1000;
/** Items of a group that wait for their next attempt; while there are so many, no new ones are begun. */
const maxWaiting = 1000;

export interface TakeRequest {
  readonly group: string;
  readonly filter: EventFilter;
  readonly limit: number;
  readonly maxAttempts: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The `readTo` of the caller's last take, 0 at first. */
  readonly readTo: number;
}

export interface TakenWork {
  readonly items: readonly { readonly position: number; readonly attempt: number; readonly event: string }[];
  readonly readTo: number;
  /** There may be more to take at once. */
  readonly more: boolean;
  /** When the next waiting item is due, epoch milliseconds. */
  readonly nextDueAt: number | null;
}

export interface WorkSettlement {
  readonly group: string;
  readonly position: number;
  readonly outcome:
    | { readonly kind: 'done' }
    | { readonly kind: 'retry'; readonly dueAt: number; readonly reason: string }
    | { readonly kind: 'park'; readonly reason: string }
    /** The attempt was broken off by an orderly stop: it does not count. */
    | { readonly kind: 'giveBack' };
}

const endedWithoutVerdict = 'The process ended during the last attempt';

export function createWorkHandlers(db: DatabaseSync) {
  // Whatever was being worked on when the process ended is to be done again.
  db.exec('UPDATE work_items SET due_at = 0 WHERE due_at IS NULL AND parked = 0');

  const makeGroup = db.prepare('INSERT OR IGNORE INTO work_groups (name, filter, read_to) VALUES (?, ?, 0)');
  const findGroup = db.prepare('SELECT filter, read_to FROM work_groups WHERE name = ?');
  const moveGroup = db.prepare('UPDATE work_groups SET read_to = ? WHERE name = ?');
  const head = db.prepare('SELECT max(position) AS head FROM events');
  const due = db.prepare(
    `SELECT position, attempts, event FROM work_items JOIN events USING (position)
     WHERE work_group = ? AND due_at <= ? ORDER BY due_at, position LIMIT ?`,
  );
  const waiting = db.prepare(
    'SELECT min(due_at) AS next, count(*) AS items FROM work_items WHERE work_group = ? AND due_at IS NOT NULL',
  );
  const begin = db.prepare('INSERT INTO work_items (work_group, position, attempts) VALUES (?, ?, 1)');
  const attempt = db.prepare(
    'UPDATE work_items SET attempts = attempts + 1, due_at = NULL, reason = NULL WHERE work_group = ? AND position = ?',
  );
  const finish = db.prepare('DELETE FROM work_items WHERE work_group = ? AND position = ?');
  const retry = db.prepare('UPDATE work_items SET due_at = ?, reason = ? WHERE work_group = ? AND position = ?');
  const park = db.prepare(
    'UPDATE work_items SET parked = 1, due_at = NULL, reason = coalesce(?, reason, ?) WHERE work_group = ? AND position = ?',
  );
  const giveBack = db.prepare(
    'UPDATE work_items SET attempts = attempts - 1, due_at = 0 WHERE work_group = ? AND position = ?',
  );
  const replay = db.prepare(
    'UPDATE work_items SET parked = 0, attempts = 0, due_at = 0, reason = NULL WHERE work_group = ? AND parked = 1',
  );
  const scans = new Map<string, { readonly statement: StatementSync; readonly values: string[] }>();

  /** The search for new events of a filter, which never changes within a group. */
  function scanOf(filterJson: string) {
    const known = scans.get(filterJson);
    if (known !== undefined) return known;
    const condition = filterCondition(JSON.parse(filterJson));
    const statement = db.prepare(
      `SELECT position, event FROM events WHERE position > ? AND position <= ? AND ${condition.sql} ORDER BY position LIMIT ?`,
    );
    const scan = { statement, values: condition.values };
    scans.set(filterJson, scan);
    return scan;
  }

  function takeDue(request: TakeRequest): { items: TakenWork['items'][number][]; more: boolean } {
    const rows = due.all(request.group, request.now, request.limit);
    const items = [];
    for (const row of rows) {
      const position = Number(row.position);
      const attempts = Number(row.attempts);
      if (attempts >= request.maxAttempts) {
        park.run(null, endedWithoutVerdict, request.group, position);
      } else {
        attempt.run(request.group, position);
        items.push({ position, attempt: attempts + 1, event: String(row.event) });
      }
    }
    return { items, more: rows.length === request.limit };
  }

  function takeNew(request: TakeRequest, group: { readTo: number; filter: string }, limit: number) {
    const from = Math.max(group.readTo, request.readTo);
    const end = Number(head.get()?.head);
    const windowEnd = Math.min(from + scanWindow, end);
    if (windowEnd <= from) return { items: [], readTo: from, more: false };
    const scan = scanOf(group.filter);
    const items = scan.statement.all(from, windowEnd, ...scan.values, limit).map((row) => {
      begin.run(request.group, Number(row.position));
      return { position: Number(row.position), attempt: 1, event: String(row.event) };
    });
    const readTo = items.length === limit ? (items.at(-1)?.position ?? from) : windowEnd;
    // Passing over events of others is written down only now and then: reading them again after a restart is cheap.
    if (items.length > 0 || readTo - group.readTo >= scanWindow) moveGroup.run(readTo, request.group);
    return { items, readTo, more: readTo < end };
  }

  return {
    takeWork(request: TakeRequest): TakenWork {
      makeGroup.run(request.group, JSON.stringify(request.filter));
      const row = findGroup.get(request.group);
      const group = { readTo: Number(row?.read_to), filter: String(row?.filter) };
      const again = takeDue(request);
      const free = request.limit - again.items.length;
      const held = waiting.get(request.group);
      const nextDueAt = held?.next === null ? null : Number(held?.next);
      if (free === 0 || Number(held?.items) >= maxWaiting) {
        return { ...again, readTo: Math.max(group.readTo, request.readTo), nextDueAt };
      }
      const fresh = takeNew(request, group, free);
      return {
        items: [...again.items, ...fresh.items],
        readTo: fresh.readTo,
        more: again.more || fresh.more,
        nextDueAt,
      };
    },

    settleWork({ group, position, outcome }: WorkSettlement): void {
      switch (outcome.kind) {
        case 'done':
          finish.run(group, position);
          break;
        case 'retry':
          retry.run(outcome.dueAt, outcome.reason, group, position);
          break;
        case 'park':
          park.run(outcome.reason, null, group, position);
          break;
        case 'giveBack':
          giveBack.run(group, position);
          break;
        default:
          outcome satisfies never;
      }
    },

    replayWork(group: string): number {
      return Number(replay.run(group).changes);
    },
  };
}
