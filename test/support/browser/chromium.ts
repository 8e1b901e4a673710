import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = [
  process.env.CHROMIUM_PATH ?? '',
  // The same engine without windows: tests in it take two thirds of the CPU.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** All of this machine. They heed different switches. */
export const chromiumPaths = PLACES.filter((place) => place !== '' && existsSync(place));

/** `null` where there is none: what needs it is then not tried. */
export const chromiumPath: string | null = chromiumPaths[0] ?? null;

/** Said once a run. @throws Error on a build server, where a test that was passed over proves nothing */
export function sayWhatIsNotTried(): void {
  if (chromiumPath !== null) return;
  const what = 'There is no Chromium here and CHROMIUM_PATH is not set: rendering and the widget are not tried.';
  if (process.env.CHROMIUM_REQUIRED) throw new Error(what);
  console.log(what);
}

/** Root cannot have Chromium's own sandbox, and others only where the system lets them have namespaces: many containers do not. */
export function canSandboxChromium(): boolean {
  return process.getuid?.() !== 0 && spawnSync('unshare', ['--user', '--map-root-user', 'true']).status === 0;
}
