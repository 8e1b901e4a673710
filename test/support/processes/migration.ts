/** An installation that migrates, by the program that operators run. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Environment, type Exit, runProgram } from './service-process.ts';

export type Profile = 'embedded' | 'distributed';

/** @param prelude a command of the shell that sets up the process */
export function migrate(environment: Environment, to: Profile, words: readonly string[] = [], prelude?: string) {
  return runProgram('src/cli/migrate.ts', environment, undefined, ['--to', to, ...words], undefined, prelude);
}

const FIRST_KILL_MS = 500;
/** Sooner at first, so that few kills reach every phase on a machine of any speed. */
const LATER_BY = 1.5;

/**
 * Kills the migration again and again, each time later, until it ends by itself.
 * @returns how it ended, and how often it was killed
 */
export async function migrateUnderKills(environment: Environment, to: Profile): Promise<Exit & { kills: number }> {
  for (let kills = 0; ; kills += 1) {
    const afterMs = FIRST_KILL_MS * LATER_BY ** kills;
    const program = migrate(environment, to);
    const isOver = new AbortController();
    const exited = program.exited.finally(() => isOver.abort());
    await Promise.race([exited, pause(afterMs, undefined, { signal: isOver.signal }).catch(() => undefined)]);
    program.signal('SIGKILL');
    const exit = await exited;
    if (exit.signal !== 'SIGKILL') return { ...exit, kills };
  }
}

/** Hashes of the files that hold data, by their paths. Databases are compared with what their write-ahead logs add. */
export function contentOfFolder(directory: string): Readonly<Record<string, string>> {
  const paths = globSync('**/*', { cwd: directory, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-shm$|^(?:lock|readers)\.db/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    // A write-ahead log without content comes and goes with its readers.
    .filter((path) => statSync(path).size > 0);
  const hashed = paths.toSorted().map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]);
  return Object.fromEntries(hashed) as Readonly<Record<string, string>>;
}

/** Without positions, which differ between two logs of the same events, and without the time at which it was said. */
export function comparable(said: string): string {
  return said
    .replaceAll(/"(position|after|nextAfter|nextBefore)": ?"?\d+"?(?=[,}\s])/g, '"$1":0')
    .replaceAll(/^id: \d+$/gm, 'id: 0')
    .replaceAll(/"exportedAt": ?"[^"]+"/g, '"exportedAt":0');
}
