import { isIP } from 'node:net';

/** Proxies whose `X-Forwarded-For` is trusted: none, all, a number of hops, or addresses and networks. */
export type TrustProxy = boolean | number | readonly string[];

const MAX_HOPS = 100;
/** Fastify's names. */
const NETWORK_NAMES: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** @param refuse called with each invalid entry */
export function parseTrustProxy(text: string, refuse: (entry: string) => void): TrustProxy {
  const setting = text.trim().toLowerCase();
  if (setting === 'true' || setting === 'false') return setting === 'true';
  if (/^\d+$/.test(setting)) {
    const hops = Number(setting);
    if (hops > MAX_HOPS) refuse(setting);
    return hops === 0 ? false : hops;
  }
  const entries = setting.split(',').flatMap((entry) => entry.trim() || []);
  for (const entry of entries) if (!isNetwork(entry)) refuse(entry);
  return entries.length === 0 ? false : entries;
}

function isNetwork(entry: string): boolean {
  if (NETWORK_NAMES.has(entry)) return true;
  const [address = '', prefix, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}
