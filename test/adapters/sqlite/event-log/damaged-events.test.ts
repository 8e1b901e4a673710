import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteEventLog } from '../../../../src/adapters/sqlite/event-log/event-log.ts';
import { StoreDamaged } from '../../../../src/ports/store-unavailable.ts';
import { begin, newEvents } from '../../../contracts/event-log/support.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

type Stored = Record<string, unknown>;

test.each<[string, (event: Stored) => string, RegExp]>([
  ['is no JSON', () => '{broken', /an event, which npm run audit -- verify names, is not/],
  ['is null', () => 'null', /an event, which npm run audit -- verify names, is not/],
  [
    'is a list',
    () => `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    /an event, which npm run audit -- verify names, is not/,
  ],
  ['has no metadata', ({ metadata: _, ...event }) => JSON.stringify(event), /the event 3 is not/],
  ['has no data', (event) => JSON.stringify({ ...event, data: null }), /the event 3 is not/],
  ['has no stream', ({ stream: _, ...event }) => JSON.stringify(event), /the event 3 is not/],
  ['stands nowhere', (event) => JSON.stringify({ ...event, position: 'x' }), /the event x is not/],
])('A log with an event that %s says that it is damaged, in each way of reading', async (_what, spoiled, message) => {
  const directory = temporaryDirectory();
  const earlier = await openSqliteEventLog({ directory });
  await begin(earlier, 'thing-1', newEvents(2));
  await earlier.close();
  const file = new DatabaseSync(join(directory, 'events.db'));
  const { event } = file.prepare('SELECT event FROM events WHERE position = 2').get() as { event: string };
  const next = { ...(JSON.parse(event) as Stored), position: 3, revision: 2 };
  file.prepare("INSERT INTO events VALUES (3, 'thing', 'Happened', 'thing-1', 2, ?)").run(spoiled(next));
  file.close();
  const log = await openSqliteEventLog({ directory });
  onTestFinished(() => log.close());

  const reads = [
    () => log.readAll({ after: null, limit: 10 }),
    () => log.readStream('thing-1'),
    () => log.readLatest(1),
  ];
  for (const read of reads) {
    await expect(read()).rejects.toThrow(StoreDamaged);
    await expect(read()).rejects.toThrow(message);
  }
});
