/** A take hands out work, and tells when the next one is due. Times are given, so nothing waits. */
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { EVENT_LOG_MIGRATIONS } from '../../../../src/adapters/sqlite/event-log/event-log-schema.ts';
import {
  createWorkHandlers,
  MAX_RETRY_DELAY_MS,
  type TakeRequest,
  type WorkSettlement,
} from '../../../../src/adapters/sqlite/event-log/event-log-work.ts';

const NOW = 1_000_000;
const WINDOW = 1_000;
let db: DatabaseSync;
let work: ReturnType<typeof createWorkHandlers>;

beforeEach(() => {
  db = new DatabaseSync(':memory:');
  for (const migration of EVENT_LOG_MIGRATIONS) db.exec(migration);
  work = createWorkHandlers(db);
});

function append(count: number, category = 'source'): void {
  const first = Number(db.prepare('SELECT coalesce(max(position), 0) AS last FROM events').get()?.last) + 1;
  const insert = db.prepare(
    'INSERT INTO events (position, category, type, stream, revision, event) VALUES (?, ?, ?, ?, ?, ?)',
  );
  db.exec('BEGIN');
  for (let position = first; position < first + count; position += 1) {
    insert.run(position, category, 'Added', `${category}-1`, position, `event ${position}`);
  }
  db.exec('COMMIT');
}

const take = (request: Partial<TakeRequest> = {}) =>
  work.takeWork({
    ...{ group: 'readers', filter: { categories: ['source'] }, limit: 10, maxAttempts: 3, now: NOW, readTo: 0 },
    ...request,
  });
const settle = (position: number, outcome: WorkSettlement['outcome']) =>
  work.settleWork({ group: 'readers', position, outcome });
const positions = (taken: { readonly items: readonly { readonly position: number }[] }) =>
  taken.items.map(({ position }) => position);
const storedReadTo = () => Number(db.prepare("SELECT read_to FROM work_groups WHERE name = 'readers'").get()?.read_to);
const reasons = () => db.prepare('SELECT position, parked, reason FROM work_items ORDER BY position').all();

describe('A take of new items', () => {
  it('goes on where the last one ended, and says whether there is more', () => {
    append(5);
    expect(take({ limit: 3 })).toEqual({
      items: [1, 2, 3].map((position) => ({ position, attempt: 1, event: `event ${position}` })),
      ...{ readTo: 3, more: true, nextDueAt: null },
    });
    expect(take({ limit: 3 })).toMatchObject({ items: [{ position: 4 }, { position: 5 }], readTo: 5, more: false });
    expect(take()).toEqual({ items: [], readTo: 5, more: false, nextDueAt: null });
  });

  it('looks through a window of the log at a time, and stores how far it looked only then', () => {
    append(WINDOW - 1, 'account');
    expect(take()).toMatchObject({ items: [], readTo: WINDOW - 1, more: false });
    expect(storedReadTo()).toBe(0);
    append(WINDOW + 300, 'account');
    append(1);
    expect(take()).toMatchObject({ items: [], readTo: WINDOW, more: true });
    expect(storedReadTo()).toBe(WINDOW);
    // The caller remembers how far it looked.
    expect(take({ readTo: WINDOW + 500 })).toMatchObject({ items: [{ position: 2 * WINDOW + 300 }], more: false });
    expect(storedReadTo()).toBe(2 * WINDOW + 300);
  });
});

describe('A retry', () => {
  beforeEach(() => {
    append(3);
    take({ limit: 2 });
    settle(1, { kind: 'retry', dueAt: NOW + 500, reason: 'busy' });
  });

  it('is handed out when it is due, before new items, and the next due time is told', () => {
    expect(take({ now: NOW + 499, limit: 0 }).nextDueAt).toBe(NOW + 500);
    append(1);
    const taken = take({ now: NOW + 500, limit: 2 });
    expect(taken.items).toMatchObject([
      { position: 1, attempt: 2 },
      { position: 3, attempt: 1 },
    ]);
    expect(take({ now: NOW + 500 })).toMatchObject({ items: [{ position: 4 }], nextDueAt: null });
  });

  it('that fills a take leaves the new items to the next, and never moves back how far the caller looked', () => {
    expect(take({ now: NOW + 500, limit: 1, readTo: 9 })).toMatchObject({ readTo: 9, more: true });
    settle(1, { kind: 'retry', dueAt: NOW + 500, reason: 'busy' });
    expect(take({ now: NOW + 500, limit: 1 })).toMatchObject({ items: [{ position: 1 }], readTo: 2, more: true });
  });

  it('due later than any delay allows is due now, since the clock was set back', () => {
    const farAway = NOW + 500 - MAX_RETRY_DELAY_MS;
    expect(positions(take({ now: farAway }))).toEqual([3]);
    expect(positions(take({ now: farAway - 1 }))).toEqual([1]);
  });

  it('without an attempt left is parked, with the reason of the last', () => {
    expect(positions(take({ now: NOW + 500, maxAttempts: 1 }))).toEqual([3]);
    expect(reasons()[0]).toMatchObject({ position: 1, parked: 1, reason: 'busy' });
    settle(2, { kind: 'park', reason: 'not now' });
    expect(reasons()[1]).toMatchObject({ position: 2, parked: 1, reason: 'not now' });
  });

  it('that is parked leaves room for the next that is due', () => {
    settle(2, { kind: 'retry', dueAt: NOW + 600, reason: 'busy' });
    take({ limit: 1 });
    expect(take({ now: NOW + 600, limit: 1, maxAttempts: 1 })).toMatchObject({ items: [], more: true });
    expect(take({ now: NOW + 600, limit: 1 })).toMatchObject({ items: [{ position: 2, attempt: 2 }] });
  });

  it('of an interrupted attempt is due at once, and the attempt does not count', () => {
    settle(2, { kind: 'release' });
    expect(take().items).toMatchObject([
      { position: 2, attempt: 1 },
      { position: 3, attempt: 1 },
    ]);
  });
});

describe('A group of which many items wait', () => {
  it('takes no new ones until one of them is settled', () => {
    append(WINDOW + 1);
    for (const position of positions(take({ limit: WINDOW }))) {
      settle(position, { kind: 'retry', dueAt: NOW + 1, reason: 'busy' });
    }
    expect(take()).toMatchObject({ items: [], readTo: WINDOW, more: false, nextDueAt: NOW + 1 });
    settle(1, { kind: 'ack' });
    expect(positions(take())).toEqual([WINDOW + 1]);
  });
});

describe('After the process ended', () => {
  it('items in progress are due, counted, and parked after the last attempt with what is known of it', () => {
    append(1);
    take();
    for (const attempt of [2, 3]) {
      work = createWorkHandlers(db);
      expect(take().items).toMatchObject([{ position: 1, attempt }]);
    }
    work = createWorkHandlers(db);
    expect(take()).toMatchObject({ items: [] });
    expect(reasons()).toMatchObject([{ parked: 1, reason: 'The process ended during the last attempt' }]);
    expect(work.replayWork('others')).toBe(0);
    expect(work.replayWork('readers')).toBe(1);
    expect(take().items).toMatchObject([{ position: 1, attempt: 1 }]);
    expect(reasons()).toMatchObject([{ parked: 0, reason: null }]);
  });

  it('a parked item stays parked, since it was not in progress', () => {
    append(1);
    take();
    settle(1, { kind: 'park', reason: 'not now' });
    work = createWorkHandlers(db);
    expect(take()).toMatchObject({ items: [] });
  });
});
