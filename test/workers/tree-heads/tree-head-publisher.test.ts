import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openFileTreeHeads } from '../../../src/adapters/files/tree-heads.ts';
import { openSqliteEventLog } from '../../../src/adapters/sqlite/event-log/event-log.ts';
import { TREE_HEAD_STREAM } from '../../../src/commands/tree-heads.ts';
import { type HeadRecord, HeadSigner, openRecord, SIGNING_SUBJECT } from '../../../src/event-log/tree/signed-head.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { TreeHeads } from '../../../src/ports/tree-heads.ts';
import { startTreeHeadWorker } from '../../../src/workers/tree-heads/tree-head-worker.ts';
import type { MemoryKeys } from '../../support/stores/memory-keys.ts';
import { appendEvents, newKeys, openLogFor, signingOn, verifyFolder } from '../../support/stores/signed-log.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { isConsistent } from '../../support/tree-consistency.ts';

interface Place {
  readonly directory: string;
  readonly log: EventLog;
  readonly heads: TreeHeads;
  readonly keys: MemoryKeys;
}

async function newPlace(): Promise<Place> {
  const directory = temporaryDirectory();
  return {
    directory,
    log: await openLogFor(directory),
    heads: openFileTreeHeads({ directory }),
    keys: await newKeys(),
  };
}

/** A store that several nodes share. */
function memoryTreeHeads(): TreeHeads {
  let newest: { readonly size: number; readonly text: string } | null = null;
  return {
    newest: async () => newest?.text ?? null,
    contradicted: async () => [],
    replace: async (size, text) => {
      if (size >= (newest?.size ?? 0)) newest = { size, text };
    },
    keepContradicted: async () => {
      throw new Error('No head is contradicted here');
    },
    close: async () => undefined,
  };
}

const signing = ({ log, heads, keys }: Place, deps: Parameters<typeof signingOn>[3] = {}) =>
  signingOn(log, heads, keys, deps);

async function keyOf(keys: MemoryKeys) {
  const dataKey = await keys.getOrCreate(SIGNING_SUBJECT);
  if (dataKey === null) throw new Error('The key was erased');
  return (await HeadSigner.of(dataKey)).publicKey;
}

async function verdictOn({ directory, keys }: Place) {
  return verifyFolder(directory, await keyOf(keys));
}

async function headsIn({ log, keys }: Place) {
  const key = await keyOf(keys);
  const records = (await log.readStream(TREE_HEAD_STREAM)).map(({ data }) => data as unknown as HeadRecord);
  return Promise.all(
    records.map(async (record) => {
      const claims = await openRecord(record, key);
      if (claims === null) throw new Error('A head was not signed with the key');
      const consistency = record.consistency.map((text) => Buffer.from(text, 'base64url'));
      return { size: claims.size, from: claims.from, root: Buffer.from(claims.root, 'base64url'), consistency };
    }),
  );
}

describe('a publisher of tree heads', () => {
  it('covers every event by the head outside the log, and every so many by heads in it', async () => {
    const place = await newPlace();
    const { settle, observed } = signing(place);
    await appendEvents(place.log, place.keys, 40);
    await settle();
    expect(observed).toEqual({ signed: 42, failed: 0, contradicted: 0 });
    expect((await headsIn(place)).map(({ size }) => size)).toEqual([16, 32]);
    expect(await verdictOn(place)).toMatchObject({ finding: null, events: 42, unsigned: 0 });
  });

  it('signs nothing that holds no event but its own heads', async () => {
    const place = await newPlace();
    const { settle } = signing(place, { recordAfterMs: 0 });
    await settle();
    expect(await place.heads.newest()).toBeNull();
    await appendEvents(place.log, place.keys, 3);
    for (let round = 0; round < 5; round += 1) await settle();
    expect((await headsIn(place)).map(({ size }) => size)).toEqual([3]);
  });

  it('proves with each head in the log that it continues the one before', async () => {
    const place = await newPlace();
    for (let round = 0; round < 4; round += 1) {
      await appendEvents(place.log, place.keys, 21, round);
      await signing(place, { maxLeaves: 8 + round }).settle();
    }
    const heads = await headsIn(place);
    expect(heads.length).toBeGreaterThan(6);
    for (const [index, head] of heads.entries()) {
      const before = heads[index - 1];
      expect(head.from).toBe(before?.size ?? 0);
      if (before !== undefined) expect(isConsistent(before, head, head.consistency)).toBe(true);
    }
  });

  it('goes on after a kill at any moment, as if there had been none', async () => {
    const place = await newPlace();
    for (let round = 0; round < 12; round += 1) {
      await appendEvents(place.log, place.keys, 5, round);
      const { publisher, reports, observed } = signing(place);
      for (let step = 0; step < round % 4; step += 1) await publisher.step();
      expect([reports, observed.contradicted]).toEqual([[], 0]);
    }
    await signing(place).settle();
    expect(await verdictOn(place)).toMatchObject({ finding: null, unsigned: 0 });
  });

  it('shares the log with signers of other nodes: there is one line of heads', async () => {
    const place = { ...(await newPlace()), heads: memoryTreeHeads() };
    const nodes = Array.from({ length: 3 }, () => signing(place, { exclusive: false, maxLeaves: 8 }));
    for (let round = 0; round < 6; round += 1) {
      await appendEvents(place.log, place.keys, 7, round);
      await Promise.all(nodes.map(({ publisher }) => publisher.step()));
    }
    for (const { settle, reports } of nodes) {
      await settle();
      expect(reports).toEqual([]);
    }
    const heads = await headsIn(place);
    expect(heads.length).toBeGreaterThan(4);
    expect(heads.map(({ from }) => from)).toEqual([0, ...heads.map(({ size }) => size)].slice(0, -1));
    const folder = openFileTreeHeads(place);
    await folder.replace(0, (await place.heads.newest()) ?? '');
    expect(await verdictOn(place)).toMatchObject({ finding: null, unsigned: 0 });
  });

  it('has the log of an earlier release covered from its first event', async () => {
    const place = await newPlace();
    await appendEvents(place.log, place.keys, 50);
    expect(await verifyFolder(place.directory, null)).toMatchObject({ finding: null, signed: null, unsigned: 50 });
    await signing(place).settle();
    expect(await verdictOn(place)).toMatchObject({ finding: null, signed: { size: 53 } });
  });

  it('notices that the end of the log was cut off, keeps the head as evidence, and signs what there is', async () => {
    const place = await newPlace();
    await appendEvents(place.log, place.keys, 30);
    await place.log.close();
    copyFileSync(join(place.directory, 'events.db'), join(place.directory, 'older.db'));
    const later = { ...place, log: await openSqliteEventLog(place) };
    await appendEvents(later.log, place.keys, 10, 2, '-later');
    await signing(later).settle();
    await later.log.close();
    copyFileSync(join(place.directory, 'older.db'), join(place.directory, 'events.db'));
    const cut = { ...place, log: await openLogFor(place.directory) };
    const { settle, reports, observed } = signing(cut);
    await settle();
    expect(observed.contradicted).toBe(1);
    expect(reports).toEqual([expect.stringContaining('had 42 events, and has 31 now')]);
    expect(await cut.heads.contradicted()).toHaveLength(1);
    expect((await verdictOn(cut)).finding?.problem).toContain('cut off');
  });

  it('notices events that were added while the service was stopped', async () => {
    const place = await newPlace();
    await appendEvents(place.log, place.keys, 5);
    await signing(place).settle({ closing: true });
    await appendEvents(place.log, place.keys, 1, 2);
    expect((await verdictOn(place)).finding).toMatchObject({
      position: 6n,
      problem: 'was added after the service had closed the log',
    });
    const { publisher, reports } = signing(place);
    await publisher.reopen();
    expect(reports).toEqual([expect.stringContaining('was closed at position 5, and ends at 6 now')]);
  });

  it('opens a closed log again when the service starts', async () => {
    const place = await newPlace();
    await appendEvents(place.log, place.keys, 5);
    await signing(place).settle({ closing: true });
    const { publisher, settle, reports } = signing(place);
    await publisher.reopen();
    await appendEvents(place.log, place.keys, 1, 2);
    expect(await verdictOn(place)).toMatchObject({ finding: null, unsigned: 1 });
    await settle();
    expect([reports, await verdictOn(place)]).toMatchObject([[], { finding: null, unsigned: 0 }]);
  });

  it('notices that an event was changed that a head covers', async () => {
    const place = await newPlace();
    await appendEvents(place.log, place.keys, 5);
    await signing(place).settle();
    const db = new DatabaseSync(join(place.directory, 'events.db'));
    db.exec(`DROP TRIGGER events_are_never_changed;
      UPDATE events SET event = replace(event, '"recordedAt":1', '"recordedAt":2') WHERE position = 3`);
    db.close();
    await appendEvents(place.log, place.keys, 5, 2);
    const { settle, reports } = signing(place);
    await settle();
    expect(reports).toEqual([expect.stringContaining('does not have the first 5 events that it had')]);
  });

  it('says once that the head outside a log which has heads is gone, and never at a first start', async () => {
    const place = await newPlace();
    await appendEvents(place.log, place.keys, 20);
    const first = signing(place);
    await first.settle();
    const head = join(place.directory, 'tree-head.json');
    // One that was set aside long ago keeps nothing from being said.
    copyFileSync(head, join(place.directory, 'tree-head.contradicted-1.json'));
    rmSync(head);
    const { settle, reports } = signing(place);
    await settle();
    await appendEvents(place.log, place.keys, 20, 1);
    await settle();
    expect(first.reports).toEqual([]);
    expect(reports).toEqual([expect.stringContaining('The newest tree head outside the event log is gone')]);
    expect(await verdictOn(place)).toMatchObject({ finding: null, unsigned: 0 });
  });

  it('leaves the writers alone and tries again when heads cannot be stored', async () => {
    const place = await newPlace();
    let failures = 3;
    const full: TreeHeads = {
      newest: () => place.heads.newest(),
      contradicted: () => place.heads.contradicted(),
      keepContradicted: (text) => place.heads.keepContradicted(text),
      close: () => place.heads.close(),
      replace: async (size, text) => {
        failures -= 1;
        if (failures >= 0) throw new Error('The disk is full');
        await place.heads.replace(size, text);
      },
    };
    const stored = Promise.withResolvers<void>();
    let [failed, messages] = [0, 0];
    const observer = {
      failed: () => {
        failed += 1;
      },
      signed: () => stored.resolve(),
      contradicted: () => undefined,
    };
    const { publisher } = signing({ ...place, heads: full }, { observer });
    const report = () => {
      messages += 1;
    };
    const worker = startTreeHeadWorker({ publisher, observer, report, intervalMs: 1 });
    await appendEvents(place.log, place.keys, 20);
    await stored.promise;
    await worker.stop(1000);
    expect([failed, messages]).toEqual([3, 3]);
    expect(await verdictOn(place)).toMatchObject({ finding: null, unsigned: 0, signed: { closed: true } });
  });
});
