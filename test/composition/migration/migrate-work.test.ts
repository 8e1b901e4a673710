import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openEventStoreLog } from '../../../src/adapters/eventstoredb/event-log.ts';
import { openEventStoreLogImport } from '../../../src/adapters/eventstoredb/import-event-log.ts';
import { openEventStoreWork } from '../../../src/adapters/eventstoredb/work/work-migration.ts';
import { fileMigrationMarker } from '../../../src/adapters/files/migration-marker.ts';
import { readSqliteWork } from '../../../src/adapters/sqlite/work-migration.ts';
import { compareLogs, PositionMap } from '../../../src/composition/migration/compare-logs.ts';
import { copyLog } from '../../../src/composition/migration/copy-log.ts';
import { migrateWork, wantedPositions } from '../../../src/composition/migration/migrate-work.ts';
import { requireFinishedMigration } from '../../../src/composition/migration/migration-state.ts';
import type { MigrationTarget } from '../../../src/composition/migration/sides.ts';
import type { ConsumeOptions, EventLog, WorkResult } from '../../../src/ports/event-log.ts';
import { TestEventStore } from '../../support/engines/eventstoredb/test-server.ts';
import { openLogFor } from '../../support/stores/signed-log.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const GROUP = { group: 'mail', filter: { types: ['Asked'] }, concurrency: 1, maxAttempts: 5 } as const;

/** Works with what `handle` says of each event's number, until it has seen so many. */
async function work(
  log: EventLog,
  count: number,
  handle: (number: number) => WorkResult | Promise<WorkResult>,
  options: Partial<ConsumeOptions> = {},
): Promise<readonly number[]> {
  const seen: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const consumer = log.consume({
    ...GROUP,
    ...options,
    async handle({ data }) {
      seen.push(Number(data.number));
      if (seen.length === count) resolve();
      return handle(Number(data.number));
    },
  });
  await promise;
  await consumer.stop(1_000);
  return seen;
}

const ask = (log: EventLog, number: number) =>
  log.append(`conversation-${number}`, 'no-stream', [
    { id: randomUUID(), type: 'Asked', data: { number }, metadata: {} },
  ]);

/** Seven events: the third is parked, the fifth waits for another attempt, and the last has not been seen. */
async function halfDone(directory: string): Promise<EventLog> {
  const log = await openLogFor(directory);
  for (let number = 1; number <= 6; number += 1) await ask(log, number);
  await work(
    log,
    6,
    (number) => {
      if (number === 3) return { kind: 'park', reason: 'refused' };
      return number === 5 ? { kind: 'retry', reason: 'away' } : { kind: 'ack' };
    },
    { retryDelayMs: 3_600_000 },
  );
  await ask(log, 7);
  return log;
}

async function migratedToEventStore(source: EventLog, directory: string): Promise<EventLog> {
  const server = await TestEventStore.start();
  const target = await openEventStoreLog({ url: server.url });
  const into = openEventStoreLogImport({ url: server.url });
  const groups = openEventStoreWork({ url: server.url });
  onTestFinished(async () => {
    for (const each of [into, groups, target]) await each.close();
    await server.stop();
  });
  await copyLog({ source, target, into, onProgress: () => undefined });
  const progress = readSqliteWork(directory);
  const positions = new PositionMap(wantedPositions(progress), 0);
  await compareLogs({ source, target, positions, onProgress: () => undefined });
  const end: Pick<MigrationTarget, 'beginWork'> = {
    beginWork: (migrated, startAfter) => groups.begin(migrated, startAfter),
  };
  // An interrupted migration repeats this step.
  for (let attempt = 0; attempt < 2; attempt += 1) await migrateWork(progress, positions, end as MigrationTarget);
  return target;
}

describe('Work that migrates to EventStoreDB', () => {
  test('goes on where it was: nothing is done twice, what waits is done, what is parked stays parked', async () => {
    const directory = temporaryDirectory();
    const target = await migratedToEventStore(await halfDone(directory), directory);
    expect((await work(target, 2, () => ({ kind: 'ack' }))).toSorted()).toEqual([5, 7]);
    await expect
      .poll(() => target.parkedWork('mail', 10))
      .toMatchObject([{ event: { data: { number: 3 } }, attempts: 1, reason: 'refused' }]);
    await target.replayParkedWork('mail');
    expect(await work(target, 1, () => ({ kind: 'ack' }))).toEqual([3]);
    await ask(target, 8);
    expect(await work(target, 1, () => ({ kind: 'ack' }))).toEqual([8]);
  });
});

describe('Stores with the mark of a migration', () => {
  test('are refused by a service until the migration has finished, and when the mark cannot be read', async () => {
    const directory = temporaryDirectory();
    const marker = fileMigrationMarker(directory);
    await requireFinishedMigration(marker);
    const migration = {
      source: { installationId: 'a', kind: 'embedded', head: null },
      tree: null,
      events: 0,
      root: '',
      startedAt: 1,
      finishedAt: null,
    };
    for (const phase of ['copying', 'finishing']) {
      await marker.write(JSON.stringify({ ...migration, phase }));
      await expect(requireFinishedMigration(marker)).rejects.toThrow('unfinished copy');
    }
    await marker.write(JSON.stringify({ ...migration, phase: 'finished', finishedAt: 2 }));
    await requireFinishedMigration(fileMigrationMarker(join(directory, '.')));
    await marker.write('{}');
    await expect(requireFinishedMigration(marker)).rejects.toThrow('cannot be read');
  });
});
