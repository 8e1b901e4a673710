/** The disk of the target gets full during a migration: the migration says so, and goes on once there is room. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Installation, newInstallation } from '../../support/engines/engines.ts';
import { withService } from '../../support/http/migrated-installation.ts';
import { atService, newUsedWorld, toldTo, type UsedWorld } from '../../support/http/used-world.ts';
import { migrate } from '../../support/processes/migration.ts';
import type { Environment, Exit } from '../../support/processes/service-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { sharesStores } from '../nodes/support.ts';

const MASTER_KEY = '07'.repeat(32);
/** Kilobytes of the file system, so that it gets full at one step after the other. */
const SIZES = [48, 160, 320, 640, 64_000];
/** The move does not wait: only lines of progress come before the error. */
const refused = (directory: string) => ({
  code: 1,
  stderr: expect.stringMatching(
    new RegExp(
      `^(?:[a-z ]+: .*\\n)*The disk of ${directory} (?:is full|fails) \\(.+\\): (?:make room on it|check it, its free space .+), then run the same command again: the migration resumes where it stopped\\.\\n$`,
    ),
  ),
});

/** Resizes the file system that is mounted there. */
const resize = (directory: string, kilobytes: number, how = 'remount,') =>
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `${how}size=${kilobytes}k`, 'tmpfs', directory], { stdio: 'pipe' });

/** Returns null, and logs why, where this machine lets nobody mount one. */
function smallFileSystem(kilobytes: number): string | null {
  const directory = temporaryDirectory();
  try {
    resize(directory, kilobytes, '');
  } catch (error) {
    console.log(`No file system can be mounted here: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    return null;
  }
  onTestFinished(() => void execFileSync('/bin/umount', ['--lazy', directory]));
  return directory;
}

let engines: Installation;
let world: UsedWorld;
let told: unknown;
beforeAll(async () => {
  if (!sharesStores) return;
  engines = await newInstallation();
  await withService(engines, async (service) => {
    world = await newUsedWorld(service);
    told = await toldTo(world);
  });
}, 240_000);
afterAll(async () => {
  if (sharesStores) await engines.remove();
});

const toldAt = (home: Environment) =>
  withService({ environment: home, remove: async () => undefined }, (service) => toldTo(atService(world, service)));

describe.runIf(sharesStores)('A migration back into a data folder', { timeout: 240_000 }, () => {
  test('whose disk is full says so, and goes on when there is room', async () => {
    const mounted = smallFileSystem(SIZES[0] ?? 0);
    if (mounted === null) return;
    const home = { DATA_DIR: join(mounted, 'data'), MASTER_KEY };
    mkdirSync(home.DATA_DIR);
    const exits: Exit[] = [];
    for (const kilobytes of SIZES) {
      resize(mounted, kilobytes);
      const exit = await migrate({ ...engines.environment, ...home }, 'embedded').exited;
      exits.push(exit);
      if (exit.code === 0) break;
      expect(exit).toMatchObject(refused(home.DATA_DIR));
    }
    expect(exits.length).toBeGreaterThan(2);
    resize(mounted, SIZES.at(-1) ?? 0);
    expect(exits.at(-1)?.stdout).toContain('the same at both ends');
    expect(await toldAt(home)).toEqual(told);
  });

  // In blocks of 512 bytes, smaller than the log.
  test.each([128, 384])(
    'that takes only files of %d blocks ends with the reason, and goes on without the limit',
    async (blocks) => {
      const home = { DATA_DIR: join(temporaryDirectory(), 'data'), MASTER_KEY };
      const limited = migrate({ ...engines.environment, ...home }, 'embedded', [], `ulimit -f ${blocks}`);
      const exit = await limited.exited;
      expect(exit).toMatchObject(refused(home.DATA_DIR));
      const again = await migrate({ ...engines.environment, ...home }, 'embedded').exited;
      expect(again.code).toBe(0);
      expect(await toldAt(home)).toEqual(told);
    },
  );
});
