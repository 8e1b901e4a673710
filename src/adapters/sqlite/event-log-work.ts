/**
 * Items taken, attempts, due times. An attempt is durable before the event is delivered, so an event that crashes the process
 * is not redelivered for ever.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EventFilter } from '../../ports/event-log.ts';
import { filterCondition } from './event-filter-sql.ts';
import { LIMIT } from './thread/limit.ts';

/** Per call, so that appends never wait long behind it. */
const SCAN_WINDOW = 1000;
/** At this number of items that wait for a retry, a group takes no new ones. */
const MAX_WAITING = 1000;

export interface TakeRequest {
  readonly group: string;
  readonly filter: EventFilter;
  readonly limit: number;
  readonly maxAttempts: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** `readTo` of the caller's last take; 0 at first. */
  readonly readTo: number;
}

export interface TakenWork {
  readonly items: readonly { readonly position: number; readonly attempt: number; readonly event: string }[];
  readonly readTo: number;
  /** More items may be available now. */
  readonly more: boolean;
  /** Epoch milliseconds of the next retry. */
  readonly nextDueAt: number | null;
}

export interface WorkSettlement {
  readonly group: string;
  readonly position: number;
  readonly outcome:
    | { readonly kind: 'ack' }
    | { readonly kind: 'retry'; readonly dueAt: number; readonly reason: string }
    | { readonly kind: 'park'; readonly reason: string }
    /** A graceful shutdown interrupted the attempt, which does not count. */
    | { readonly kind: 'release' };
}

const ENDED_WITHOUT_RESULT = 'The process ended during the last attempt';

export function createWorkHandlers(db: DatabaseSync) {
  // Items in progress when the process ended are due again.
  db.exec('UPDATE work_items SET due_at = 0 WHERE due_at IS NULL AND parked = 0');

  const createGroup = db.prepare('INSERT OR IGNORE INTO work_groups (name, filter, read_to) VALUES (?, ?, 0)');
  const findGroup = db.prepare('SELECT filter, read_to FROM work_groups WHERE name = ?');
  const moveReadTo = db.prepare('UPDATE work_groups SET read_to = ? WHERE name = ?');
  const head = db.prepare('SELECT max(position) AS head FROM events');
  const due = db.prepare(
    `SELECT position, attempts, event FROM work_items JOIN events USING (position)
     WHERE work_group = ? AND due_at <= ? ORDER BY due_at, position ${LIMIT}`,
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
  const release = db.prepare(
    'UPDATE work_items SET attempts = attempts - 1, due_at = 0 WHERE work_group = ? AND position = ?',
  );
  const replay = db.prepare(
    'UPDATE work_items SET parked = 0, attempts = 0, due_at = 0, reason = NULL WHERE work_group = ? AND parked = 1',
  );
  const scans = new Map<string, { readonly statement: StatementSync; readonly values: string[] }>();

  /** A group's filter never changes, so its statement is prepared once. */
  function scanFor(filterJson: string) {
    const known = scans.get(filterJson);
    if (known !== undefined) return known;
    const condition = filterCondition(JSON.parse(filterJson));
    const statement = db.prepare(
      `SELECT position, event FROM events WHERE position > ? AND position <= ? AND ${condition.sql} ORDER BY position ${LIMIT}`,
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
        park.run(null, ENDED_WITHOUT_RESULT, request.group, position);
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
    const windowEnd = Math.min(from + SCAN_WINDOW, end);
    if (windowEnd <= from) return { items: [], readTo: from, more: false };
    const scan = scanFor(group.filter);
    const items = scan.statement.all(from, windowEnd, ...scan.values, limit).map((row) => {
      begin.run(request.group, Number(row.position));
      return { position: Number(row.position), attempt: 1, event: String(row.event) };
    });
    const readTo = items.length === limit ? (items.at(-1)?.position ?? from) : windowEnd;
    // Progress without matches is stored only now and then: a restart scans those events again cheaply.
    if (items.length > 0 || readTo - group.readTo >= SCAN_WINDOW) moveReadTo.run(readTo, request.group);
    return { items, readTo, more: readTo < end };
  }

  return {
    takeWork(request: TakeRequest): TakenWork {
      createGroup.run(request.group, JSON.stringify(request.filter));
      const row = findGroup.get(request.group);
      const group = { readTo: Number(row?.read_to), filter: String(row?.filter) };
      const retries = takeDue(request);
      const free = request.limit - retries.items.length;
      const waitingItems = waiting.get(request.group);
      const nextDueAt = waitingItems?.next === null ? null : Number(waitingItems?.next);
      if (free === 0 || Number(waitingItems?.items) >= MAX_WAITING) {
        return { ...retries, readTo: Math.max(group.readTo, request.readTo), nextDueAt };
      }
      const newItems = takeNew(request, group, free);
      return {
        items: [...retries.items, ...newItems.items],
        readTo: newItems.readTo,
        more: retries.more || newItems.more,
        nextDueAt,
      };
    },

    settleWork({ group, position, outcome }: WorkSettlement): void {
      switch (outcome.kind) {
        case 'ack':
          finish.run(group, position);
          break;
        case 'retry':
          retry.run(outcome.dueAt, outcome.reason, group, position);
          break;
        case 'park':
          park.run(outcome.reason, null, group, position);
          break;
        case 'release':
          release.run(group, position);
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
