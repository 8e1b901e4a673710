import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { errorCode } from '../../lib/thrown.ts';

/** The first query waits so long, the second twice as long. */
const TIMEOUT_MS = 2_500;
const TRIES = 2;
/** Addresses of each family, tried one after the other. A hostile server could name thousands, of anybody. */
const MAX_ADDRESSES = 8;
/** Answers that say that there is no such address. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

/** Has a code of `dns.lookup` whatever the query failed with: others would seem to be faults of the website's server. */
class NotResolved extends Error {
  readonly code: 'ENOTFOUND' | 'EAI_AGAIN';

  constructor(hostname: string, code: NotResolved['code']) {
    super(`${code} ${hostname}`);
    this.code = code;
  }
}

/**
 * Looks up names that strangers choose, by DNS queries, which hold no thread. `dns.lookup` holds one of two threads for ten
 * seconds when a name server does not answer: a few such websites would keep everything else from being reached, even the
 * language model. Ignores the `hosts` file.
 * @param servers default: those of the system, read anew for each lookup
 */
export function dnsLookup(servers: readonly string[] | null = null): LookupFunction {
  return (hostname, options, callback) => {
    const wanted = familyOf(options.family);
    addressesOf(hostname, wanted, servers).then(
      (found) => {
        const [first] = found;
        if (options.all === true) callback(null, [...found]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

type Family = 4 | 6;
type Address = { readonly address: string; readonly family: Family };

function familyOf(family: number | string | undefined): Family | null {
  if (family === 4 || family === 'IPv4') return 4;
  return family === 6 || family === 'IPv6' ? 6 : null;
}

/** IPv4 first: not every network has a way to IPv6. @throws NotResolved when there is none */
async function addressesOf(
  hostname: string,
  wanted: Family | null,
  servers: readonly string[] | null,
): Promise<readonly [Address, ...Address[]]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers !== null) resolver.setServers(servers);
  const families = ([4, 6] as const).filter((family) => wanted === null || family === wanted);
  const asked = await Promise.allSettled(
    families.map((family) => (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname))),
  );
  const found = asked.flatMap((answer, index): Address[] => {
    const family = families[index];
    if (answer.status === 'rejected' || family === undefined) return [];
    return answer.value.slice(0, MAX_ADDRESSES).map((address) => ({ address, family }));
  });
  const [first, ...others] = found;
  if (first !== undefined) return [first, ...others];
  const isNone = asked.every((answer) => answer.status === 'fulfilled' || NONE.has(errorCode(answer.reason) ?? ''));
  throw new NotResolved(hostname, isNone ? 'ENOTFOUND' : 'EAI_AGAIN');
}
