import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../src/domain/events.ts';
import type { Documents } from '../../../src/ports/documents.ts';
import type { EventLog, Position } from '../../../src/ports/event-log.ts';
import type { ProjectionEngine } from '../../../src/projections/engine/engine.ts';
import {
  bot,
  openReadSide,
  type ReadSide,
  record,
  runOf,
  startEngine,
  tally,
  tallyOf,
} from '../../support/projections/read-models.ts';
import { withDocuments } from '../../support/stores/faulty-documents.ts';

const many = (count: number): DomainEvent[] => Array.from({ length: count }, () => runOf('a', 1));
const [first, second] = [tally({ version: 1 }), tally({ version: 2 })];

/** A log of 1500 runs, read by version 1. */
async function readByFirstVersion(): Promise<ReadSide> {
  const side = await openReadSide();
  for (let batch = 0; batch < 5; batch += 1) await record(side, 'source-a', ...many(300));
  const { engine } = await startEngine(side, [first, tally({ name: 'other' })]);
  await engine.caughtUp();
  await engine.stop();
  return side;
}

/** Lets nothing of the named version through until the gate opens. */
function holdBack(
  documents: Documents,
  key: string,
): { documents: Documents; open: () => void; reached: Promise<void> } {
  const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = withDocuments(documents, {
    write: async (changes, checkpoints) => {
      if (checkpoints.some(({ projection }) => projection === key)) {
        reached.resolve();
        await gate.promise;
      }
      return documents.write(changes, checkpoints);
    },
  });
  return { documents: held, open: gate.resolve, reached: reached.promise };
}

describe('a new version of a read model', () => {
  it('is built beside the one in use, which answers until the swap and is gone afterwards', async () => {
    const side = await readByFirstVersion();
    const held = holdBack(side.documents, 'tally@2');
    const { engine } = await startEngine({ ...side, documents: held.documents }, [second, tally({ name: 'other' })]);
    await held.reached;
    expect(await side.documents.activeVersion('tally')).toBe(1);
    expect(await tallyOf(side.documents, first, 'a')).toMatchObject({ runs: 1500 });
    expect(await engine.status()).toMatchObject([{ projection: 'tally@2', phase: 'building' }, { phase: 'live' }]);
    held.open();
    await engine.caughtUp();
    expect(await side.documents.activeVersion('tally')).toBe(2);
    expect(await tallyOf(side.documents, second, 'a')).toMatchObject({ runs: 1500 });
    await side.documents.ensureCollection(first.collection);
    expect(await side.documents.count(first.collection, {})).toBe(0);
    expect(await side.documents.checkpoint('tally@1')).toBeNull();
  });

  it('misses nothing and counts nothing twice while events keep coming', async () => {
    const side = await readByFirstVersion();
    const other = tally({ name: 'other' });
    const { engine } = await startEngine(side, [second, other]);
    let last = await record(side, 'source-a', runOf('a', 1));
    for (let n = 0; n < 40; n += 1) last = await record(side, 'source-a', ...many(10));
    await engine.caughtUp();
    last = await record(side, 'source-a', runOf('a', 1));
    await engine.waitFor(last);
    expect(await tallyOf(side.documents, second, 'a')).toEqual({ chatbotId: bot, runs: 1902, sum: 1902 });
    expect(await tallyOf(side.documents, other, 'a')).toEqual({ chatbotId: bot, runs: 1902, sum: 1902 });
  });

  it('goes on where it was when the process ended in the middle of building it', async () => {
    const side = await readByFirstVersion();
    let writes = 0;
    const dying = withDocuments(side.documents, {
      write: async (changes, checkpoints) => {
        if (checkpoints.some(({ projection }) => projection === 'tally@2') && ++writes > 2) throw new Error('ended');
        return side.documents.write(changes, checkpoints);
      },
    });
    const killed = await startEngine({ ...side, documents: dying }, [second, tally({ name: 'other' })]);
    await expect.poll(() => killed.problems.length).toBeGreaterThan(0);
    await killed.engine.stop();
    const [started, head] = [await side.documents.checkpoint('tally@2'), await side.log.head()];
    expect(started !== null && head !== null && started.position < head).toBe(true);
    const { engine } = await startEngine(side, [second, tally({ name: 'other' })]);
    await engine.caughtUp();
    expect(await tallyOf(side.documents, second, 'a')).toMatchObject({ runs: 1500 });
    expect(await side.documents.activeVersion('tally')).toBe(2);
  });

  it('leaves nothing of older ones, also when the process ended before they were dropped', async () => {
    const side = await readByFirstVersion();
    const third = tally({ version: 3 });
    const forgetful = withDocuments(side.documents, { dropCollection: () => Promise.reject(new Error('ended')) });
    const cut = await startEngine({ ...side, documents: forgetful }, [third, tally({ name: 'other' })]);
    await expect.poll(() => side.documents.activeVersion('tally')).toBe(3);
    await cut.engine.stop();
    await side.documents.ensureCollection(first.collection);
    expect(await side.documents.count(first.collection, {})).toBe(1);
    const { engine } = await startEngine(side, [third, tally({ name: 'other' })]);
    await engine.caughtUp();
    await side.documents.ensureCollection(first.collection);
    expect(await side.documents.count(first.collection, {})).toBe(0);
  });

  it('may be an older one again: going back to the release before builds it anew', async () => {
    const side = await readByFirstVersion();
    for (const projection of [second, first]) {
      const { engine } = await startEngine(side, [projection]);
      await engine.caughtUp();
      await engine.stop();
      expect(await tallyOf(side.documents, projection, 'a')).toMatchObject({ runs: 1500 });
      expect(await side.documents.activeVersion('tally')).toBe(projection.collection.version);
    }
    await side.documents.ensureCollection(second.collection);
    expect(await side.documents.count(second.collection, {})).toBe(0);
  });

  it('leaves the one before to nodes of the release before, which keep it up to date, until its time is over', async () => {
    const side = await readByFirstVersion();
    const before = await startEngine(side, [first]);
    const { engine } = await startEngine(side, [second], { replacedRetentionMs: 3_000 });
    await engine.caughtUp();
    const last = await record(side, 'source-a', runOf('a', 1));
    await Promise.all([before.engine.waitFor(last), engine.waitFor(last)]);
    expect(await tallyOf(side.documents, first, 'a')).toMatchObject({ runs: 1501 });
    expect(await tallyOf(side.documents, second, 'a')).toMatchObject({ runs: 1501 });
    await before.engine.stop();
    await expect.poll(() => side.documents.checkpoint('tally@1'), { timeout: 10_000 }).toBeNull();
    expect(await side.documents.activeVersion('tally')).toBe(2);
  });

  it('is left alone by a newer one that was replaced meanwhile', async () => {
    const side = await readByFirstVersion();
    let lookedAt = 0;
    const activeVersion = (name: string) => {
      lookedAt += 1;
      return side.documents.activeVersion(name);
    };
    const watched = { ...side, documents: withDocuments(side.documents, { activeVersion }) };
    const newer = await startEngine(watched, [second], { replacedRetentionMs: 500 });
    await newer.engine.caughtUp();
    const looksOfTheSwap = lookedAt;
    const back = await startEngine(side, [first], { replacedRetentionMs: 60_000 });
    await back.engine.caughtUp();
    const last = await record(side, 'source-a', runOf('b', 1));
    await back.engine.waitFor(last);
    await expect.poll(() => lookedAt).toBeGreaterThan(looksOfTheSwap);
    await newer.engine.stop();
    expect(await tallyOf(side.documents, first, 'b')).toMatchObject({ runs: 1 });
    expect(await side.documents.activeVersion('tally')).toBe(1);
  });

  it('is waited for by nobody who reads the others', async () => {
    const side = await readByFirstVersion();
    const held = holdBack(side.documents, 'tally@2');
    const other = tally({ name: 'other' });
    const { engine } = await startEngine({ ...side, documents: held.documents }, [second, other]);
    await held.reached;
    await engine.waitFor(await record(side, 'source-a', runOf('b', 1)));
    expect(await tallyOf(side.documents, other, 'b')).toMatchObject({ runs: 1 });
    held.open();
  });
});

/** A log that also holds system events: no reader gets them, but subscriptions report their positions. */
function withEventsOfItsOwn(log: EventLog): EventLog {
  const behind = (position: Position | null) => ((position ?? 0n) + 1000n) as Position;
  return {
    append: (...given) => log.append(...given),
    readStream: (...given) => log.readStream(...given),
    readAll: (options) => log.readAll(options),
    head: () => log.head(),
    eventAt: (position) => log.eventAt(position),
    readLatest: (limit) => log.readLatest(limit),
    readEvents: (places) => log.readEvents(places),
    consume: (options) => log.consume(options),
    parkedWork: (...given) => log.parkedWork(...given),
    countParkedWork: (...given) => log.countParkedWork(...given),
    replayParkedWork: (group) => log.replayParkedWork(group),
    close: () => log.close(),
    subscribe(options) {
      const end = Promise.withResolvers<void>();
      const told = log.head().then((head) => options.onEvents([], behind(head)));
      return { ended: end.promise, stop: () => told.finally(end.resolve) };
    },
  };
}

describe('a projection that is new', () => {
  it.each([0, 300])('joins those that have passed over events of the log’s own behind %i of ours', async (count) => {
    const side = await openReadSide();
    if (count > 0) await record(side, 'source-a', ...many(count));
    const log = withEventsOfItsOwn(side.log);
    const before = await startEngine({ ...side, log: side.log }, [first]);
    await before.engine.caughtUp();
    await before.engine.stop();
    const further = await startEngine({ ...side, log }, [first]);
    const readTo = async (of: ProjectionEngine) => (await of.status()).map(({ checkpoint }) => checkpoint);
    await expect.poll(() => readTo(further.engine)).toEqual([1000n + BigInt(count)]);
    await further.engine.stop();
    const fresh = tally({ name: 'fresh' });
    const { engine } = await startEngine({ ...side, log }, [first, fresh]);
    await engine.caughtUp();
    await expect.poll(() => readTo(engine)).toEqual([1000n + BigInt(count), 1000n + BigInt(count)]);
    // A place in the log is one of its events: only those can be found again.
    expect((await side.documents.checkpoint('fresh@1'))?.position ?? 0n).toBe(BigInt(count));
    if (count > 0) expect(await tallyOf(side.documents, fresh, 'a')).toMatchObject({ runs: count });
  });

  it('catches up with those that are there, joins them, and gets what follows', async () => {
    const side = await readByFirstVersion();
    const fresh = tally({ name: 'fresh' });
    const { engine } = await startEngine(side, [first, fresh, tally({ name: 'other' })]);
    await engine.caughtUp();
    expect(await tallyOf(side.documents, fresh, 'a')).toMatchObject({ runs: 1500 });
    await engine.waitFor(await record(side, 'source-b', runOf('b', 7)));
    expect(await tallyOf(side.documents, fresh, 'b')).toEqual({ chatbotId: bot, runs: 1, sum: 7 });
    const checkpoints = (await engine.status()).map(({ checkpoint }) => checkpoint);
    expect(new Set(checkpoints).size).toBe(1);
  });

  it('does not keep the engine from stopping while it catches up', async () => {
    const side = await readByFirstVersion();
    const held = holdBack(side.documents, 'fresh@1');
    const { engine } = await startEngine({ ...side, documents: held.documents }, [first, tally({ name: 'fresh' })]);
    await held.reached;
    const caughtUp = engine.caughtUp().catch((error: unknown) => error);
    const stopping = engine.stop();
    held.open();
    await stopping;
    await caughtUp;
  });
});
