import { beforeEach, describe, expect, test } from 'vitest';
import { openSqliteDocuments } from '../../../src/adapters/sqlite/documents/documents.ts';
import { comparable, compareModel } from '../../../src/audit/replay/compare-models.ts';
import { RebuiltModels } from '../../../src/audit/replay/rebuilt-models.ts';
import type { DomainEvent } from '../../../src/domain/events.ts';
import { EventCodec } from '../../../src/event-log/codec.ts';
import type { Documents } from '../../../src/ports/documents.ts';
import type { JsonObject, Position, ReadableLog, StoredEvent } from '../../../src/ports/event-log.ts';
import { accounts } from '../../../src/projections/accounts/projection.ts';
import { DEAD_LETTERS } from '../../../src/projections/engine/dead-letters.ts';
import { projectionKey } from '../../../src/projections/projection.ts';
import { asStored } from '../../support/events/stored.ts';
import { idOf, NOON } from '../../support/fixtures.ts';
import { MemoryKeys } from '../../support/stores/memory-keys.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const MODEL = projectionKey(accounts);
const { collection } = accounts;
const codec = new EventCodec(new MemoryKeys());
let events: StoredEvent[];
let live: RebuiltModels;

const log: Pick<ReadableLog, 'readAll' | 'eventAt' | 'head'> = {
  async readAll({ after, limit }) {
    const page = events.filter(({ position }) => after === null || position > after).slice(0, limit);
    return { events: page, readTo: page.at(-1)?.position ?? after };
  },
  eventAt: async (position) => events.find((event) => event.position === position) ?? null,
  head: async () => events.at(-1)?.position ?? null,
};

async function register(name: string): Promise<void> {
  const sealed = { email: `${name}@example.com`, name, passwordHash: 'hash' };
  const event = { type: 'AccountRegistered', data: { accountId: idOf(name), plan: 'free' }, sealed } as DomainEvent;
  const metadata = { at: NOON, commandId: idOf(name), actor: { kind: 'anonymous' }, previous: null } as const;
  events.push(asStored(await codec.encode(idOf(`event ${name}`), event, metadata), { revision: events.length }));
}

async function models(): Promise<RebuiltModels> {
  const documents = await openSqliteDocuments({ directory: temporaryDirectory() });
  return RebuiltModels.open({ log, codec, documents, projections: [accounts], onFolded: () => undefined });
}

/** Folds the live read model to the head of the log, as the service does. */
async function follow(): Promise<void> {
  await live.foldTo((await log.head()) ?? (0n as Position), new AbortController().signal);
}

async function compared(documents: Documents = live.documents) {
  const rebuilt = await models();
  const { signal } = new AbortController();
  const projections = [accounts];
  const options = { log, live: documents, rebuilt, projections, onCompared: () => undefined, signal };
  return compareModel(accounts, options);
}

function put(id: string, document: JsonObject, position: Position): Promise<void> {
  return live.documents.write([{ collection, writes: [{ kind: 'put', id, document, position }] }], []);
}

beforeEach(async () => {
  events = [];
  live = await models();
  for (const name of ['ada', 'bert']) await register(name);
  await follow();
  await live.documents.activateVersion(collection.name, collection.version);
  await live.documents.ensureCollection(DEAD_LETTERS);
});

describe('A live read model', () => {
  test('that is what the log gives has no difference', async () => {
    expect(await compared()).toEqual({ differences: [], compared: 2, undecided: 0 });
  });

  test('that changes while it is compared has none either', async () => {
    let reads = 0;
    const documents: Documents = Object.assign(Object.create(live.documents), {
      async find(...given: Parameters<Documents['find']>) {
        reads += 1;
        if (reads === 1) {
          await register('cleo');
          await follow();
        }
        return live.documents.find(...given);
      },
      getMany: (...given: Parameters<Documents['getMany']>) => live.documents.getMany(...given),
      checkpoint: (key: string) => live.documents.checkpoint(key),
    });
    expect(await compared(documents)).toEqual({ differences: [], compared: 3, undecided: 0 });
  });

  test('shows what is missing, unexpected and different', async () => {
    const end = events.at(-1)?.position ?? (0n as Position);
    await live.documents.write([{ collection, writes: [{ kind: 'delete', id: idOf('ada'), position: end }] }], []);
    await put(idOf('bert'), { ...(await live.documents.get(collection, idOf('bert'))), name: 'Robert' }, end);
    await put(idOf('eve'), { name: 'Eve' }, end);
    const { differences } = await compared();
    expect(differences).toHaveLength(3);
    expect(differences).toEqual(
      expect.arrayContaining([
        { kind: 'missing', model: MODEL, id: idOf('ada') },
        { kind: 'different', model: MODEL, id: idOf('bert'), fields: ['name'] },
        { kind: 'unexpected', model: MODEL, id: idOf('eve') },
      ]),
    );
  });

  test.each([
    [
      'of another version',
      async () => live.documents.activateVersion(collection.name, 1_000),
      'version 1000 is in use',
    ],
    ['of another log', async () => void events.pop(), 'it was built from another log: it ends at position 1'],
  ])('%s cannot be compared', async (_, change, because) => {
    await change();
    expect(await comparable({ log, live: live.documents, projections: [accounts] })).toMatchObject({
      models: [],
      incomparable: [{ kind: 'incomparable', model: MODEL, because: expect.stringContaining(because) }],
    });
  });
});
