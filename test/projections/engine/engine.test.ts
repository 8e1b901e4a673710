import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../../src/domain/events.ts';
import type { Position } from '../../../src/ports/event-log.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { idOf } from '../../support/fixtures.ts';
import {
  bot,
  modelsOf,
  openReadSide,
  record,
  runOf,
  startEngine,
  tally,
  tallyOf,
} from '../../support/projections/read-models.ts';
import { withDocuments } from '../../support/stores/faulty-documents.ts';

const beyondAll = (2n ** 60n) as Position;
const chatbotDeleted = (chatbotId: string): DomainEvent => ({
  type: 'ChatbotDeleted',
  data: { chatbotId, ownerId: idOf('ada') },
});

describe('a read model', () => {
  it('is made from the log as it stands, and used from then on', async () => {
    const side = await openReadSide();
    const projection = tally();
    const head = await record(side, 'source-a', runOf('a', 1), runOf('a', 2));
    const { engine } = await startEngine(side, [projection]);
    await engine.caughtUp();
    expect(await tallyOf(side.documents, projection, 'a')).toEqual({ chatbotId: bot, runs: 2, sum: 3 });
    expect(await side.documents.activeVersion('tally')).toBe(1);
    expect(await engine.status()).toEqual([
      {
        projection: 'tally@1',
        phase: 'live',
        checkpoint: head,
        staleMs: 0,
        poisoned: 0,
        stoppedBy: null,
        rebuiltBecause: null,
      },
    ]);
  });

  it('of an empty log is ready at once', async () => {
    const side = await openReadSide();
    const { engine } = await startEngine(side, [tally()]);
    await engine.caughtUp();
    expect(await engine.status()).toMatchObject([{ phase: 'live', checkpoint: null, staleMs: 0 }]);
    await engine.waitFor(null);
  });

  it('shows what was recorded as soon as the wait for it is over', async () => {
    const side = await openReadSide();
    const projection = tally();
    const { engine } = await startEngine(side, [projection]);
    for (let runs = 1; runs <= 20; runs += 1) {
      await engine.waitFor(await record(side, 'source-a', runOf('a', 1)));
      expect(await tallyOf(side.documents, projection, 'a')).toMatchObject({ runs });
    }
  });

  it('is written once for events that nobody waits for and the one that somebody does', async () => {
    const side = await openReadSide();
    const projection = tally();
    let writes = 0;
    const documents = withDocuments(side.documents, {
      write: (...words) => {
        writes += 1;
        return side.documents.write(...words);
      },
    });
    const { engine } = await startEngine({ ...side, documents }, [projection], { lingerMs: 60_000 });
    await engine.waitFor(await record(side, 'source-a', runOf('a', 1)));
    writes = 0;
    for (const generation of [2, 3]) await record(side, 'source-a', runOf('a', generation));
    await engine.waitFor(await record(side, 'source-a', runOf('a', 4)));
    expect(writes).toBe(1);
    expect(await tallyOf(side.documents, projection, 'a')).toMatchObject({ runs: 4 });
  });

  it('shows what was recorded, though nobody waits', async () => {
    const side = await openReadSide();
    const projection = tally();
    await startEngine(side, [projection]);
    await record(side, 'source-a', runOf('a', 1));
    await expect.poll(() => tallyOf(side.documents, projection, 'a')).toMatchObject({ runs: 1 });
  });

  it('tells its state with one request to the documents, however many there are', async () => {
    const side = await openReadSide();
    const models = ['one', 'two', 'three'].map((name) => ({ ...tally(), collection: { ...tally().collection, name } }));
    const asked: string[] = [];
    const documents = withDocuments(side.documents, {
      count: (...words) => side.documents.count(...words).finally(() => asked.push('count')),
      countByValue: (...words) => side.documents.countByValue(...words).finally(() => asked.push('documents')),
    });
    const { engine } = await startEngine({ ...side, documents }, models);
    await record(side, 'source-a', runOf('a', 1));
    await engine.caughtUp();
    // Once caught up, the dead letters of each are counted.
    await expect.poll(() => asked).toEqual(['count', 'count', 'count']);
    asked.length = 0;
    expect(await engine.status()).toHaveLength(3);
    expect(asked).toEqual(['documents']);
  });

  it('is not folded again after a restart, and is ready although nothing new has happened', async () => {
    const side = await openReadSide();
    const projection = tally();
    const head = await record(side, 'source-a', runOf('a', 1));
    const first = await startEngine(side, [projection]);
    await first.engine.caughtUp();
    await first.engine.stop();
    const second = await startEngine(side, [projection]);
    await second.engine.caughtUp();
    await second.engine.waitFor(head);
    expect(await tallyOf(side.documents, projection, 'a')).toMatchObject({ runs: 1 });
    await second.engine.waitFor(await record(side, 'source-a', runOf('a', 5)));
    expect(await tallyOf(side.documents, projection, 'a')).toMatchObject({ runs: 2, sum: 6 });
  });

  it('ends for a chatbot when that is deleted, also for what is in the same batch, and for no other', async () => {
    const side = await openReadSide();
    const projection = tally();
    const other = idOf('other bot');
    await record(side, 'source-a', runOf('a', 1), runOf('b', 1), runOf('c', 1, other));
    const { engine } = await startEngine(side, [projection]);
    await engine.caughtUp();
    await record(side, 'source-a', runOf('d', 1), runOf('c', 2, other));
    await engine.waitFor(await record(side, 'chatbot-x', chatbotDeleted(bot)));
    expect((await modelsOf(side.documents, [projection])).tally).toEqual([
      { id: idOf('c'), document: { chatbotId: other, runs: 2, sum: 3 } },
    ]);
  });

  it('forgets nothing that came before a deletion in the same long catch-up', async () => {
    const side = await openReadSide();
    const projection = tally();
    const many = (source: string, count: number) => Array.from({ length: count }, () => runOf(source, 1));
    await record(side, 'source-a', ...many('a', 200));
    await record(side, 'source-a', ...many('a', 200));
    await record(side, 'chatbot-x', chatbotDeleted(bot));
    await record(side, 'source-a', ...many('a', 100));
    await record(side, 'source-b', ...many('b', 400));
    const { engine } = await startEngine(side, [projection]);
    await engine.caughtUp();
    expect(await tallyOf(side.documents, projection, 'a')).toMatchObject({ runs: 100 });
    expect(await tallyOf(side.documents, projection, 'b')).toMatchObject({ runs: 400 });
  });
});

describe('waiting for a read model', () => {
  it('ends in failure when the engine stops, also when it begins afterwards', async () => {
    const side = await openReadSide();
    const { engine } = await startEngine(side, [tally()]);
    const waiting = engine.waitFor(beyondAll);
    await Promise.all([expect(waiting).rejects.toThrow(StoreUnavailable), engine.stop()]);
    await expect(engine.waitFor(beyondAll)).rejects.toThrow('shutting down');
  });
});
