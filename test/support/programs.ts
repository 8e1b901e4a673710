/** Servers that a test runs when the machine has them. Debian keeps some where only root looks. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const PLACES = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

/** `null` when the machine has none. */
export const programPath = (name: string): string | null =>
  PLACES.map((place) => join(place, name)).find((path) => existsSync(path)) ?? null;

/** The tests that need each program, by its name. */
const TRIED = {
  nginx: 'ops/nginx',
  caddy: 'ops/caddy',
  'systemd-analyze': 'ops/systemd',
  kubectl: 'how ops/kubernetes is put together',
} as const;

/** Said once a run. @throws Error on a build server that installs them, where a test that was passed over proves nothing */
export function sayWhichProgramsAreMissing(): void {
  for (const [name, what] of Object.entries(TRIED)) {
    if (programPath(name) !== null) continue;
    const told = `There is no ${name} here: ${what} is not tried.`;
    if (process.env.PROXIES_REQUIRED && (name === 'nginx' || name === 'caddy')) throw new Error(told);
    console.log(told);
  }
}
