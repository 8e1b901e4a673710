/** A log that is no longer the one that the read models were built from. */
import { describe, expect, it } from 'vitest';
import type { EventLog } from '../../../src/ports/event-log.ts';
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
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const projection = tally();
const other = tally({ name: 'other' });
const models = [projection, other];

/** Read to its end, three runs of source a, by read models that are no longer followed. */
async function readToTheEnd(): Promise<ReadSide> {
  const side = await openReadSide();
  await record(side, 'source-a', runOf('a', 1), runOf('a', 2), runOf('a', 3));
  const { engine } = await startEngine(side, models);
  await engine.caughtUp();
  await engine.stop();
  return side;
}

/** Another log: sources in their order, one run each. */
async function logOf(...sources: readonly string[]): Promise<ReadSide> {
  const side = await openReadSide(temporaryDirectory());
  for (const source of sources) await record(side, `source-${source}`, runOf(source, 1));
  return side;
}

describe('a log in the place of the one that was read', () => {
  it.each([
    ['ends before the checkpoint', ['x', 'y']],
    ['is empty', []],
    ['is as long, with other events', ['x', 'y', 'z']],
    ['is longer, with other events', ['x', 'y', 'z', 'z']],
  ])('is noticed at the start when it %s: the read models are rebuilt, and that is told', async (_, sources) => {
    const { documents } = await readToTheEnd();
    const side = { ...(await logOf(...new Set(sources))), documents };
    const { engine, problems } = await startEngine(side, models);
    const rebuiltBecause = expect.stringMatching(/^it (ends at|holds)/);
    expect(await engine.status()).toMatchObject(models.map(() => ({ rebuiltBecause })));
    await engine.caughtUp();
    expect(await tallyOf(documents, projection, 'a')).toBeNull();
    for (const source of new Set(sources)) expect(await tallyOf(documents, other, source)).toMatchObject({ runs: 1 });
    await engine.waitFor(await record(side, 'source-new', runOf('new', 4)));
    expect(await tallyOf(documents, projection, 'new')).toEqual({ chatbotId: bot, runs: 1, sum: 4 });
    expect(problems).toMatchObject([
      { severity: 'error', message: expect.stringMatching(/not the one that .* rebuilt/) },
    ]);
    expect(await engine.status()).toMatchObject(models.map(() => ({ phase: 'live', rebuiltBecause })));
  });

  it('is taken for the same one when it has grown, and by checkpoints of a release that kept no ids', async () => {
    const side = await readToTheEnd();
    const { position } = (await side.documents.checkpoint('tally@1')) ?? {};
    expect(position).toBe(3n);
    await record(side, 'source-b', runOf('b', 1));
    const { engine, problems } = await startEngine(side, models);
    await engine.caughtUp();
    expect(await tallyOf(side.documents, projection, 'a')).toMatchObject({ runs: 3 });
    expect(problems).toEqual([]);
    await engine.stop();

    if (position === undefined) throw new Error('No checkpoint was kept');
    await side.documents.dropCollection(projection.collection);
    await side.documents.ensureCollection(projection.collection);
    await side.documents.write([], [{ projection: 'tally@1', position, eventId: null }]);
    const again = await startEngine(side, models);
    await again.engine.caughtUp();
    expect(again.problems).toEqual([]);
    expect(await tallyOf(side.documents, projection, 'b')).toMatchObject({ runs: 1 });
    expect(await tallyOf(side.documents, projection, 'a')).toBeNull();
  });

  it('is noticed while it is followed, by a look now and then and by a subscription that breaks', async () => {
    for (const told of [true, false]) {
      const side = await readToTheEnd();
      const replaced = await logOf('x');
      const place = switchable(side.log);
      let forgotten = 0;
      const { engine, problems } = await startEngine({ ...side, log: place.log }, models, {
        verifyEveryMs: told ? 600_000 : 20,
        onLogReplaced: () => {
          forgotten += 1;
        },
      });
      await engine.caughtUp();
      await place.subscribed;
      place.switchTo(replaced.log);
      if (told) place.breakSubscriptions();
      await expect.poll(() => tallyOf(side.documents, projection, 'x')).toMatchObject({ runs: 1 });
      await expect.poll(() => engine.isRebuilding).toBe(false);
      expect(await tallyOf(side.documents, projection, 'a')).toBeNull();
      await engine.waitFor(await record(replaced, 'source-y', runOf('y', 1)));
      expect(await tallyOf(side.documents, other, 'y')).toMatchObject({ runs: 1 });
      expect(forgotten).toBe(1);
      expect(problems.filter(({ message }) => message.includes('not the one that'))).toHaveLength(1);
      expect(await engine.status()).toMatchObject(models.map(() => ({ phase: 'live' })));
      await engine.stop();
    }
  });
});

/** A log that can be replaced by another one, as on a server that is restored from a backup. */
function switchable(first: EventLog) {
  let current = first;
  let breakSubscription = () => {};
  const subscribed = Promise.withResolvers<void>();
  const log = new Proxy(first, {
    get(_, property: keyof EventLog) {
      if (property === 'subscribe') return subscribe;
      return current[property].bind(current);
    },
  });
  /** Goes on with the log that was there, as a server does that has nothing behind the position. */
  const subscribe: EventLog['subscribe'] = (options) => {
    const subscription = current.subscribe(options);
    subscribed.resolve();
    const broken = Promise.withResolvers<void>();
    breakSubscription = () => {
      void subscription.stop();
      broken.reject(new Error('the connection broke'));
    };
    return { ended: Promise.race([subscription.ended, broken.promise]), stop: () => subscription.stop() };
  };
  return {
    log,
    /** Settles when somebody follows it. */
    subscribed: subscribed.promise,
    switchTo: (next: EventLog) => {
      current = next;
    },
    breakSubscriptions: () => breakSubscription(),
  };
}
