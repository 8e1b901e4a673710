import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { dnsLookup } from './dns-lookup.ts';
import { isPublicAddress } from './public-address.ts';

/** The host resolves to a private address. */
export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

const AGENT_OPTIONS = {
  keepAlive: true,
  keepAliveMsecs: 5_000,
  maxSockets: 8,
  maxFreeSockets: 4,
  maxTotalSockets: 128,
  timeout: 20_000,
} as const;

/** Connection agents of a host. Guarded agents check the address at connect time, against DNS rebinding. */
export interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
  readonly lookup: LookupFunction;
}

/** @param resolve default: DNS alone, since whoever adds a website chooses its name server */
export function guardedAgents(resolve: LookupFunction = dnsLookup()): Agents {
  return {
    http: new RequestFilteringHttpAgent(AGENT_OPTIONS),
    https: new RequestFilteringHttpsAgent(AGENT_OPTIONS),
    lookup: publicOnly(resolve),
  };
}

/** @param resolve default: as the system does, with its `hosts` file */
export function openAgents(resolve: LookupFunction = dns.lookup as LookupFunction): Agents {
  return { http: new http.Agent(AGENT_OPTIONS), https: new https.Agent(AGENT_OPTIONS), lookup: resolve };
}

/**
 * Checks beside the filtering agents, whose ranges miss IPv4-compatible and some translated IPv6 addresses. One private address
 * among several refuses the host, because any may be used.
 */
function publicOnly(resolve: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, options, (error, address, family) => {
      const addresses = typeof address === 'string' ? [address] : (address ?? []).map((one) => one.address);
      if (error === null && !addresses.every(isPublicAddress)) callback(new AddressNotAllowed(hostname), '', family);
      else callback(error, address, family);
    });
  };
}

/**
 * Checks IP literals, which are never looked up, and `localhost` with its subdomains, which always means this machine (RFC 6761).
 * Takes brackets as `URL` writes them.
 */
export function isRefusedHost(hostname: string): boolean {
  if (/(^|\.)localhost\.?$/i.test(hostname)) return true;
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && !isPublicAddress(address);
}
