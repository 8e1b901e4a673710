/** Containers often have no IPv6, and build servers no network at all. */
import { networkInterfaces } from 'node:os';

const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);

export const hasIpv6Loopback = addresses.some(({ address }) => address === '::1');

/** Chromium takes a machine that has nothing but its loopback address for offline: `navigator.onLine` is false. */
export const isOnline = addresses.some(({ internal }) => !internal);

/** Said once a run. */
export function sayWhatTheNetworkLacks(): void {
  if (!isOnline) console.log('There is no network here: what the widget does offline is not tried.');
  if (!hasIpv6Loopback) console.log('There is no IPv6 here: what needs ::1 is not tried.');
}
