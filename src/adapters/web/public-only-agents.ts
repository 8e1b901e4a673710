import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent';
import { isPublicAddress } from './public-address.ts';

/** The address behind a host is not public. */
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

/** The agents to reach a host with: `guarded` ones let nothing but public addresses through, checked where they connect. */
export interface Agents {
  readonly http: http.Agent;
  readonly https: https.Agent;
  readonly lookup: LookupFunction;
}

export function guardedAgents(resolve: LookupFunction = dns.lookup as LookupFunction): Agents {
  return {
    http: new RequestFilteringHttpAgent(AGENT_OPTIONS),
    https: new RequestFilteringHttpsAgent(AGENT_OPTIONS),
    lookup: publicOnly(resolve),
  };
}

export function openAgents(resolve: LookupFunction = dns.lookup as LookupFunction): Agents {
  return { http: new http.Agent(AGENT_OPTIONS), https: new https.Agent(AGENT_OPTIONS), lookup: resolve };
}

/**
 * The filtering agents look at the answers of this lookup as well; their ranges let through IPv4-compatible and some translated
 * IPv6 addresses, which is why there are two. One private address among several refuses the host: which one is taken is chance.
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
 * An address written into the URL is never looked up, so it has to be checked before; and `localhost`, with all names below it,
 * means this machine whatever a resolver says (RFC 6761). Brackets are as `URL` gives them.
 */
export function isRefusedHost(hostname: string): boolean {
  if (/(^|\.)localhost\.?$/i.test(hostname)) return true;
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && !isPublicAddress(address);
}
