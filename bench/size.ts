/** Size on disk of an install of production and of everything, each from the lock file in a fresh folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchResult } from './harness/measurement.ts';
import { withDirectory } from './harness/timing.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** All that `npm ci` and its scripts read. */
const NEEDED = ['package.json', 'package-lock.json', '.npmrc', 'scripts'];
const AIMS = { production: 400, whole: 600 };

export async function benchSize(): Promise<BenchResult> {
  const measure = async (name: string, words: readonly string[], limit: number) => {
    const value = await withDirectory((directory) => installedMegabytes(directory, words));
    return { name, value, unit: 'MB', better: 'lower' as const, aim: { limit } };
  };
  return {
    measurements: [
      await measure('production install', ['--omit=dev'], AIMS.production),
      await measure('whole install', [], AIMS.whole),
    ],
  };
}

async function installedMegabytes(directory: string, words: readonly string[]): Promise<number> {
  for (const name of NEEDED) cpSync(join(ROOT, name), join(directory, name), { recursive: true });
  const npm = spawn('npm', ['ci', '--no-audit', '--loglevel=error', ...words], {
    cwd: directory,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`npm ci ended with ${code}`);
  return diskBytes(join(directory, 'node_modules')) / 1e6;
}

/** Blocks on disk, as `du` counts them: hard links once. */
function diskBytes(directory: string): number {
  const seen = new Set<number>();
  let bytes = 0;
  for (const path of globSync('**/*', { cwd: directory })) {
    const { ino, nlink, blocks } = lstatSync(join(directory, path));
    if (nlink > 1 && seen.has(ino)) continue;
    seen.add(ino);
    bytes += blocks * 512;
  }
  return bytes;
}
