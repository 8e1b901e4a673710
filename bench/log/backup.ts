/** A backup beside a writer: how long it takes, and how long an append takes meanwhile; then its restore and a replay. */
import { spawn } from 'node:child_process';
import { createSecretKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { globSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openFileBlobs } from '../../src/adapters/files/blobs.ts';
import { openSqliteDocuments } from '../../src/adapters/sqlite/documents/documents.ts';
import { openSqliteEventLog } from '../../src/adapters/sqlite/event-log/event-log.ts';
import { openSqliteKeys } from '../../src/adapters/sqlite/keys/keys.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { uuidV7Ids } from '../../src/adapters/system/ids.ts';
import { EventCodec } from '../../src/event-log/codec.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import type { Keys } from '../../src/ports/keys.ts';
import { allProjections } from '../../src/projections/all.ts';
import { ProjectionEngine } from '../../src/projections/engine/engine.ts';
import type { BenchResult, Measurement } from '../harness/measurement.ts';
import { scaled, withDirectory } from '../harness/timing.ts';
import { fill } from './rebuild.ts';

const EVENTS = scaled(100_000);
const BLOBS = scaled(1_000);
const BLOB_BYTES = 20_000;
/** Longer than a pause of the disk. */
const QUIET_MS = 5_000;

export function benchBackup(): Promise<BenchResult> {
  return withDirectory(async (directory) => {
    const dataDir = join(directory, 'data');
    const masterKey = randomBytes(32);
    const log = await openSqliteEventLog({ directory: dataDir });
    const keys = await openSqliteKeys({ directory: dataDir, masterKey: createSecretKey(masterKey) });
    await fill(log, new EventCodec(keys), EVENTS);
    const blobs = await openFileBlobs({ directory: join(dataDir, 'blobs') });
    for (let number = 0; number < BLOBS; number += 1)
      await blobs.put(`chatbot-${number % 20}`, randomBytes(BLOB_BYTES));
    await project(log, keys, dataDir);
    const environment = { DATA_DIR: dataDir, MASTER_KEY: masterKey.toString('base64') };
    const [target, restored] = [join(directory, 'backup'), join(directory, 'restored')];

    const alone = await appendsDuring(log, () => pause(QUIET_MS));
    const during = await appendsDuring(log, () => seconds('backup', [target], environment));
    const megabytes = sizeOf(target) / 1e6;
    const restoring = await seconds('restore', [target], { ...environment, DATA_DIR: restored });
    await log.close();
    await keys.close();
    writeFileSync(join(dataDir, 'master.key'), environment.MASTER_KEY);
    const models = ['--model', 'messages', '--model', 'conversations'];
    const replaying = await seconds('audit', ['replay', ...models], environment);
    console.log(`A backup of ${EVENTS} events and ${BLOBS} blobs, ${megabytes.toFixed(0)} MB`);
    const beside = (name: string, value: number, quiet: number): Measurement => ({
      name,
      value,
      unit: 'ms',
      better: 'lower',
      against: [{ name: 'without it', value: quiet }],
    });
    return {
      measurements: [
        { name: 'backup', value: during.result, unit: 's', better: 'lower' },
        beside('append during a backup, median', during.median, alone.median),
        beside('append during a backup, longest', during.longest, alone.longest),
        { name: 'restore', value: restoring, unit: 's', better: 'lower' },
        { name: 'replay of two read models', value: replaying, unit: 's', better: 'lower' },
      ],
    };
  });
}

async function project(log: EventLog, keys: Keys, directory: string): Promise<void> {
  const documents = await openSqliteDocuments({ directory });
  const report = ({ message }: { message: string }) => {
    throw new Error(message);
  };
  const codec = new EventCodec(keys);
  const engine = new ProjectionEngine({
    log,
    codec,
    documents,
    projections: allProjections,
    clock: systemClock,
    report,
  });
  await engine.start();
  await engine.caughtUp();
  await engine.stop();
  await documents.close();
}

/** Appends one event after the other while the work lasts, and times each, in milliseconds. */
async function appendsDuring<Result>(log: EventLog, work: () => Promise<Result>) {
  const times: number[] = [];
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const startedAt = performance.now();
    const [id, stream] = [uuidV7Ids.next(), uuidV7Ids.next()];
    const metadata = { at: Date.now(), commandId: id, actor: { kind: 'system', part: 'bench' }, previous: null };
    await log.append(`bench-${stream}`, 'no-stream', [{ id, type: 'Benched', data: {}, metadata }]);
    times.push(performance.now() - startedAt);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { result: await working, median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0 };
}

async function seconds(command: string, words: readonly string[], environment: Readonly<Record<string, string>>) {
  const startedAt = performance.now();
  const program = fileURLToPath(new URL(`../../src/cli/${command}.ts`, import.meta.url));
  const child = spawn(process.execPath, [program, ...words], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return (performance.now() - startedAt) / 1_000;
}

function sizeOf(directory: string): number {
  return globSync('**/*', { cwd: directory })
    .map((path) => statSync(join(directory, path)))
    .reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0);
}
