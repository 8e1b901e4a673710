/** A log that was lost, restored from a backup, truncated or damaged: the service serves what is left of it. */
import { readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyOf, flipBytes, lose, putBack } from './support/data-folder.ts';
import { backups, nameOf, readiness, register, signIn, startIn, stop } from './support/owners.ts';

const REBUILT = /The event log is not the one that the read models were built from: it [^"]+ rebuilt from the log/;

test('A lost, older, truncated or damaged log is detected: read models are rebuilt, the log says so, and new events are seen', async () => {
  const { early, late, killed } = await backups();
  const damages: readonly { what: string; from: string; damage: (directory: string) => void; left: string[] }[] = [
    { what: 'lost', from: late, damage: (at) => lose(at, 'events.db'), left: [] },
    { what: 'older', from: late, damage: (at) => putBack(at, 'events.db', early), left: ['ada'] },
    {
      what: 'truncated',
      from: late,
      damage(at) {
        lose(at, 'events.db-wal');
        truncateSync(join(at, 'events.db'), 0);
      },
      left: [],
    },
    {
      what: 'damaged in its write-ahead log',
      from: killed,
      damage(at) {
        const log = readdirSync(at).find((name) => name === 'events.db-wal') ?? '';
        expect(statSync(join(at, log)).size).toBeGreaterThan(0);
        // Damages the first frame, so that no later frame of the write-ahead log counts.
        flipBytes(join(at, log), 0.01);
      },
      left: ['ada', 'bob'],
    },
  ];
  let last = '';
  for (const { what, from, damage, left } of damages) {
    const directory = copyOf(from);
    last = directory;
    damage(directory);
    const service = await startIn(directory);
    expect(await readiness(service), what).toEqual({ status: 200, rebuilt: true });
    for (const name of ['ada', 'bob', 'cleo']) {
      expect(await signIn(service, name), `${name} in a log that is ${what}`).toBe(left.includes(name) ? 200 : 401);
    }
    // An address that the log no longer knows may be taken anew.
    for (const name of ['dora', left.includes('bob') ? 'erik' : 'bob']) {
      expect(await nameOf(service, await register(service, name))).toBe(name);
    }
    expect((await stop(service)).stdout).toMatch(REBUILT);
  }
  // Once is enough: the next start finds the read models of this log.
  const again = await startIn(last);
  expect(await readiness(again)).toEqual({ status: 200, rebuilt: false });
  expect(await signIn(again, 'dora')).toBe(200);
  expect((await stop(again)).stdout).not.toMatch(REBUILT);
}, 120_000);
