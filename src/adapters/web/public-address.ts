import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * IANA special-purpose ranges. The rest of IPv4 is public. In IPv6 only 2000::/3 is allocated, which excludes loopback, mapped,
 * compatible, translated, local and multicast addresses.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Ranges within 2000::/3. 6to4 and Teredo embed IPv4 addresses, private ones too. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const SPECIAL = listOf({ ipv4: SPECIAL_IPV4, ipv6: SPECIAL_IPV6 });
const ALLOCATED_IPV6 = listOf({ ipv4: [], ipv6: ['2000::/3'] });

function listOf(ranges: Readonly<Record<'ipv4' | 'ipv6', readonly string[]>>): BlockList {
  const list = new BlockList();
  for (const family of ['ipv4', 'ipv6'] as const) {
    for (const range of ranges[family]) {
      const [network = '', prefix = ''] = range.split('/');
      list.addSubnet(network, Number(prefix), family);
    }
  }
  return list;
}

/** True for a globally reachable IP address, given without brackets or zone. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv6(address)) return ALLOCATED_IPV6.check(address, 'ipv6') && !SPECIAL.check(address, 'ipv6');
  return !SPECIAL.check(address, 'ipv4');
}
