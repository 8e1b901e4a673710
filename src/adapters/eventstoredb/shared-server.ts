/**
 * Services that share a server have a prefix each, which begins the names of their streams and groups and marks their events.
 * The empty prefix stands for the names that releases without prefixes used.
 */

const PREFIX = /^(?:[a-z][a-z0-9_]{0,31})?$/;
/** Ends the prefix, which therefore is never the beginning of another one. */
const SEPARATOR = '.';

export const PREFIX_FORMAT = 'at most 32 lower-case letters, digits and `_`, beginning with a letter';

export const isPrefix = (text: string): boolean => PREFIX.test(text);

export function serverName(prefix: string, name: string): string {
  return prefix === '' ? name : `${prefix}${SEPARATOR}${name}`;
}

/** Name within the service; null for a name under another prefix. */
export function ownName(prefix: string, onServer: string): string | null {
  const start = serverName(prefix, '');
  return onServer.startsWith(start) ? onServer.slice(start.length) : null;
}
