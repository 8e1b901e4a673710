import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DomainEvent } from '../../../src/domain/events.ts';
import type { Documents } from '../../../src/ports/documents.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';
import { allProjections } from '../../../src/projections/all.ts';
import { engineUrl } from '../../support/engines/engine-url.ts';
import { openMongoFor, ownDatabase } from '../../support/engines/mongodb.ts';
import { anyWaves, carryOut, newWorld } from '../../support/events/random-commands.ts';
import { idOf } from '../../support/fixtures.ts';
import { nodeOn } from '../../support/inside.ts';
import {
  bot,
  modelsOf,
  openReadSide,
  record,
  runOf,
  startEngine,
  tally,
} from '../../support/projections/read-models.ts';
import { withDocuments } from '../../support/stores/faulty-documents.ts';

const url = engineUrl('MONGODB_URL');
const server = url ?? '';

/** The documents of a projector that lags behind, and whose writes are now and then cut off in the middle. */
function halting(documents: Documents): Documents {
  let writes = 0;
  return withDocuments(documents, {
    async write(changes, checkpoints) {
      writes += 1;
      await wait((writes * 7) % 40);
      if (writes % 5 !== 0) return documents.write(changes, checkpoints);
      await documents.write(changes, []);
      throw new StoreUnavailable('documents', 'the connection broke');
    },
  });
}

describe.skipIf(url === null)('Two projectors on one MongoDB', () => {
  test('count nothing twice, and bring back nothing that has ended', async () => {
    const side = await openReadSide();
    const database = ownDatabase(server);
    const projection = tally();
    const ahead = await openMongoFor(database);
    const behind = await openMongoFor(database);
    const engines = [
      await startEngine({ ...side, documents: ahead.documents }, [projection]),
      await startEngine({ ...side, documents: halting(behind.documents) }, [projection]),
    ];
    const ended: DomainEvent = { type: 'ChatbotDeleted', data: { chatbotId: bot, ownerId: idOf('ada') } };
    const other = idOf('other bot');
    for (let round = 0; round < 25; round += 1) {
      const sources = Array.from({ length: 12 }, (_, n) => (round * 5 + n) % 9);
      await record(side, 'source-a', ...sources.map((n) => runOf(`s${n}`, n + 1, n % 2 === 0 ? bot : other)));
      if (round % 6 === 5) await record(side, `chatbot-${round}`, ended);
    }
    const head = await side.log.head();
    for (const { engine, problems } of engines) {
      await engine.caughtUp();
      await engine.waitFor(head);
      expect((await engine.status())[0]).toMatchObject({ poisoned: 0, phase: 'live' });
      expect(problems.filter(({ message }) => message.startsWith('Stored a dead letter'))).toEqual([]);
    }
    const { engine: single } = await startEngine(side, [projection]);
    await single.caughtUp();
    const expected = await modelsOf(side.documents, [projection]);
    expect(expected.tally?.length).toBeGreaterThan(0);
    expect(await modelsOf(ahead.documents, [projection])).toEqual(expected);
    expect((await ahead.documents.checkpoint('tally@1'))?.position).toBe(head);
  });

  test('show what one shows, whatever the nodes and visitors of a service do meanwhile', async () => {
    const side = await openReadSide();
    const database = ownDatabase(server);
    const ahead = await openMongoFor(database);
    const behind = await openMongoFor(database);
    const world = newWorld(0);
    const [waves = []] = fc.sample(anyWaves, { numRuns: 1, seed: 23 });
    const begun = [];
    for (const documents of [ahead.documents, halting(behind.documents)]) {
      begun.push(await startEngine({ ...side, documents }, allProjections));
    }
    await carryOut(waves, [nodeOn(side), nodeOn(side)], world);
    // One projector is killed at any point, and another takes its place.
    await begun[1]?.engine.stop();
    await carryOut(waves, [nodeOn(side), nodeOn(side)], world);
    const replacement = await startEngine({ ...side, documents: behind.documents }, allProjections);
    const head = await side.log.head();
    for (const engine of [begun[0]?.engine, replacement.engine]) {
      await engine?.caughtUp();
      await engine?.waitFor(head);
      expect((await engine?.status())?.filter(({ poisoned, phase }) => poisoned > 0 || phase !== 'live')).toEqual([]);
    }
    const { engine: single } = await startEngine(side, allProjections);
    await single.caughtUp();
    const shown = await modelsOf(ahead.documents, allProjections);
    expect(shown).toEqual(await modelsOf(side.documents, allProjections));
    for (const name of ['accounts', 'chatbots', 'messages', 'conversations']) {
      expect(shown[name]?.length, name).toBeGreaterThan(0);
    }
  });
});
