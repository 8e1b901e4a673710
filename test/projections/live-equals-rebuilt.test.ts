/** Read models that followed the log live equal those that are rebuilt from it. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSqliteDocuments } from '../../src/adapters/sqlite/documents/documents.ts';
import type { DomainEvent } from '../../src/domain/events.ts';
import { chatbotSubject, conversationSubject, leadSubject } from '../../src/domain/key-subjects.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import { SubjectErased } from '../../src/event-log/subject-erased.ts';
import type { Documents, LogPointer } from '../../src/ports/documents.ts';
import type { JsonObject, Position, StoredEvent } from '../../src/ports/event-log.ts';
import { StoreUnavailable } from '../../src/ports/store-unavailable.ts';
import { allProjections } from '../../src/projections/all.ts';
import { DEAD_LETTERS } from '../../src/projections/engine/dead-letters.ts';
import { ProjectionState } from '../../src/projections/engine/projection-state.ts';
import { Runner } from '../../src/projections/engine/runner.ts';
import { type Projection, projectionKey } from '../../src/projections/projection.ts';
import { anyHistory, type Happening } from '../support/events/histories.ts';
import { anyWaves, carryOut, newWorld } from '../support/events/random-commands.ts';
import { asStored } from '../support/events/stored.ts';
import { idOf, NOON } from '../support/fixtures.ts';
import { nodeOn } from '../support/inside.ts';
import { foldInMemory } from '../support/projections/projection-spec.ts';
import { type Models, modelsOf, openReadSide, startEngine } from '../support/projections/read-models.ts';
import { withDocuments } from '../support/stores/faulty-documents.ts';
import { MemoryKeys } from '../support/stores/memory-keys.ts';
import { directoryOfFile } from '../support/temporary-directory.ts';

/** All read models, in collections that no other run uses. */
let versions = 1;
function ofTheirOwn(): readonly Projection[] {
  versions += 1;
  return allProjections.map((projection) => ({
    ...projection,
    collection: { ...projection.collection, version: versions },
  }));
}

/** A log in memory: positions with gaps, as a store may have them. */
class History {
  readonly events: StoredEvent[] = [];
  readonly keys = new MemoryKeys();
  readonly codec = new EventCodec(this.keys);

  async add(event: DomainEvent): Promise<void> {
    const at = NOON + this.events.length;
    const metadata = { at, commandId: idOf('c'), actor: { kind: 'anonymous' }, previous: null } as const;
    try {
      const encoded = await this.codec.encode(idOf(`event ${this.events.length}`), event, metadata);
      const position = BigInt(this.events.length * 7 + 3) as Position;
      this.events.push({ ...asStored(encoded, { revision: this.events.length }), position });
    } catch (error) {
      // The service records nothing for subjects that are erased.
      if (!(error instanceof SubjectErased)) throw error;
    }
  }

  after(position: Position | null): readonly StoredEvent[] {
    return this.events.filter((event) => position === null || event.position > position);
  }
}

/** Reads a history into the documents as the engine does, with restarts. */
class Reader {
  readonly #documents: Documents;
  readonly #history: History;
  readonly #projections: readonly Projection[];
  #runner: Runner;
  /** The process ends during the next writes. */
  #losing = false;

  constructor(documents: Documents, history: History, projections: readonly Projection[]) {
    this.#documents = withDocuments(documents, {
      write: async (changes, checkpoints) => {
        await documents.write(changes, this.#losing ? [] : checkpoints);
        if (this.#losing) throw new StoreUnavailable('documents', 'the process ended');
      },
    });
    this.#history = history;
    this.#projections = projections;
    this.#runner = this.#newRunner(null);
  }

  #newRunner(place: LogPointer | null): Runner {
    return new Runner(
      this.#projections.map((projection) => new ProjectionState(projection, 'live')),
      place,
      {
        codec: this.#history.codec,
        documents: this.#documents,
        report: ({ message }) => {
          throw new Error(message);
        },
      },
    );
  }

  /** Folds all that is new, without waiting for it to be written. */
  async read(): Promise<void> {
    const events = this.#history.after(this.#runner.readTo);
    const last = events.at(-1);
    if (last !== undefined) await this.#runner.advance(events, last.position);
  }

  /** Another process begins where the documents stand. */
  async restart(losing: boolean): Promise<void> {
    await this.#runner.drained();
    if (losing) {
      this.#losing = true;
      await this.read();
      await this.#runner.drained().catch(() => undefined);
      this.#losing = false;
    }
    const [first] = this.#projections;
    if (first === undefined) return;
    this.#runner = this.#newRunner(await this.#documents.checkpoint(projectionKey(first)));
  }

  async finish(): Promise<void> {
    await this.read();
    await this.#runner.drained();
  }
}

async function happen(happening: Happening, history: History, reader: Reader): Promise<void> {
  switch (happening.kind) {
    case 'fact':
      return history.add(happening.event);
    case 'read':
      return reader.read();
    case 'restart':
      return reader.restart(happening.losing);
    case 'chatbot deleted': {
      const { chatbotId, racing, readBefore } = happening;
      await history.add({ type: 'ChatbotDeleted', data: { chatbotId, ownerId: idOf('ada') } });
      for (const event of racing) await history.add(event);
      if (readBefore) await reader.read();
      await history.keys.erase(chatbotSubject(chatbotId));
      return history.add({ type: 'ChatbotSlotReleased', data: { chatbotId, accountId: idOf('ada') } });
    }
    case 'lead deleted': {
      const { chatbotId, leadId } = happening;
      const data = { chatbotId, leadId, conversationId: idOf('conversation') };
      await history.add({ type: 'LeadDeleted', data });
      return history.keys.erase(leadSubject(chatbotId, leadId));
    }
    case 'conversation erased': {
      const { chatbotId, conversationId } = happening;
      const data = { chatbotId, conversationId, leadId: null, reason: 'retention' } as const;
      await history.add({ type: 'ConversationErased', data });
      return history.keys.erase(conversationSubject(chatbotId, conversationId));
    }
  }
}

/** Folds one event after the other in memory, which defines the expected documents. */
async function plainFold(history: History, projections: readonly Projection[]): Promise<Models> {
  const decoded = await history.codec.decode(history.events);
  const models: Record<string, { id: string; document: JsonObject }[]> = {};
  const recorded = decoded.map((each) => {
    if (!each.ok) throw each.error;
    return each.recorded;
  });
  for (const projection of projections) {
    const sorted = [...foldInMemory(projection, recorded)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    models[projection.collection.name] = sorted.map(([id, document]) => ({ id, document }));
  }
  return models;
}

async function prepared(documents: Documents): Promise<readonly Projection[]> {
  const projections = ofTheirOwn();
  for (const { collection } of projections) await documents.ensureCollection(collection);
  return projections;
}

describe('every read model', () => {
  const directory = directoryOfFile();
  let documents: Documents;
  beforeAll(async () => {
    documents = await openSqliteDocuments({ directory });
    await documents.ensureCollection(DEAD_LETTERS);
    return () => documents.close();
  });

  it('that followed the log piece by piece, through restarts and erasures, is what the whole log gives', async () => {
    let documentsSeen = 0;
    await fc.assert(
      fc.asyncProperty(anyHistory, async (happenings) => {
        const history = new History();
        const [live, rebuilt] = [await prepared(documents), await prepared(documents)];
        const reader = new Reader(documents, history, live);
        for (const happening of happenings) await happen(happening, history, reader);
        await reader.finish();
        await new Reader(documents, history, rebuilt).finish();

        const expected = await plainFold(history, live);
        expect(await modelsOf(documents, live)).toEqual(expected);
        expect(await modelsOf(documents, rebuilt)).toEqual(expected);
        documentsSeen += Object.values(expected).flat().length;
        for (const { collection } of [...live, ...rebuilt]) await documents.dropCollection(collection);
      }),
      // Shrinking would write thousands of documents. The printed seed repeats the history.
      { numRuns: 40, endOnFailure: true },
    );
    expect(documentsSeen).toBeGreaterThan(100);
  });
});

describe('the service at work', () => {
  it('shows what a rebuild would show, whatever its nodes and visitors do at once', async () => {
    const side = await openReadSide();
    const elsewhere = await openReadSide();
    const waves = fc.sample(anyWaves, { numRuns: 6, seed: 11 });
    const world = newWorld(0);
    for (const [round, acts] of waves.entries()) {
      const { engine } = await startEngine(side, allProjections);
      const working = carryOut(acts, [nodeOn(side), nodeOn(side)], world);
      // Every other time the process ends while the others are at work.
      if (round % 2 === 0) await engine.stop();
      await working;
      if (round % 2 === 1) await engine.caughtUp();
      await engine.stop();
    }
    const { engine: live } = await startEngine(side, allProjections);
    const { engine: rebuilding } = await startEngine({ ...side, documents: elsewhere.documents }, allProjections);
    const head = await side.log.head();
    for (const engine of [live, rebuilding]) {
      await engine.caughtUp();
      await engine.waitFor(head);
      expect((await engine.status()).filter(({ poisoned, phase }) => poisoned > 0 || phase !== 'live')).toEqual([]);
    }
    const shown = await modelsOf(side.documents, allProjections);
    expect(shown).toEqual(await modelsOf(elsewhere.documents, allProjections));
    for (const name of ['accounts', 'chatbots', 'data_sources', 'messages', 'conversations']) {
      expect(shown[name]?.length, name).toBeGreaterThan(0);
    }
  });
});
