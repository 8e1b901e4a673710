import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../src/domain/events.ts';
import type { Documents } from '../../../src/ports/documents.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import type { Projection } from '../../../src/projections/projection.ts';
import { withAppend } from '../../support/inside.ts';
import {
  openReadSide,
  type ReadSide,
  record,
  runOf,
  startEngine,
  tally,
  tallyOf,
} from '../../support/projections/read-models.ts';
import { withDocuments } from '../../support/stores/faulty-documents.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const many = (count: number): DomainEvent[] => Array.from({ length: count }, () => runOf('a', 1));
const away = () => new StoreUnavailable('documents', 'away');

/** Number of events in the log up to the projection's checkpoint, and the number that its documents count. */
async function standing({ log }: ReadSide, documents: Documents, projection: Projection) {
  const place = await documents.checkpoint(`${projection.collection.name}@${projection.collection.version}`);
  const checkpoint = place?.position ?? null;
  const { events } = await log.readAll({ after: null, limit: 100_000 });
  const passed = events.filter(({ position }) => checkpoint !== null && position <= checkpoint).length;
  return { passed, counted: (await tallyOf(documents, projection, 'a'))?.runs ?? 0, all: events.length };
}

describe('a store of documents that fails', () => {
  it.each([
    ['before it has written', false],
    ['after it has written, so that all comes again', true],
  ])('%s costs no event and counts none twice', async (_when, written) => {
    const side = await openReadSide();
    let failures = 2;
    const documents = withDocuments(side.documents, {
      write: async (changes, checkpoints) => {
        if (failures === 0) return side.documents.write(changes, checkpoints);
        failures -= 1;
        // A store without transactions may have written the documents without the checkpoint.
        if (written) await side.documents.write(changes, []);
        throw away();
      },
    });
    const poisonous = tally({
      name: 'poisonous',
      stumblesOver: ({ event }) => event.type === 'IngestionStarted' && event.data.generation === 666,
    });
    await side.documents.ensureCollection(poisonous.collection);
    await side.documents.activateVersion('poisonous', 1);
    const { engine, problems } = await startEngine({ ...side, documents }, [tally(), poisonous]);
    await record(side, 'source-a', ...many(400), runOf('a', 666));
    await engine.waitFor(await record(side, 'source-a', ...many(99)));
    expect(await tallyOf(side.documents, tally(), 'a')).toMatchObject({ runs: 500 });
    expect(await tallyOf(side.documents, poisonous, 'a')).toMatchObject({ runs: 499 });
    expect(await engine.status()).toMatchObject([{ poisoned: 0 }, { poisoned: 1 }]);
    expect(problems.filter(({ message }) => message.includes('subscription failed'))).toHaveLength(2);
  });

  it('is tried again without a further event, also when the last batch was a full one', async () => {
    const side = await openReadSide();
    await record(side, 'source-a', ...many(128));
    let failures = 1;
    const documents = withDocuments(side.documents, {
      write: async (changes, checkpoints) => {
        if (failures-- > 0) throw away();
        return side.documents.write(changes, checkpoints);
      },
    });
    const { engine } = await startEngine({ ...side, documents }, [tally()]);
    await engine.caughtUp();
    expect(await standing(side, side.documents, tally())).toEqual({ passed: 128, counted: 128, all: 128 });
  });

  it('in the middle of catching up is tried again until it works', async () => {
    const side = await openReadSide();
    for (let batch = 0; batch < 4; batch += 1) await record(side, 'source-a', ...many(300));
    const first = await startEngine(side, [tally()]);
    await first.engine.caughtUp();
    await first.engine.stop();
    let writes = 0;
    let activations = 0;
    const documents = withDocuments(side.documents, {
      write: async (changes, checkpoints) => {
        writes += 1;
        if (writes === 2) throw away();
        return side.documents.write(changes, checkpoints);
      },
      activateVersion: async (name, version) => {
        activations += 1;
        if (activations === 1) throw away();
        return side.documents.activateVersion(name, version);
      },
    });
    const fresh = tally({ name: 'fresh' });
    const { engine, problems } = await startEngine({ ...side, documents }, [tally(), fresh]);
    await engine.caughtUp();
    expect(await tallyOf(side.documents, fresh, 'a')).toMatchObject({ runs: 1200 });
    expect(await side.documents.activeVersion('fresh')).toBe(1);
    expect(problems.map(({ message }) => message)).toEqual([
      'Projections failed to catch up; will retry',
      'Projections failed to catch up; will retry',
    ]);
  });

  it('does not keep the engine from stopping', async () => {
    const side = await openReadSide();
    const documents = withDocuments(side.documents, { write: () => Promise.reject(away()) });
    const { engine, problems } = await startEngine({ ...side, documents }, [tally()]);
    await record(side, 'source-a', ...many(10));
    await expect.poll(() => problems.length).toBeGreaterThan(0);
    await engine.stop();
  });
});

describe('a log that fails', () => {
  it('is followed again from where the documents are', async () => {
    const side = await openReadSide();
    let broken = true;
    const log = {
      ...withAppend(side.log, (...append) => side.log.append(...append)),
      subscribe: ((options) =>
        side.log.subscribe({
          ...options,
          onEvents: async (events, readTo) => {
            await options.onEvents(events, readTo);
            if (broken) {
              broken = false;
              throw new StoreUnavailable('event log', 'the connection broke');
            }
          },
        })) satisfies ReadSide['log']['subscribe'],
    };
    const { engine } = await startEngine({ ...side, log }, [tally()]);
    await record(side, 'source-a', ...many(3));
    await expect.poll(() => broken).toBe(false);
    await engine.waitFor(await record(side, 'source-a', ...many(3)));
    expect(await tallyOf(side.documents, tally(), 'a')).toMatchObject({ runs: 6 });
  });
});

describe('a process that is killed', () => {
  it('leaves no checkpoint ahead of its documents, at whatever write it ends, and the next one goes on', async () => {
    const directory = temporaryDirectory();
    const projection = tally();
    let side = await openReadSide(directory);
    for (let batch = 0; batch < 10; batch += 1) await record(side, 'source-a', ...many(1000));
    for (const lastWrite of [1, 2, 1, 2]) {
      let writes = 0;
      const reached = Promise.withResolvers<void>();
      const { documents } = side;
      const dying = withDocuments(documents, {
        write: async (changes, checkpoints) => {
          writes += 1;
          if (writes < lastWrite) return documents.write(changes, checkpoints);
          // The last write is under way when the process ends: it may be there or not, and nothing follows it.
          if (writes === lastWrite) documents.write(changes, checkpoints).catch(() => undefined);
          reached.resolve();
          throw away();
        },
      });
      const killed = await startEngine({ ...side, documents: dying }, [projection]);
      await reached.promise;
      await documents.close();
      await killed.engine.stop();
      await side.log.close();

      side = await openReadSide(directory, side.keys);
      const found = await standing(side, side.documents, projection);
      expect(found.counted).toBe(found.passed);
    }
    const { engine } = await startEngine(side, [projection]);
    await engine.caughtUp();
    expect(await standing(side, side.documents, projection)).toEqual({ passed: 10_000, counted: 10_000, all: 10_000 });
  });
});
