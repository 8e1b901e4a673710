/** Plants faults directly in the file of a signed log, each in a copy of its own, and has them found. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { EVENT_LOG_MIGRATIONS } from '../../../src/adapters/sqlite/event-log/event-log-schema.ts';
import { chainHash } from '../../../src/event-log/chain.ts';
import type { NewEvent } from '../../../src/ports/event-log.ts';
import { type SignedLog, verifyFolder, writeSignedLog } from '../../support/stores/signed-log.ts';
import { directoryOfFile, temporaryDirectory } from '../../support/temporary-directory.ts';

const EVENTS = 40;
const original = directoryOfFile();
let signed: SignedLog;

beforeAll(async () => {
  signed = await writeSignedLog(original, EVENTS);
  // Without a write-ahead log, a copy of the one file is complete.
  const db = new DatabaseSync(join(original, 'events.db'));
  db.exec('PRAGMA journal_mode = DELETE');
  db.close();
});

interface Row {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly event: string;
}

/** Changes the file as somebody with access to the disk could. Positions count from 1 without gaps. */
class Tampering {
  readonly db: DatabaseSync;
  readonly last: number;

  constructor(db: DatabaseSync) {
    this.db = db;
    this.last = Number(db.prepare('SELECT max(position) AS last FROM events').get()?.last);
  }

  row(position: number): Row {
    return this.db.prepare('SELECT * FROM events WHERE position = ?').get(position) as unknown as Row;
  }

  /** Any of the events, by a random number. */
  pick(random: number): number {
    return 1 + (random % this.last);
  }

  setEvent(position: number, event: string | Uint8Array): void {
    this.db.prepare('UPDATE events SET event = CAST(? AS TEXT) WHERE position = ?').run(event, position);
  }

  /** Renumbers rows, and what the events in them say of their place. */
  renumber(from: number, to: number, by: number): void {
    const order = by > 0 ? 'DESC' : 'ASC';
    const rows = this.db
      .prepare(`SELECT * FROM events WHERE position BETWEEN ? AND ? ORDER BY position ${order}`)
      .all(from, to) as unknown as readonly Row[];
    for (const { position, event } of rows) this.place(position, position + by, event);
  }

  place(from: number, to: number, event: string): void {
    const moved = event.replace(/"position":\d+/, `"position":${to}`);
    this.db.prepare('UPDATE events SET position = ?, event = ? WHERE position = ?').run(to, moved, from);
  }

  forge(position: number, stream: string, revision: number): void {
    const event = JSON.parse(this.row(position === 1 ? 2 : 1).event) as { readonly type: string };
    const forged = { ...event, stream, revision, position, metadata: { at: 1, commandId: 'c', previous: null } };
    this.db
      .prepare("INSERT INTO events VALUES (?, 'account', ?, ?, ?, ?)")
      .run(position, event.type, stream, revision, JSON.stringify(forged));
  }
}

/** Returns the position that has to be named; null where no single event is concerned. */
type Fault = (log: Tampering, a: number, b: number) => number | null;

const FAULTS: Readonly<Record<string, Fault>> = {
  'a byte of an event changed'(log, a, b) {
    const position = log.pick(a);
    const bytes = Buffer.from(log.row(position).event);
    const at = b % bytes.length;
    bytes[at] = (bytes[at] ?? 0) ^ (1 + (b % 255));
    log.setEvent(position, bytes);
    return position;
  },
  'a byte of an event removed'(log, a, b) {
    const position = log.pick(a);
    const bytes = Buffer.from(log.row(position).event);
    const at = b % bytes.length;
    log.setEvent(position, Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]));
    return position;
  },
  'a space added to an event'(log, a) {
    const position = log.pick(a);
    log.setEvent(position, log.row(position).event.replace('"data":', '"data": '));
    return position;
  },
  'the time of an event changed'(log, a, b) {
    const position = log.pick(a);
    const { event } = log.row(position);
    log.setEvent(
      position,
      event.replace(/"recordedAt":(\d+)/, (_, at) => `"recordedAt":${Number(at) - 1 - b}`),
    );
    return position;
  },
  'a category changed'(log, a) {
    const position = log.pick(a);
    log.db.prepare("UPDATE events SET category = category || 'x' WHERE position = ?").run(position);
    return position;
  },
  'a type changed'(log, a) {
    const position = log.pick(a);
    log.db.prepare("UPDATE events SET type = 'Hidden' WHERE position = ?").run(position);
    return position;
  },
  'a stream changed'(log, a) {
    const position = log.pick(a);
    log.db.prepare("UPDATE events SET stream = 'account-other' WHERE position = ?").run(position);
    return position;
  },
  'a revision changed'(log, a, b) {
    const position = log.pick(a);
    log.db
      .prepare('UPDATE events SET revision = ? WHERE position = ?')
      .run(BigInt(1000 + b) * 2_000_000_000n, position);
    return position;
  },
  'events removed'(log, a, b) {
    const position = log.pick(a);
    const to = Math.min(position + (b % 3), log.last);
    log.db.prepare('DELETE FROM events WHERE position BETWEEN ? AND ?').run(position, to);
    return to === log.last ? null : position;
  },
  'an event removed, and those after it moved up'(log, a) {
    const position = log.pick(a);
    log.db.prepare('DELETE FROM events WHERE position = ?').run(position);
    log.renumber(position + 1, log.last, -1);
    return position === log.last ? null : position;
  },
  'the end cut off'(log, a) {
    log.db.prepare('DELETE FROM events WHERE position > ?').run(log.last - 1 - (a % (log.last - 1)));
    return null;
  },
  'an event added between others'(log, a) {
    const position = log.pick(a);
    log.renumber(position, log.last, 1);
    log.forge(position, 'account-forged', 0);
    return position;
  },
  'an event added at the end'(log) {
    log.forge(log.last + 1, 'account-forged', 0);
    return log.last + 1;
  },
  'an event added before the first'(log, a) {
    log.forge(-(a % 1000), 'account-forged', 0);
    return -(a % 1000);
  },
  'two events swapped'(log, a, b) {
    const [first, second] = twoOf(log, a, b);
    const [one, other] = [log.row(first), log.row(second)];
    log.place(first, 10_000, one.event);
    log.place(second, first, other.event);
    log.place(10_000, second, one.event);
    return first;
  },
  'two events swapped under their old numbers'(log, a, b) {
    const [first, second] = twoOf(log, a, b);
    const [one, other] = [log.row(first), log.row(second)];
    log.setEvent(first, other.event);
    log.setEvent(second, one.event);
    return first;
  },
  'an event moved'(log, a, b) {
    const [to, from] = twoOf(log, a, b);
    const { event } = log.row(from);
    log.place(from, 10_000, event);
    log.renumber(to, from - 1, 1);
    log.place(10_000, to, event);
    return to;
  },
  'an event changed, and the hash chain of its stream mended'(log, a) {
    const position = log.pick(a);
    const { stream, event } = log.row(position);
    log.setEvent(position, event.replace(/"at":\d+/, '"at":1'));
    const rest = log.db.prepare('SELECT * FROM events WHERE stream = ? AND position >= ? ORDER BY position');
    let previous: string | null = null;
    for (const row of rest.all(stream, position) as unknown as readonly Row[]) {
      const mended =
        previous === null ? row.event : row.event.replace(/"previous":"[\w-]+"/, `"previous":"${previous}"`);
      log.setEvent(row.position, mended);
      previous = chainHash(stream, row.revision, JSON.parse(mended) as NewEvent);
    }
    return position;
  },
  'a row hidden from who reads by stream'(log) {
    log.db.exec(`DROP INDEX events_by_stream;
      CREATE UNIQUE INDEX events_by_stream ON events (stream, revision) WHERE position <> ${log.last};`);
    return null;
  },
};

function twoOf(log: Tampering, a: number, b: number): readonly [first: number, second: number] {
  const first = 1 + (a % (log.last - 1));
  return [first, first + 1 + (b % (log.last - first))];
}

/** Triggers forbid the planted changes. An attacker drops them and creates them again. */
const triggers = EVENT_LOG_MIGRATIONS.join('').match(/CREATE TRIGGER[\s\S]*?END;/g) ?? [];

function plant(directory: string, fault: Fault, a: number, b: number): number | null {
  copyFileSync(join(original, 'events.db'), join(directory, 'events.db'));
  copyFileSync(join(original, 'tree-head.json'), join(directory, 'tree-head.json'));
  const db = new DatabaseSync(join(directory, 'events.db'));
  db.exec(
    'PRAGMA synchronous = OFF; BEGIN; DROP TRIGGER events_are_never_changed; DROP TRIGGER events_are_never_deleted',
  );
  const named = fault(new Tampering(db), a, b);
  db.exec(`${triggers.join('\n')} COMMIT`);
  db.close();
  return named;
}

describe('a signed log', () => {
  it('is found sound when nothing was changed', async () => {
    const { directory, key, events } = signed;
    const verdict = await verifyFolder(directory, key);
    expect(verdict).toMatchObject({ finding: null, events, unsigned: 0, signed: { size: events, closed: true } });
    expect(events).toBeGreaterThan(EVENTS);
  });

  it('betrays each of 300 faults, and the event that it begins with', async () => {
    const directory = temporaryDirectory();
    const planted = new Map<string, number>();
    const faults = fc.record({ name: fc.constantFrom(...Object.keys(FAULTS)), a: fc.nat(), b: fc.nat() });
    await fc.assert(
      fc.asyncProperty(faults, async ({ name, a, b }) => {
        const fault = FAULTS[name];
        if (fault === undefined) throw new Error(`No fault is named ${name}`);
        const position = plant(directory, fault, a, b);
        planted.set(name, (planted.get(name) ?? 0) + 1);
        const { finding } = await verifyFolder(directory, signed.key);
        expect({ name, position: finding?.position ?? null }).toEqual({
          name,
          position: position === null ? null : BigInt(position),
        });
        expect(finding?.problem).toEqual(expect.any(String));
      }),
      { numRuns: 300, endOnFailure: true },
    );
    expect([...planted.keys()].sort()).toEqual(Object.keys(FAULTS).sort());
  }, 240_000);
});
