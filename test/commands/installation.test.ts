import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import { CommandExecutor } from '../../src/commands/execute.ts';
import { INSTALLATION_COLLECTION, joinInstallation } from '../../src/commands/installation.ts';
import type { DomainEvent } from '../../src/domain/events.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import { EventStore } from '../../src/event-log/event-store.ts';
import type { CollectionDefinition } from '../../src/ports/documents.ts';
import type { JsonObject } from '../../src/ports/event-log.ts';
import { idOf } from '../support/fixtures.ts';
import { openReadSide, type ReadSide, record } from '../support/projections/read-models.ts';
import { withDocuments } from '../support/stores/faulty-documents.ts';
import { MemoryKeys } from '../support/stores/memory-keys.ts';

const names = { log: 'the log', keys: 'the keys', documents: 'the documents' };

const registered = (name: string): DomainEvent => ({
  type: 'AccountRegistered',
  data: { accountId: idOf(name), plan: 'free' },
  sealed: { email: `${name}@example.com`, name, passwordHash: 'hash' },
});

/** Returns the reported lines. @throws StoreMismatch */
async function join(
  { log, keys, documents }: Pick<ReadSide, 'log' | 'keys' | 'documents'>,
  acceptOlderKeys = 0,
): Promise<readonly string[]> {
  const told: string[] = [];
  const executor = new CommandExecutor(new EventStore(log, new EventCodec(keys), systemClock));
  const around = { executor, clock: systemClock, ids: uuidV7Ids, names, acceptOlderKeys };
  await joinInstallation({ ...around, log, keys, documents, report: ({ message }) => told.push(message) });
  return told;
}

/** Stores of a service that has accounts, and was started. */
async function inUse(...accounts: readonly string[]): Promise<ReadSide> {
  const side = await openReadSide();
  await join(side);
  for (const name of accounts) await record(side, `account-${idOf(name)}`, registered(name));
  return side;
}

describe('stores that belong together', () => {
  test('are those of the first start, at every start from then on', async () => {
    const side = await inUse('ada');
    for (let start = 0; start < 3; start += 1) expect(await join(side)).toEqual([]);
    const { installationId } = await side.keys.state();
    expect(installationId).not.toBeNull();
    expect(await side.documents.get(INSTALLATION_COLLECTION, 'installation')).toEqual({ installationId });
    expect(await side.log.readStream('installation-log')).toMatchObject([{ data: { installationId } }]);
  });

  test('may be of a release that knew no installations: they are adopted', async () => {
    const side = await openReadSide();
    await record(side, `account-${idOf('ada')}`, registered('ada'));
    expect(await join(side)).toEqual([]);
    expect(await join(side)).toEqual([]);
  });

  test('may be those of a first start that was killed before it recorded an event', async () => {
    const side = await openReadSide();
    await side.keys.claim(idOf('installation'));
    expect(await join(side)).toEqual([]);
    expect(await side.log.readStream('installation-log')).toMatchObject([
      { data: { installationId: idOf('installation') } },
    ]);
  });
});

test('two nodes that start at once on new stores join one installation', async () => {
  const side = await openReadSide();
  let hasJoined = false;
  const documents = withDocuments(side.documents, {
    // The other node joins after this one has read the log, and before it reads the documents.
    get: async <Document extends JsonObject>(collection: CollectionDefinition, id: string) => {
      if (!hasJoined) {
        hasJoined = true;
        await join(side);
      }
      return side.documents.get<Document>(collection, id);
    },
  });
  expect(await join({ ...side, documents })).toEqual([]);
  const { installationId } = await side.keys.state();
  expect(await side.log.readStream('installation-log')).toMatchObject([{ data: { installationId } }]);
});

describe('a start is refused', () => {
  const foreign =
    /^The event log \(the log\) holds events of another installation than the key store \(the keys\): restore/;

  test('when the keys were lost, also those of a log that was never started with this release', async () => {
    const told =
      /^The key store \(the keys\) is empty or new, but the event log \(the log\) is not: restore the newest backup/;
    const lost = await inUse('ada');
    await expect(join({ ...lost, keys: new MemoryKeys() })).rejects.toThrow(told);
    const before = await openReadSide();
    await record(before, `account-${idOf('ada')}`, registered('ada'));
    await expect(join({ ...before, keys: new MemoryKeys() })).rejects.toThrow(told);
    // The refused attempt leaves nothing behind: with the right keys the service starts.
    expect(await join(lost)).toEqual([]);
    expect(await join(before)).toEqual([]);
  });

  test('when the log was lost, at every start until it is put back', async () => {
    const side = await inUse('ada');
    const { log } = await openReadSide();
    for (let start = 0; start < 2; start += 1) {
      await expect(join({ ...side, log })).rejects.toThrow(
        /^The event log \(the log\) is empty, but the key store \(the keys\) holds keys of its events: restore/,
      );
    }
    expect(await log.head()).toBeNull();
    expect(await join(side)).toEqual([]);
  });

  test('when log and keys were lost and the read models are left, at every start until both are put back', async () => {
    const side = await inUse('ada');
    const { log } = await openReadSide();
    const keys = new MemoryKeys();
    for (let start = 0; start < 2; start += 1) {
      await expect(join({ ...side, log, keys })).rejects.toThrow(
        /^The event log \(the log\) and the key store \(the keys\) are empty, but the read models \(the documents\) are not: restore/,
      );
    }
    expect([await log.head(), (await keys.state()).installationId]).toEqual([null, null]);
    expect(await join(side)).toEqual([]);
  });

  test('when two services have one log, for the second', async () => {
    const [first, second] = [await inUse('ada'), await inUse('bob')];
    await expect(join({ ...second, log: first.log })).rejects.toThrow(foreign);
    const [one, other] = [await openReadSide(), await openReadSide()];
    const outcomes = await Promise.allSettled([join(one), join({ ...other, log: one.log })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await join(first)).toEqual([]);
  });

  test('when the keys are older than the log: one that it has seen made, or erased, is missing', async () => {
    for (const change of ['made', 'erased'] as const) {
      const side = await inUse('ada');
      const { revision } = side.keys;
      if (change === 'made') await record(side, `account-${idOf('bob')}`, registered('bob'));
      else await side.keys.erase(`account:${idOf('ada')}`);
      await record(side, `account-${idOf('cleo')}`, registered('cleo'));
      const older = Object.create(side.keys) as MemoryKeys;
      older.state = async () => ({ ...(await side.keys.state()), revision });
      await expect(join({ ...side, keys: older })).rejects.toThrow(
        /^The key store \(the keys\) is older than the event log \(the log\) and lacks \d+ changes .* restore the newest backup/,
      );
      expect(await join(side)).toEqual([]);
    }
  });

  test('when they are older, unless as many changes are given up by name: once, and that is told', async () => {
    const side = await inUse('ada');
    await record(side, `account-${idOf('bob')}`, registered('bob'));
    // Equals an older copy in all that matters here.
    const older = new MemoryKeys();
    await older.claim((await side.keys.state()).installationId ?? '');
    await expect(join({ ...side, keys: older }, 1)).rejects.toThrow(/start once with ACCEPT_OLDER_KEYS=2 /);
    expect(await join({ ...side, keys: older }, 2)).toEqual([
      expect.stringMatching(/cannot be read any more\. Repeat the erasures since/),
    ]);
    expect(await join({ ...side, keys: older })).toEqual([]);
  });

  test.each([
    ['of a type', 'AccountMoved', 1],
    ['in a version', 'AccountRegistered', 99],
  ])('when a newer release wrote events %s that this one does not know', async (_, type, version) => {
    const side = await inUse('ada');
    const metadata = { version, commandId: 'command', at: 0, previous: null, actor: { kind: 'system', part: 'test' } };
    const event = { id: uuidV7Ids.next(), type, data: {}, metadata };
    await side.log.append(`account-${idOf('bob')}`, 'no-stream', [event]);
    await expect(join(side)).rejects.toThrow(
      `The event log (the log) holds events that this release does not know (${type}): start the newer release that wrote them.`,
    );
  });

  test('when the read models are of another installation', async () => {
    const [own, other] = [await inUse('ada'), await inUse('bob')];
    await expect(join({ ...own, documents: other.documents })).rejects.toThrow(
      /^The read models \(the documents\) belong to another installation than the event log \(the log\): give/,
    );
  });
});
