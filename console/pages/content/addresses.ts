/** Addresses as people type them. */
import { parseUrl } from '../../../widget/shared/parse-url.ts';
import { sentence } from '../../ui/words.ts';

/** Adds a missing `https://`. Returns null for anything but a website's address. */
export function addressOf(text: string): URL | null {
  const typed = text.trim();
  const url = parseUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const isHost = url.hostname.includes('.') || url.hostname === 'localhost' || url.hostname.startsWith('[');
  return isHost && !/\s/.test(typed) ? url : null;
}

/** `https://www.fern-and-fig.com/` as `Fern and fig`. Empty where the address says nothing. */
export function nameOf({ hostname }: URL): string {
  if (/^[\d.]+$|^\[|^localhost$/.test(hostname)) return '';
  const labels = hostname.split('.').slice(0, -1);
  const named = labels.filter((label) => label !== 'www' && !label.startsWith('xn--'));
  const [longest = ''] = named.sort((one, other) => other.length - one.length);
  const words = longest.replace(/[-_]+/g, ' ').trim();
  return sentence(words);
}

/** Domains for a widget key: the host with and without `www.` */
export function domainsOf({ hostname }: URL): readonly string[] {
  if (/^[\d.]+$|^\[|^localhost$/.test(hostname)) return [hostname];
  return [hostname, hostname.startsWith('www.') ? hostname.slice(4) : `www.${hostname}`];
}
