import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../src/domain/events.ts';
import type { RecordedEvent } from '../../../src/event-log/recorded-event.ts';
import { DEAD_LETTERS, type DeadLetter } from '../../../src/projections/engine/dead-letters.ts';
import { idOf } from '../../support/fixtures.ts';
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

const chatbotDeleted: DomainEvent = { type: 'ChatbotDeleted', data: { chatbotId: bot, ownerId: idOf('ada') } };

/** A fault that a release could mend: stumbles over the generations named, until mended. */
function fault(...generations: readonly number[]) {
  const state = { mended: false };
  const stumblesOver = ({ event }: RecordedEvent) =>
    !state.mended && event.type === 'IngestionStarted' && generations.includes(event.data.generation);
  return { state, stumblesOver };
}

const deadLettersIn = async ({ documents }: ReadSide) =>
  (await documents.find<DeadLetter>(DEAD_LETTERS, { where: {}, limit: 100 })).map(({ document }) => document);

describe('an event that a live read model cannot fold', () => {
  it('becomes a dead letter, counted and reported; all others are folded, by this model and the rest', async () => {
    const side = await openReadSide();
    const [faulty, sound] = [tally({ stumblesOver: fault(666).stumblesOver }), tally({ name: 'sound' })];
    const { engine, problems } = await startEngine(side, [faulty, sound]);
    await engine.caughtUp();
    await engine.waitFor(await record(side, 'source-a', runOf('a', 1), runOf('a', 666), runOf('a', 2)));
    expect(await tallyOf(side.documents, faulty, 'a')).toMatchObject({ runs: 2, sum: 3 });
    expect(await tallyOf(side.documents, sound, 'a')).toMatchObject({ runs: 3 });
    expect(await engine.status()).toMatchObject([
      { projection: 'tally@1', phase: 'live', poisoned: 1, staleMs: 0 },
      { projection: 'sound@1', phase: 'live', poisoned: 0 },
    ]);
    expect(problems).toEqual([
      {
        projection: 'tally@1',
        message:
          'Stored a dead letter: IngestionStarted at source-a@1: stumbled. The read model lacks it; the next start tries it again',
      },
    ]);
    expect(await deadLettersIn(side)).toMatchObject([
      { projection: 'tally@1', stream: 'source-a', revision: 1, type: 'IngestionStarted', reason: 'stumbled' },
    ]);
  });

  it('may be unreadable, and is ignored when its type is none that the model handles', async () => {
    const side = await openReadSide();
    const { engine, problems } = await startEngine(side, [tally()]);
    await engine.caughtUp();
    const broken = (type: string) => [{ id: idOf(type), type, data: { broken: true }, metadata: { version: 1 } }];
    await side.log.append('source-x', 'no-stream', broken('IngestionStarted'));
    await side.log.append('source-y', 'no-stream', broken('IngestionFailed'));
    await engine.waitFor(await record(side, 'source-a', runOf('a', 1)));
    expect(await engine.status()).toMatchObject([{ poisoned: 1 }]);
    const reason = 'its data does not fit the declaration';
    expect(problems.map(({ message }) => message)).toEqual([
      `Stored a dead letter: IngestionStarted at source-x@0: ${reason}. The read model lacks it; the next start tries it again`,
    ]);
    expect(await deadLettersIn(side)).toMatchObject([{ reason }]);
    expect(await engine.replayDeadLetters('tally@1')).toBe(1);
    expect(await tallyOf(side.documents, tally(), 'a')).toMatchObject({ runs: 1 });
  });

  it('is still a dead letter after a restart, and tried again then: the new release may have mended it', async () => {
    const side = await openReadSide();
    const { state, stumblesOver } = fault(666);
    const faulty = tally({ stumblesOver });
    const first = await startEngine(side, [faulty]);
    await first.engine.caughtUp();
    await first.engine.waitFor(await record(side, 'source-a', runOf('a', 1), runOf('a', 666)));
    await first.engine.stop();

    const unmended = await startEngine(side, [faulty]);
    await unmended.engine.caughtUp();
    expect(await unmended.engine.status()).toMatchObject([{ poisoned: 1 }]);
    await unmended.engine.stop();
    expect(await deadLettersIn(side)).toHaveLength(1);

    state.mended = true;
    const { engine } = await startEngine(side, [faulty]);
    await expect.poll(async () => (await engine.status())[0]?.poisoned).toBe(0);
    expect(await tallyOf(side.documents, faulty, 'a')).toMatchObject({ runs: 2, sum: 667 });
    expect(await deadLettersIn(side)).toEqual([]);
  });
});

describe('replaying dead letters', () => {
  async function withPoison(facts: readonly DomainEvent[], ...generations: readonly number[]) {
    const side = await openReadSide();
    const { state, stumblesOver } = fault(...generations);
    const faulty = tally({ stumblesOver });
    const { engine } = await startEngine(side, [faulty]);
    await engine.caughtUp();
    for (const fact of facts) await record(side, 'source-a', fact);
    await engine.waitFor(await side.log.head());
    return { side, engine, faulty, state };
  }

  it('gives the documents that a rebuild gives, in whatever order things had happened', async () => {
    const facts = [3, 666, 4, 667, 5, 6, 7, 8, 9, 10, 668].map((generation) => runOf('a', generation));
    const { side, engine, faulty, state } = await withPoison(facts, 666, 667, 668);
    expect(await tallyOf(side.documents, faulty, 'a')).toMatchObject({ runs: 8 });
    expect(await engine.status()).toMatchObject([{ poisoned: 3 }]);
    state.mended = true;
    expect(await engine.replayDeadLetters('tally@1')).toBe(0);
    expect(await engine.status()).toMatchObject([{ poisoned: 0 }]);
    expect(await tallyOf(side.documents, faulty, 'a')).toMatchObject({ runs: 11, sum: 52 + 666 + 667 + 668 });
    expect(await engine.replayDeadLetters('tally@1')).toBe(0);
    expect(await tallyOf(side.documents, faulty, 'a')).toMatchObject({ runs: 11 });
  });

  it('brings nothing back that has ended since', async () => {
    const { side, engine, faulty, state } = await withPoison([runOf('a', 666), chatbotDeleted], 666);
    state.mended = true;
    expect(await engine.replayDeadLetters('tally@1')).toBe(0);
    expect(await tallyOf(side.documents, faulty, 'a')).toBeNull();
  });

  it('leaves alone what it does not concern, and what still cannot be folded', async () => {
    const facts = [runOf('a', 1), runOf('a', 666), runOf('b', 1), runOf('b', 667), runOf('c', 1)];
    const { side, engine, faulty } = await withPoison(facts, 666, 667);
    expect(await engine.replayDeadLetters('tally@1')).toBe(2);
    for (const source of ['a', 'b', 'c']) {
      expect(await tallyOf(side.documents, faulty, source)).toMatchObject({ runs: 1, sum: 1 });
    }
    expect((await deadLettersIn(side)).map(({ revision }) => revision)).toEqual([1, 3]);
  });

  it('settles what can be folded now, and keeps the rest', async () => {
    const facts = [runOf('a', 666), runOf('b', 667)];
    const side = await openReadSide();
    const [both, one] = [fault(666, 667), fault(667)];
    const before = await startEngine(side, [tally({ stumblesOver: both.stumblesOver })]);
    await before.engine.caughtUp();
    await before.engine.waitFor(await record(side, 'source-a', ...facts));
    await before.engine.stop();
    const after = await startEngine(side, [tally({ stumblesOver: one.stumblesOver })]);
    await expect.poll(async () => (await after.engine.status())[0]?.poisoned).toBe(1);
    expect(await tallyOf(side.documents, tally(), 'a')).toMatchObject({ runs: 1, sum: 666 });
    expect(await tallyOf(side.documents, tally(), 'b')).toBeNull();
  });

  it('loses nothing that is recorded meanwhile', async () => {
    const facts = [runOf('a', 1), runOf('a', 666)];
    const { side, engine, faulty, state } = await withPoison(facts, 666);
    state.mended = true;
    const replaying = engine.replayDeadLetters('tally@1');
    for (let n = 0; n < 20; n += 1) await record(side, 'source-a', runOf('a', 1));
    await replaying;
    await engine.waitFor(await side.log.head());
    expect(await tallyOf(side.documents, faulty, 'a')).toMatchObject({ runs: 22, sum: 687 });
  });

  it('of a model that is not live is refused', async () => {
    const { engine } = await withPoison([], 666);
    await expect(engine.replayDeadLetters('unheard@1')).rejects.toThrow(RangeError);
  });
});

describe('an event that a model being built cannot fold', () => {
  it('stops it and says so; the others go on, and the version in use stays in use', async () => {
    const side = await openReadSide();
    await record(side, 'source-a', runOf('a', 1), runOf('a', 666));
    const first = await startEngine(side, [tally(), tally({ name: 'sound' })]);
    await first.engine.caughtUp();
    await first.engine.stop();

    const faulty = tally({ version: 2, stumblesOver: fault(666).stumblesOver });
    const { engine, problems } = await startEngine(side, [faulty, tally({ name: 'sound' }), tally({ name: 'new' })]);
    const why = 'IngestionStarted at source-a@1: stumbled';
    await expect(engine.caughtUp()).rejects.toThrow(`tally@2 stopped at ${why}`);
    expect(problems).toContainEqual({
      projection: 'tally@2',
      message: `Rebuild stopped at ${why}. Start a release that can read this event, or restore the log from a backup where npm run audit -- verify says that it was changed`,
    });
    await engine.waitFor(await record(side, 'source-a', runOf('a', 2)));
    expect(await engine.status()).toMatchObject([
      { projection: 'tally@2', phase: 'stopped', stoppedBy: why, poisoned: 0 },
      { projection: 'sound@1', phase: 'live', staleMs: 0 },
      { projection: 'new@1', phase: 'live', staleMs: 0 },
    ]);
    expect(await tallyOf(side.documents, tally({ name: 'new' }), 'a')).toMatchObject({ runs: 3 });
    expect(await side.documents.activeVersion('tally')).toBe(1);
    expect(await tallyOf(side.documents, tally(), 'a')).toMatchObject({ runs: 2 });
    expect(await deadLettersIn(side)).toEqual([]);
  });

  it('stops it on a first start too, and the next release that can fold it builds it', async () => {
    const side = await openReadSide();
    await record(side, 'source-a', runOf('a', 1), runOf('a', 666));
    const { state, stumblesOver } = fault(666);
    const faulty = tally({ stumblesOver });
    const first = await startEngine(side, [faulty, tally({ name: 'sound' })]);
    await expect(first.engine.caughtUp()).rejects.toThrow('tally@1 stopped');
    expect(await tallyOf(side.documents, tally({ name: 'sound' }), 'a')).toMatchObject({ runs: 2 });
    await first.engine.stop();
    state.mended = true;
    const { engine } = await startEngine(side, [faulty, tally({ name: 'sound' })]);
    await engine.caughtUp();
    expect(await tallyOf(side.documents, faulty, 'a')).toMatchObject({ runs: 2, sum: 667 });
  });
});
