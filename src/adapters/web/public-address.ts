import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * What the IANA special-purpose registries keep from the public internet. Everything else of IPv4 is public; of IPv6 only
 * 2000::/3 is given out at all, which leaves out loopback, mapped, compatible, translated, local and multicast addresses whole.
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
/** Within 2000::/3. 6to4 and Teredo carry IPv4 addresses, private ones as well. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const special = new BlockList();
for (const range of SPECIAL_IPV4) add(special, range, 'ipv4');
for (const range of SPECIAL_IPV6) add(special, range, 'ipv6');

const givenOut = new BlockList();
add(givenOut, '2000::/3', 'ipv6');

function add(list: BlockList, range: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', prefix = ''] = range.split('/');
  list.addSubnet(network, Number(prefix), family);
}

/** Whether the IP address (without brackets or zone) is one that anybody on the internet can reach. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv6(address)) return givenOut.check(address, 'ipv6') && !special.check(address, 'ipv6');
  return !special.check(address, 'ipv4');
}
