/** Read models that are put back to an older state under a running engine, as by a MongoDB that is restored from a snapshot. */
import { describe, expect, it } from 'vitest';
import type { Documents } from '../../../src/ports/documents.ts';
import type { Projection } from '../../../src/projections/projection.ts';
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

const models = [tally(), tally({ name: 'other' })];
const [projection] = models as [Projection];
const [first, second, other] = [tally({ version: 1 }), tally({ version: 2 }), tally({ name: 'other' })];
/** No store is restored within a second of a response. */
const NO_RESTORE_WITHIN_MS = 1_100;

/** Read models that hold the first run of source a, and documents that can be replaced by others. */
async function withOlderState() {
  const side = await openReadSide();
  await record(side, 'source-a', runOf('a', 1));
  const older = (await openReadSide(temporaryDirectory())).documents;
  const first = await startEngine({ ...side, documents: older }, models);
  await first.engine.caughtUp();
  await first.engine.stop();
  let current: Documents = side.documents;
  const documents = new Proxy(side.documents, {
    get: (_, property: keyof Documents) => current[property].bind(current),
  });
  return {
    side: { ...side, documents } satisfies ReadSide,
    putBack() {
      current = older;
    },
  };
}

describe('Read models that are put back to an older state', () => {
  it.each([
    ['by the next write', { verifyDocumentsEveryMs: 600_000 }],
    ['by a look now and then', { verifyDocumentsEveryMs: 20 }],
  ])('are noticed %s, and miss no event once they have caught up', async (_, options) => {
    const { side, putBack } = await withOlderState();
    const { engine, problems } = await startEngine(side, models, options);
    await engine.caughtUp();
    await engine.waitFor(await record(side, 'source-a', runOf('a', 2), runOf('a', 3)));
    putBack();
    await new Promise((resolve) => setTimeout(resolve, NO_RESTORE_WITHIN_MS));
    const position = await record(side, 'source-a', runOf('a', 4));
    await expect
      .poll(() =>
        engine.waitFor(position).then(
          () => engine.isRebuilding,
          () => true,
        ),
      )
      .toBe(false);
    for (const model of models) {
      expect(await tallyOf(side.documents, model, 'a')).toMatchObject({ runs: 4, sum: 10 });
    }
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { message: expect.stringMatching(/^The read models were put back to an older state: tally@1 has read to/) },
    ]);
  });

  it('are read from as soon as they have caught up, also when no event follows', async () => {
    const { side, putBack } = await withOlderState();
    const { engine } = await startEngine(side, models, { verifyDocumentsEveryMs: 20 });
    await engine.caughtUp();
    await engine.waitFor(await record(side, 'source-a', runOf('a', 2)));
    putBack();
    await expect.poll(() => tallyOf(side.documents, projection, 'a')).toMatchObject({ runs: 2, sum: 3 });
    await expect.poll(() => engine.isRebuilding).toBe(false);
  });

  it('are noticed also in a version that is still being built, which is built from there', async () => {
    const side = await openReadSide();
    for (let batch = 0; batch < 5; batch += 1) await record(side, 'source-a', ...Array(300).fill(runOf('a', 1)));
    const before = await startEngine(side, [first, other]);
    await before.engine.caughtUp();
    await before.engine.stop();
    const [stored, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const getMany: Documents['getMany'] = async (collection, ids) => {
      if (collection === second.collection && (await side.documents.checkpoint('tally@2')) !== null) {
        stored.resolve();
        await goOn.promise;
      }
      return side.documents.getMany(collection, ids);
    };
    const documents = withDocuments(side.documents, { getMany });
    const { engine } = await startEngine({ ...side, documents }, [second, other], { verifyDocumentsEveryMs: 20 });
    await stored.promise;
    await side.documents.dropCollection(second.collection);
    await new Promise((resolve) => setTimeout(resolve, NO_RESTORE_WITHIN_MS));
    goOn.resolve();
    await engine.caughtUp();
    expect(await tallyOf(side.documents, second, 'a')).toMatchObject({ runs: 1500 });
  });

  it('are not put in place of those of a newer release, which has dropped them', async () => {
    const side = await openReadSide();
    await record(side, 'source-a', runOf('a', 1));
    const options = { replacedRetentionMs: 30, verifyDocumentsEveryMs: 20 };
    const old = await startEngine(side, [first, other], options);
    await old.engine.caughtUp();
    const upgraded = await startEngine(side, [second, other], options);
    await upgraded.engine.caughtUp();
    await expect.poll(() => side.documents.checkpoint('tally@1')).toBeNull();
    await expect.poll(() => old.problems.length).toBeGreaterThan(0);
    await expect.poll(() => old.engine.isRebuilding).toBe(false);
    await old.engine.waitFor(await record(side, 'source-a', runOf('a', 2)));
    expect(await tallyOf(side.documents, first, 'a')).toMatchObject({ runs: 2, sum: 3 });
    expect(await side.documents.activeVersion('tally')).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await tallyOf(side.documents, second, 'a')).toMatchObject({ runs: 2, sum: 3 });
    expect(upgraded.problems).toEqual([]);
  });

  it('are looked for in a store that hangs, which keeps no engine from stopping', async () => {
    const side = await openReadSide();
    const hanging = Promise.withResolvers<never>();
    const looked = Promise.withResolvers<void>();
    const checkpoints: Documents['checkpoints'] = () => {
      looked.resolve();
      return hanging.promise;
    };
    await record(side, 'source-a', runOf('a', 1));
    const documents = withDocuments(side.documents, { checkpoints });
    const { engine } = await startEngine({ ...side, documents }, models, { verifyDocumentsEveryMs: 20 });
    await engine.caughtUp();
    await looked.promise;
    await engine.stop();
    expect(engine.isRebuilding).toBe(false);
  });
});
