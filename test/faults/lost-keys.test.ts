/** A key store that was lost, restored from a backup, truncated or damaged is not taken for an erasure. */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyOf, flipBytes, lose, putBack } from './support/data-folder.ts';
import { backupsOfFile, refusedStart, signIn, startIn, stop } from './support/owners.ts';

const LOST =
  /^The key store \(.+keys\.db\) is empty or new, but the event log \(.+events\.db\) is not: restore .+\.\n$/;
const OLDER =
  /^The key store \(.+keys\.db\) is older than the event log \(.+events\.db\) and lacks \d+ changes .+: restore .+\.\n$/;

const backups = backupsOfFile();

interface Damage {
  readonly what: string;
  readonly from: 'late' | 'killed';
  readonly to: (directory: string, early: string) => void;
  /** Message of the refused start. */
  readonly told: RegExp;
}

const DAMAGES: readonly Damage[] = [
  { what: 'were lost', from: 'late', to: (directory) => lose(directory, 'keys.db'), told: LOST },
  { what: 'are older', from: 'late', to: (directory, early) => putBack(directory, 'keys.db', early), told: OLDER },
  {
    what: 'were truncated',
    from: 'late',
    to(directory) {
      lose(directory, 'keys.db-wal');
      truncateSync(join(directory, 'keys.db'), 0);
    },
    told: LOST,
  },
  {
    what: 'are damaged in their write-ahead log',
    from: 'killed',
    to: (directory) => flipBytes(join(directory, 'keys.db-wal'), 0.01),
    told: OLDER,
  },
];

test.each(DAMAGES)('Keys that $what stop the start, which says what to do', { timeout: 120_000 }, async (damage) => {
  const { early, ...folders } = await backups();
  const directory = copyOf(folders[damage.from]);
  damage.to(directory, early);
  const refused = await refusedStart(directory);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(damage.told);
});

test('Nothing is lost by a refused start once the keys are put back', { timeout: 120_000 }, async () => {
  const { killed } = await backups();
  const directory = copyOf(killed);
  flipBytes(join(directory, 'keys.db-wal'), 0.01);
  expect(await refusedStart(directory)).toMatchObject({ code: 1 });
  putBack(directory, 'keys.db', killed);
  const service = await startIn(directory);
  for (const name of ['ada', 'bob', 'cleo']) expect(await signIn(service, name)).toBe(200);
  expect(await stop(service)).toMatchObject({ code: 0, stderr: '' });
});
