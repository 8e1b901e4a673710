import { readFileSync } from 'node:fs';

/** From package.json. */
export const RELEASE = readVersion();

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version?: unknown;
  };
  return typeof version === 'string' ? version : 'unknown';
}
