/**
 * Handlers of the competing consumers, on the thread that owns `events.db`. An attempt is durable before its event is
 * delivered, so an event that crashes the process is not redelivered for ever.
 */

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EventFilter } from '../../../ports/event-log.ts';
import { ENDED_WITHOUT_RESULT } from '../../shared/ended-without-result.ts';
import { LIMIT } from '../thread/limit.ts';
import { filterCondition } from './event-filter-sql.ts';

/** Positions read in one call, so that appends never wait long behind it. */
const SCAN_WINDOW = 1000;
export const MAX_RETRY_DELAY_MS = 60_000;
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

interface WorkGroup {
  /** JSON, as the group was created with. */
  readonly filter: string;
  /** The group took all matching events up to this position. */
  readonly readTo: number;
}

interface Scan {
  readonly statement: StatementSync;
  readonly values: string[];
}

export function createWorkHandlers(db: DatabaseSync) {
  const groups = new WorkGroups(db);
  const items = new WorkItems(db);
  items.releaseInterrupted();

  function takeNew(request: TakeRequest, group: WorkGroup, limit: number): Omit<TakenWork, 'nextDueAt'> {
    const found = groups.scan(group, Math.max(group.readTo, request.readTo), limit);
    for (const { position } of found.items) items.begin(request.group, position);
    // Progress without matches is stored only now and then: a restart scans those events again cheaply.
    const stores = found.items.length > 0 || found.readTo - group.readTo >= SCAN_WINDOW;
    if (stores) groups.moveReadTo(request.group, found.readTo);
    return found;
  }

  return {
    takeWork(request: TakeRequest): TakenWork {
      const group = groups.findOrCreate(request);
      const retries = items.takeDue(request);
      const free = request.limit - retries.items.length;
      const { nextDueAt, waiting } = items.retriesOf(request.group);
      if (free === 0 || waiting >= MAX_WAITING) {
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
    settleWork: (settlement: WorkSettlement): void => items.settle(settlement),
    replayWork: (group: string): number => items.replayParked(group),
  };
}

class WorkGroups {
  readonly #db: DatabaseSync;
  readonly #create: StatementSync;
  readonly #find: StatementSync;
  readonly #moveReadTo: StatementSync;
  readonly #head: StatementSync;
  /** Keyed by filter. A group's filter never changes, so its statement is prepared once. */
  readonly #scans = new Map<string, Scan>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#create = db.prepare('INSERT OR IGNORE INTO work_groups (name, filter, read_to) VALUES (?, ?, 0)');
    this.#find = db.prepare('SELECT filter, read_to FROM work_groups WHERE name = ?');
    this.#moveReadTo = db.prepare('UPDATE work_groups SET read_to = ? WHERE name = ?');
    this.#head = db.prepare('SELECT max(position) AS head FROM events');
  }

  findOrCreate({ group, filter }: TakeRequest): WorkGroup {
    this.#create.run(group, JSON.stringify(filter));
    const row = this.#find.get(group);
    return { readTo: Number(row?.read_to), filter: String(row?.filter) };
  }

  /** Matching events after `from`, within one window. */
  scan({ filter }: WorkGroup, from: number, limit: number): Omit<TakenWork, 'nextDueAt'> {
    const head = Number(this.#head.get()?.head);
    const windowEnd = Math.min(from + SCAN_WINDOW, head);
    if (windowEnd <= from) return { items: [], readTo: from, more: false };
    const { statement, values } = this.#scanFor(filter);
    const items = statement
      .all(from, windowEnd, ...values, limit)
      .map(({ position, event }) => ({ position: Number(position), attempt: 1, event: String(event) }));
    const readTo = items.length === limit ? (items.at(-1)?.position ?? from) : windowEnd;
    return { items, readTo, more: readTo < head };
  }

  moveReadTo(group: string, position: number): void {
    this.#moveReadTo.run(position, group);
  }

  #scanFor(filter: string): Scan {
    const known = this.#scans.get(filter);
    if (known !== undefined) return known;
    const condition = filterCondition(JSON.parse(filter));
    const statement = this.#db.prepare(
      `SELECT position, event FROM events WHERE position > ? AND position <= ? AND ${condition.sql} ORDER BY position ${LIMIT}`,
    );
    const scan = { statement, values: condition.values };
    this.#scans.set(filter, scan);
    return scan;
  }
}

/** Items that a group has taken and not finished: in progress, waiting for a retry, or parked. */
class WorkItems {
  readonly #releaseInterrupted: StatementSync;
  readonly #due: StatementSync;
  readonly #retries: StatementSync;
  readonly #begin: StatementSync;
  readonly #beginAgain: StatementSync;
  readonly #finish: StatementSync;
  readonly #retry: StatementSync;
  readonly #park: StatementSync;
  readonly #release: StatementSync;
  readonly #replay: StatementSync;

  constructor(db: DatabaseSync) {
    this.#releaseInterrupted = db.prepare('UPDATE work_items SET due_at = 0 WHERE due_at IS NULL AND parked = 0');
    this.#due = db.prepare(
      `SELECT position, attempts, event FROM work_items JOIN events USING (position)
       WHERE work_group = ? AND (due_at <= ? OR due_at > ?) ORDER BY due_at, position ${LIMIT}`,
    );
    this.#retries = db.prepare(
      'SELECT min(due_at) AS next, count(*) AS items FROM work_items WHERE work_group = ? AND due_at IS NOT NULL',
    );
    this.#begin = db.prepare('INSERT INTO work_items (work_group, position, attempts) VALUES (?, ?, 1)');
    this.#beginAgain = db.prepare(
      'UPDATE work_items SET attempts = attempts + 1, due_at = NULL, reason = NULL WHERE work_group = ? AND position = ?',
    );
    this.#finish = db.prepare('DELETE FROM work_items WHERE work_group = ? AND position = ?');
    this.#retry = db.prepare('UPDATE work_items SET due_at = ?, reason = ? WHERE work_group = ? AND position = ?');
    this.#park = db.prepare(
      'UPDATE work_items SET parked = 1, due_at = NULL, reason = coalesce(?, reason, ?) WHERE work_group = ? AND position = ?',
    );
    this.#release = db.prepare(
      'UPDATE work_items SET attempts = attempts - 1, due_at = 0 WHERE work_group = ? AND position = ?',
    );
    this.#replay = db.prepare(
      'UPDATE work_items SET parked = 0, attempts = 0, due_at = 0, reason = NULL WHERE work_group = ? AND parked = 1',
    );
  }

  /** Items in progress when the process ended are due again. */
  releaseInterrupted(): void {
    this.#releaseInterrupted.run();
  }

  begin(group: string, position: number): void {
    this.#begin.run(group, position);
  }

  /**
   * Parks due items that have no attempt left. An item that is due later than any retry delay allows is due now: the clock was
   * set back.
   */
  takeDue({ group, now, limit, maxAttempts }: TakeRequest): Pick<TakenWork, 'items' | 'more'> {
    const rows = this.#due.all(group, now, now + MAX_RETRY_DELAY_MS, limit);
    const items = [];
    for (const row of rows) {
      const position = Number(row.position);
      const attempts = Number(row.attempts);
      if (attempts >= maxAttempts) {
        this.#park.run(null, ENDED_WITHOUT_RESULT, group, position);
      } else {
        this.#beginAgain.run(group, position);
        items.push({ position, attempt: attempts + 1, event: String(row.event) });
      }
    }
    return { items, more: rows.length === limit };
  }

  retriesOf(group: string): { readonly nextDueAt: number | null; readonly waiting: number } {
    const row = this.#retries.get(group);
    return { nextDueAt: row?.next === null ? null : Number(row?.next), waiting: Number(row?.items) };
  }

  settle({ group, position, outcome }: WorkSettlement): void {
    switch (outcome.kind) {
      case 'ack':
        this.#finish.run(group, position);
        break;
      case 'retry':
        this.#retry.run(outcome.dueAt, outcome.reason, group, position);
        break;
      case 'park':
        this.#park.run(outcome.reason, null, group, position);
        break;
      case 'release':
        this.#release.run(group, position);
        break;
      default:
        outcome satisfies never;
    }
  }

  replayParked(group: string): number {
    return Number(this.#replay.run(group).changes);
  }
}
