/** The packages of a peer, which are no part of the product's install. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Installs them with `npm ci` when they are missing.
 * @param name folder beside this file
 * @returns a sentence with the reason when they cannot be installed, as without a network
 */
export async function installPeer(name: string): Promise<string | null> {
  const folder = fileURLToPath(new URL(`./${name}/`, import.meta.url));
  if (existsSync(`${folder}/node_modules`)) return null;
  console.log(`Installing the packages of ${name} in bench/peers/${name} (npm ci) …`);
  const npm = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const code = await once(npm, 'exit').then(
    ([status]: unknown[]) => status,
    () => 'no npm',
  );
  return code === 0 ? null : `npm ci failed in bench/peers/${name} (${code})`;
}
