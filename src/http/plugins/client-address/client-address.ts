import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Groups of 16 bits: a subscriber is given a whole /64, so its addresses are one client. */
const IPV6_NETWORK_GROUPS = 4;

/** Bits of the block that a provider hands to one customer or leases out as a whole. */
const SHARED_PREFIX = { ipv4: 24, ipv6: 48 } as const;

/** Removes brackets, port and zone, with which proxies write an address. */
export function bareAddress(text: string): string {
  const trimmed = text.trim();
  const [, host = trimmed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed) ?? /^([\d.]+):\d{1,5}$/.exec(trimmed) ?? [];
  return host.replace(/%.*$/, '');
}

/** A dual-stack socket puts it before an IPv4 address. */
const MAPPED_PREFIX = '::ffff:';

/** Rate limits count IPv4 as it is, IPv4-mapped as IPv4, and IPv6 by its /64. Returns null for text that is no address. */
export function normaliseAddress(text: string): string | null {
  // Fast path for the form that sockets report. It runs several times per request, and parsing each would fill the turn that accepts a
  // burst of connections.
  const ipv4 = text.startsWith(MAPPED_PREFIX) ? text.slice(MAPPED_PREFIX.length) : text;
  if (isIPv4(ipv4)) return ipv4;
  const address = bareAddress(text);
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, IPV6_NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * The /24 of IPv4, the /48 of IPv6. Whoever holds a /48 has 65,536 networks of /64, each with rates of its own.
 * @param client as `clientAddress` gives it
 */
export function networkOf(client: string): string {
  const [address = ''] = client.split('/');
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}/${SHARED_PREFIX.ipv4}`;
  if (!isIPv6(address)) return client;
  const parsed = ipaddr.parse(address);
  const prefix = SHARED_PREFIX[parsed.kind()];
  const bytes = parsed.toByteArray().slice(0, prefix / 8);
  return `${bytes.join('.')}/${prefix}`;
}

export function clientAddress(request: FastifyRequest): string {
  // The address is undefined after a client disconnect, whatever the type says.
  const forwarded = normaliseAddress(String(request.ip));
  return forwarded ?? normaliseAddress(String(request.raw.socket.remoteAddress)) ?? 'unknown';
}
