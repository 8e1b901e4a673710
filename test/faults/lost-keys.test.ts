/** A key store that was lost, restored from a backup, truncated or damaged is not taken for an erasure. */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Exit, runProgram } from '../support/processes/service-process.ts';
import { copyOf, flipBytes, lose, putBack } from './support/data-folder.ts';
import { backups, signIn, startIn, stop } from './support/owners.ts';

const FOREIGN =
  /^The event log \(\S+events\.db\) holds events of another installation than the key store \(\S+keys\.db\): restore .+\.\n$/;
const OLDER =
  /^The key store \(\S+keys\.db\) is older than the event log \(\S+events\.db\) and lacks \d+ changes .+: restore .+\.\n$/;

async function refusedStart(directory: string): Promise<Exit> {
  const program = runProgram('src/main.ts', { PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: directory });
  onTestFinished(() => program.signal('SIGKILL'));
  return program.exited;
}

test('Lost, older, truncated or damaged keys stop the start with what to do, and nothing else is lost', async () => {
  const { early, late, killed } = await backups();
  const damages: readonly { from: string; damage: (directory: string) => void; told: RegExp }[] = [
    { from: late, damage: (at) => lose(at, 'keys.db'), told: FOREIGN },
    { from: late, damage: (at) => putBack(at, 'keys.db', early), told: OLDER },
    {
      from: late,
      damage(at) {
        lose(at, 'keys.db-wal');
        truncateSync(join(at, 'keys.db'), 0);
      },
      told: FOREIGN,
    },
    { from: killed, damage: (at) => flipBytes(join(at, 'keys.db-wal'), 0.01), told: OLDER },
  ];
  for (const { from, damage, told } of damages) {
    const directory = copyOf(from);
    damage(directory);
    const refused = await refusedStart(directory);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(told);
    if (from !== killed) continue;
    putBack(directory, 'keys.db', killed);
    const service = await startIn(directory);
    for (const name of ['ada', 'bob', 'cleo']) expect(await signIn(service, name)).toBe(200);
    expect(await stop(service)).toMatchObject({ code: 0, stderr: '' });
  }
}, 120_000);
