/** A log that was restored from a backup or damaged: the service serves what is left of it. One that was lost stops the start. */
import { readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createOfflineEmbedder } from '../../src/adapters/offline/embedder.ts';
import { openSqliteSearchIndex } from '../../src/adapters/sqlite/search-index/search-index.ts';
import { copyOf, flipBytes, lose, putBack, zeroPages } from './support/data-folder.ts';
import { backupsOfFile, nameOf, readiness, refusedStart, register, signIn, startIn, stop } from './support/owners.ts';

/** Pages before it hold the schema, which opening the file reads. */
const FIRST_PAGE_OF_TABLES = 2;
const REBUILT = /The event log is not the one that the read models were built from: it [^"]+ rebuilt from the log/;

const REMOVED = /The search index held text of 1 source that is not in the event log, which has been removed/;

async function indexText(directory: string, text: string): Promise<void> {
  const { id: embedderId, dimensions } = createOfflineEmbedder();
  const index = await openSqliteSearchIndex({ directory, embedderId, dimensions });
  const vector = new Float32Array(dimensions).fill(1 / Math.sqrt(dimensions));
  const passage = { id: 'p', chatbotId: 'c', sourceId: 's', generation: 'g', ordinal: 0, title: '', url: null };
  await index.putPassages([{ ...passage, headings: [], text, words: 'text', vector }]);
  await index.close();
}

interface Damage {
  readonly what: string;
  readonly from: 'late' | 'killed';
  readonly to: (directory: string, early: string) => void;
  /** Accounts that the log still holds. */
  readonly left: readonly string[];
}

const DAMAGES: readonly Damage[] = [
  { what: 'older', from: 'late', to: (directory, early) => putBack(directory, 'events.db', early), left: ['ada'] },
  {
    what: 'damaged in its write-ahead log',
    from: 'killed',
    to(directory) {
      const log = readdirSync(directory).find((name) => name === 'events.db-wal') ?? '';
      expect(statSync(join(directory, log)).size).toBeGreaterThan(0);
      // Damages the first frame, so that no later frame of the write-ahead log counts.
      flipBytes(join(directory, log), 0.01);
    },
    left: ['ada', 'bob'],
  },
];

const backups = backupsOfFile();

describe.each(DAMAGES)('A log that is $what', { timeout: 120_000 }, ({ from, to, left }) => {
  async function damagedFolder(): Promise<string> {
    const { early, ...folders } = await backups();
    const copy = copyOf(folders[from]);
    to(copy, early);
    return copy;
  }

  test('is detected by the next start, which rebuilds the read models, says so and serves what is left', async () => {
    const service = await startIn(await damagedFolder());
    expect(await readiness(service)).toEqual({ status: 200, rebuilt: true });
    for (const name of ['ada', 'bob', 'cleo']) {
      expect(await signIn(service, name), name).toBe(left.includes(name) ? 200 : 401);
    }
    // A repeated registration finds what the log holds, and makes anew what it lost.
    for (const name of ['ada', 'bob', 'cleo', 'dora']) {
      expect(await nameOf(service, await register(service, name))).toBe(name);
    }
    expect((await stop(service)).stdout).toMatch(REBUILT);
  });
});

test('Read models that were rebuilt once, and text removed, are so no more by the start after', {
  timeout: 120_000,
}, async () => {
  const { early, late } = await backups();
  const copy = copyOf(late);
  putBack(copy, 'events.db', early);
  await indexText(copy, 'of a source that was added later');
  const service = await startIn(copy);
  await register(service, 'dora');
  await service.says(REMOVED);
  expect((await stop(service)).stdout).toMatch(REBUILT);
  expect(readFileSync(join(copy, 'search.db'), 'latin1')).not.toContain('added later');

  const again = await startIn(copy);
  expect(await readiness(again)).toEqual({ status: 200, rebuilt: false });
  expect(await signIn(again, 'dora')).toBe(200);
  const { stdout } = await stop(again);
  expect(stdout).not.toMatch(REBUILT);
  expect(stdout).not.toMatch(REMOVED);
});

const LOSSES: readonly (readonly [string, (directory: string) => void, RegExp])[] = [
  [
    'emptied',
    (directory) => {
      lose(directory, 'events.db-wal');
      truncateSync(join(directory, 'events.db'), 0);
    },
    /^The event log \(.+events\.db\) is empty, but the key store \(.+keys\.db\) holds keys of its events: restore .+\.\n$/,
  ],
  [
    'damaged where only reading it shows that',
    (directory) => zeroPages(join(directory, 'events.db'), FIRST_PAGE_OF_TABLES),
    /^The event log \(.+events\.db\) is damaged: .+ Restore the data folder from a backup .+\.\n$/,
  ],
];

test.each(LOSSES)(
  'A log that is %s stops the start, and all is there once it is put back',
  {
    timeout: 120_000,
  },
  async (_, damage, told) => {
    const { late } = await backups();
    const directory = copyOf(late);
    damage(directory);
    const { code, stderr } = await refusedStart(directory);
    expect(code).toBe(1);
    expect(stderr).toMatch(told);
    putBack(directory, 'events.db', late);
    const service = await startIn(directory);
    expect(await readiness(service)).toEqual({ status: 200, rebuilt: false });
    for (const name of ['ada', 'bob']) expect(await signIn(service, name)).toBe(200);
  },
);
