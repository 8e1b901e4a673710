import { expect, test } from 'vitest';
import { replaceDiffering } from '../../../src/cli/audit/replay-repair.ts';
import type { DocumentWrite } from '../../../src/ports/documents.ts';
import type { Position } from '../../../src/ports/event-log.ts';
import { idOf } from '../../support/fixtures.ts';
import {
  bot,
  openReadSide,
  record,
  runOf,
  startEngine,
  tally,
  tallyOf,
} from '../../support/projections/read-models.ts';

test('Documents that differ are replaced by the rebuilt ones; newer ones stay, and a projector goes on from both', async () => {
  const [live, rebuilt] = [await openReadSide(), await openReadSide()];
  const model = tally();
  const { engine } = await startEngine(live, [model]);
  await engine.caughtUp();
  const position = await record(live, 'source-a', runOf('a', 1), runOf('a', 2), runOf('b', 3), runOf('c', 4));
  await engine.waitFor(position);
  const { engine: other } = await startEngine({ ...rebuilt, log: live.log, codec: live.codec }, [model]);
  await other.caughtUp();
  await other.stop();

  const forged = (source: string, at: Position): DocumentWrite => {
    return { kind: 'put', id: idOf(source), document: { chatbotId: bot, runs: 99, sum: 99 }, position: at };
  };
  const newer = (position + 100n) as Position;
  const writes: DocumentWrite[] = [forged('a', position), forged('x', position), forged('c', newer)];
  await live.documents.write([{ collection: model.collection, writes }], []);
  const kinds = [
    { kind: 'different', model: 'tally@1', id: idOf('a'), fields: ['sum'] },
    { kind: 'unexpected', model: 'tally@1', id: idOf('x') },
    { kind: 'missing', model: 'other@1', id: idOf('b') },
    { kind: 'different', model: 'tally@1', id: idOf('c'), fields: ['sum'] },
  ] as const;
  const replay = { documents: rebuilt.documents, models: [model], differences: [...kinds], foldedTo: position };
  expect(await replaceDiffering(replay, live.documents)).toBe(3);
  await engine.waitFor(await record(live, 'source-a', runOf('a', 5), runOf('b', 6)));

  const found = await Promise.all(['a', 'b', 'c', 'x'].map((source) => tallyOf(live.documents, model, source)));
  expect(found.map((each) => each?.sum)).toEqual([8, 9, 99, undefined]);
});
