import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEventStoreLog } from '../../../src/adapters/eventstoredb/event-log.ts';
import { openEventStoreLogImport } from '../../../src/adapters/eventstoredb/import-event-log.ts';
import { readFileTreeHeads } from '../../../src/adapters/files/tree-heads.ts';
import { openSqliteLogImport } from '../../../src/adapters/sqlite/event-log/import-event-log.ts';
import { openRawSqliteLog } from '../../../src/adapters/sqlite/event-log/raw-event-log.ts';
import { verifyLog } from '../../../src/audit/verify/log-verifier.ts';
import { headsBeside } from '../../../src/audit/verify/stored-heads.ts';
import { compareLogs, LogsDiffer, PositionMap } from '../../../src/composition/migration/compare-logs.ts';
import { copyLog } from '../../../src/composition/migration/copy-log.ts';
import type { EventLog, Position, ReadableLog, StoredEvent } from '../../../src/ports/event-log.ts';
import type { LogImport } from '../../../src/ports/migration/log-import.ts';
import { TestEventStore } from '../../support/engines/eventstoredb/test-server.ts';
import { openLogFor, writeSignedLog } from '../../support/stores/signed-log.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

interface Target {
  readonly target: EventLog;
  readonly into: LogImport;
}

async function eventStore(): Promise<Target> {
  const server = await TestEventStore.start();
  const target = await openEventStoreLog({ url: server.url });
  const into = openEventStoreLogImport({ url: server.url });
  onTestFinished(async () => {
    for (const each of [into, target]) await each.close();
    await server.stop();
  });
  return { target, into };
}

async function embedded(directory = temporaryDirectory()): Promise<Target> {
  const into = await openSqliteLogImport({ directory });
  onTestFinished(() => into.close());
  return { target: await openLogFor(directory), into };
}

const quiet = { onProgress: () => undefined };
const copy = (source: ReadableLog, { target, into }: Target) => copyLog({ source, target, into, ...quiet });
const compare = (source: ReadableLog, target: ReadableLog, positions = new PositionMap([], 0)) =>
  compareLogs({ source, target, positions, ...quiet });
const all = async (log: ReadableLog): Promise<readonly StoredEvent[]> =>
  (await log.readAll({ after: null, limit: 10_000 })).events;

/** Takes over that many events, then ends as a killed process does. */
const endingAfter = (count: number, into: LogImport): LogImport => {
  let left = count;
  return {
    importEvents: async (events) => {
      await into.importEvents(events.slice(0, left));
      left -= events.length;
      if (left < 0) throw new Error('killed');
    },
    close: () => into.close(),
  };
};

describe('A log that migrates', () => {
  test('to EventStoreDB and back keeps ids, revisions, times, and on its way back its positions', async () => {
    const directory = temporaryDirectory();
    const { events } = await writeSignedLog(directory, 60);
    const source = await openLogFor(directory);
    const away = await eventStore();
    expect(await copy(source, away)).toBe(events);
    const migrated = await all(away.target);
    const original = await all(source);
    const kept = ({ position: _position, recordedPosition: _recorded, ...event }: StoredEvent) => event;
    expect(migrated.map(kept)).toEqual(original.map(kept));
    expect(migrated.map(({ recordedPosition }) => recordedPosition)).toEqual(original.map(({ position }) => position));

    const back = await embedded();
    await copy(away.target, back);
    expect(await all(back.target)).toEqual(original);
  });

  test('has the same tree, and still agrees with every head that was signed before', async () => {
    const directory = temporaryDirectory();
    const { events, key } = await writeSignedLog(directory, 60);
    const source = await openLogFor(directory);
    const away = await eventStore();
    await copy(source, away);
    await away.target.append('chatbot-later', 'no-stream', [
      { id: '0190aaaa-0000-7000-8000-000000000001', type: 'Later', data: {}, metadata: { previous: null } },
    ]);
    const backDirectory = temporaryDirectory();
    const back = await embedded(backDirectory);
    await copy(away.target, back);
    expect(await compare(away.target, back.target)).toMatchObject({ events: events + 1 });

    const heads = await headsBeside(readFileTreeHeads({ directory }), key);
    if (!heads.ok) throw new Error('The head was not signed with the key');
    const raw = openRawSqliteLog({ directory: backDirectory });
    onTestFinished(() => raw.close());
    const open = heads.heads.map((head) => ({ ...head, closed: false }));
    const verdict = await verifyLog({ raw, log: back.target, key, heads: open });
    expect(verdict).toMatchObject({ finding: null, events: events + 1, signed: { size: events } });
    const later = (await back.target.readLatest(1))[0];
    expect(later?.position).toBe(BigInt(events + 1));
    expect(later?.recordedPosition).toBe((await away.target.readLatest(1))[0]?.position);
  });

  test.each([
    ['EventStoreDB', eventStore],
    ['an embedded store', embedded],
  ])('into %s goes on after an interruption, and holds nothing twice', async (_name, open) => {
    const directory = temporaryDirectory();
    const { events } = await writeSignedLog(directory, 60);
    const source = await openLogFor(directory);
    const { target, into } = await open();
    for (const [from, to] of [
      [0, 1],
      [1, 8],
      [8, 31],
    ] as const) {
      await expect(copy(source, { target, into: endingAfter(to - from, into) })).rejects.toThrow('killed');
      expect(await all(target)).toHaveLength(to);
    }
    expect(await copy(source, { target, into })).toBe(events - 31);
    expect((await compare(source, target)).events).toBe(events);
  });

  test('recognises an append that arrived after its process was killed', async () => {
    const directory = temporaryDirectory();
    const { events } = await writeSignedLog(directory, 30);
    const source = await openLogFor(directory);
    const { target, into } = await eventStore();
    const early = (await all(source)).slice(0, 5);
    await into.importEvents(early);
    await into.importEvents(early);
    await copy(source, { target, into });
    expect((await compare(source, target)).events).toBe(events);
  });

  test('keeps the order of many appends that are on their way at once', async () => {
    const directory = temporaryDirectory();
    const { events } = await writeSignedLog(directory, 40);
    const source = await openLogFor(directory);
    const streams = Array.from({ length: 700 }, (_, number) => `chatbot-${number % 90}-many`);
    const revisions = new Map<string, number>();
    for (const stream of streams) {
      const revision = revisions.get(stream) ?? -1;
      revisions.set(stream, revision + 1);
      const event = { id: randomUUID(), type: 'Many', data: { text: 'ü'.repeat(300) }, metadata: {} };
      await source.append(stream, revision === -1 ? 'no-stream' : revision, [event]);
    }
    const away = await eventStore();
    expect(await copy(source, away)).toBe(events + streams.length);
    expect((await compare(source, away.target)).events).toBe(events + streams.length);
  });

  test('is refused by a log that holds other events', async () => {
    await writeSignedLog(temporaryDirectory(), 5);
    const [here, there] = [temporaryDirectory(), temporaryDirectory()];
    await writeSignedLog(here, 5);
    await writeSignedLog(there, 5);
    const target = await embedded(there);
    await expect(copy(await openLogFor(here), target)).rejects.toThrow('holds events that the source does not have');
  });

  test('is compared event by event', async () => {
    const directory = temporaryDirectory();
    await writeSignedLog(directory, 20);
    const source = await openLogFor(directory);
    const { target, into } = await eventStore();
    await into.importEvents((await all(source)).slice(0, 7));
    await expect(compare(source, target)).rejects.toThrow(/conversation|chatbot|account|source|treehead/);
    const [changed] = (await all(source)).slice(7, 8);
    if (changed === undefined) throw new Error('There is no such event');
    await into.importEvents([{ ...changed, recordedAt: changed.recordedAt + 1 }]);
    await expect(compare(source, target)).rejects.toThrow(LogsDiffer);
    await expect(compare(source, target)).rejects.toThrow('differs in the target');
  });

  test('tells where places of the source are in the target', async () => {
    const directory = temporaryDirectory();
    await writeSignedLog(directory, 10);
    const source = await openLogFor(directory);
    const away = await eventStore();
    await copy(source, away);
    const target = (await all(away.target)).map(({ position }) => position);
    const positions = new PositionMap([3n, 1n, 9_999n] as Position[], 4);
    await compare(source, away.target, positions);
    expect(positions.of(3n as Position)).toEqual({ upTo: target[2], before: target[1] });
    expect(positions.of(1n as Position)).toEqual({ upTo: target[0], before: null });
    expect(positions.of(9_999n as Position)).toEqual({ upTo: target.at(-1), before: target.at(-1) });
    expect(positions.endOfTree).toBe(target[3]);
  });
});
