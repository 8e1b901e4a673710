/** Plants faults in the log of an EventStoreDB server, and has them found through the protocol. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStoreLog } from '../../../src/adapters/eventstoredb/event-log.ts';
import { openRawEventStoreLog } from '../../../src/adapters/eventstoredb/raw-event-log.ts';
import { openFileTreeHeads } from '../../../src/adapters/files/tree-heads.ts';
import { type Finding, verifyLog } from '../../../src/audit/verify/log-verifier.ts';
import { headsBeside } from '../../../src/audit/verify/stored-heads.ts';
import { STREAM_CATEGORIES } from '../../../src/domain/events.ts';
import { installationKey } from '../../../src/event-log/tree/signed-head.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { TreeHeads } from '../../../src/ports/tree-heads.ts';
import type { ServerLog, StoredRecord } from '../../support/engines/eventstoredb/server-log.ts';
import { TestEventStore } from '../../support/engines/eventstoredb/test-server.ts';
import type { MemoryKeys } from '../../support/stores/memory-keys.ts';
import { appendEvents, newKeys, signingOn } from '../../support/stores/signed-log.ts';
import { directoryOfFile } from '../../support/temporary-directory.ts';

const directory = directoryOfFile();
let server: TestEventStore;
let log: EventLog;
let heads: TreeHeads;
let keys: MemoryKeys;
let pristine: readonly StoredRecord[];

beforeAll(async () => {
  server = await TestEventStore.start();
  log = await openEventStoreLog({ url: server.url });
  heads = openFileTreeHeads({ directory });
  keys = await newKeys();
  for (let round = 0; round < 3; round += 1) {
    await appendEvents(log, keys, 20, round);
    await signingOn(log, heads, keys, { exclusive: false }).settle();
  }
  pristine = server.log.records.filter(({ stream }) => !stream.startsWith('$'));
});

afterAll(async () => {
  await log.close();
  await server.stop();
});

async function findingIn(tampered: ServerLog): Promise<Finding | null> {
  const copy = await TestEventStore.start(undefined, undefined, tampered);
  const readable = await openEventStoreLog({ url: copy.url });
  const raw = openRawEventStoreLog({ url: copy.url, categories: STREAM_CATEGORIES });
  try {
    const key = await installationKey(keys);
    const beside = key === null ? null : await headsBeside(heads, key);
    return (await verifyLog({ raw, log: readable, key, heads: beside?.ok === true ? beside.heads : [] })).finding;
  } finally {
    await raw.close();
    await readable.close();
    await copy.stop();
  }
}

/** The record as somebody at the disk leaves it. */
function change(tampered: ServerLog, record: StoredRecord, by: Partial<StoredRecord>): void {
  const found = tampered.records.find(({ position }) => position === record.position);
  Object.assign(found ?? {}, by);
}

const inText = (bytes: Uint8Array, pattern: RegExp, by: string): Uint8Array =>
  Buffer.from(Buffer.from(bytes).toString().replace(pattern, by));

type Fault = (tampered: ServerLog, record: StoredRecord, next: StoredRecord) => void;

const FAULTS: Readonly<Record<string, Fault>> = {
  'its metadata changed': (tampered, record) =>
    change(tampered, record, { metadata: inText(record.metadata, /"at":\d+/, '"at":1') }),
  'its data changed': (tampered, record) => change(tampered, record, { data: inText(record.data, /\{/, '{"x":1,') }),
  'its type changed': (tampered, record) => change(tampered, record, { type: 'Other' }),
  'its time changed': (tampered, record) => change(tampered, record, { createdMs: record.createdMs - 1 }),
  'its id changed': (tampered, record) =>
    change(tampered, record, { id: record.id.replace(/^./, (c) => (c === '0' ? '1' : '0')) }),
};

describe('a log on EventStoreDB', () => {
  it('is found sound when nothing was changed', async () => {
    expect(await findingIn(server.log.copy())).toBeNull();
  });

  it.each(Object.keys(FAULTS))('betrays an event with %s, wherever it stands', async (name) => {
    for (let at = 0; at < pristine.length - 1; at += 9) {
      const [record, next] = [pristine[at], pristine[at + 1]];
      if (record === undefined || next === undefined) throw new Error('The log is shorter than it was');
      const tampered = server.log.copy();
      FAULTS[name]?.(tampered, record, next);
      expect({ at, position: (await findingIn(tampered))?.position }).toEqual({ at, position: record.position });
    }
  });

  it('betrays removed events by the one after them', async () => {
    for (let at = 0; at < pristine.length - 1; at += 9) {
      const [record, next] = [pristine[at], pristine[at + 1]];
      if (record === undefined || next === undefined) throw new Error('The log is shorter than it was');
      const tampered = server.log.copy();
      tampered.remove(tampered.records.find(({ position }) => position === record.position) ?? record);
      const finding = await findingIn(tampered);
      expect({ at, position: finding?.position }).toEqual({ at, position: next.position });
      expect(finding?.problem).toContain('an event is missing');
    }
  });

  it('betrays an event that loses what marks it as the service’s', async () => {
    const [first] = pristine;
    if (first === undefined) throw new Error('The log is empty');
    const tampered = server.log.copy();
    change(tampered, first, { metadata: inText(first.metadata, /chatledger/, 'other') });
    expect((await findingIn(tampered))?.problem).toContain('missing');
  });

  it('betrays a missing end', async () => {
    const tampered = server.log.copy();
    for (const record of tampered.records.slice(-2)) tampered.remove(record);
    expect((await findingIn(tampered))?.problem).toContain('cut off');
  });

  it('betrays settings of a stream that hide its events from readers', async () => {
    const tampered = server.log.copy();
    tampered.truncate('chatbot-a', 2);
    expect((await findingIn(tampered))?.problem).toContain(
      'hides events of the stream chatbot-a from its readers ($tb)',
    );
  });
});
