/** Interface specification, sections 4.5 and 7.1; decisions, section 5. */

export type OriginRejection = 'OriginMissing' | 'InvalidOrigin' | 'DomainNotAuthorized';
export type OriginCheck = 'allowed' | OriginRejection;

/**
 * @param allowedDomains normalised entries: `example.com` (that host only), `*.example.com` (it and every subdomain) or `*`
 * @param origin the Origin header
 */
export function checkOrigin(allowedDomains: readonly string[], origin: string | undefined): OriginCheck {
  const anyOrigin = allowedDomains.includes('*');
  if (origin === undefined) return anyOrigin ? 'allowed' : 'OriginMissing';
  const host = hostOf(origin);
  if (host === null) return 'InvalidOrigin';
  if (anyOrigin) return 'allowed';
  return allowedDomains.some((entry) => matches(entry, host)) ? 'allowed' : 'DomainNotAuthorized';
}

function matches(entry: string, host: string): boolean {
  if (!entry.startsWith('*.')) return entry === host;
  const base = entry.slice(2);
  return host === base || host.endsWith(`.${base}`);
}

/** `https://host`, or the origin of an app or an extension, such as `capacitor://localhost`. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/([^\s/?#@\\]+)\/?$/i;

/** Lower case, IDN as punycode, without port. Returns null for `null` and for origins without a host. */
function hostOf(origin: string): string | null {
  // The URL parser would also accept white space and credentials.
  const authority = origin.length > 512 ? undefined : ORIGIN.exec(origin)?.[1];
  try {
    // The parser normalises hosts of web addresses alone.
    return authority === undefined ? null : new URL(`http://${authority}`).hostname;
  } catch {
    return null;
  }
}

/** Lower case, IDN as punycode. Returns null when no host can match the entry; `domainFault` says why. */
export function normaliseDomain(entry: string): string | null {
  const { wildcard, host } = partsOf(entry);
  if (host === '*') return wildcard ? null : '*';
  const canonical = canonicalHost(host);
  return canonical === null || hostFault(canonical) !== null ? null : `${wildcard ? '*.' : ''}${canonical}`;
}

const NO_HOST = 'must be a host such as example.com, *.example.com, or *';

/** Message for an entry that no host can match, else null. */
export function domainFault(entry: string): string | null {
  if (normaliseDomain(entry) !== null) return null;
  const { host } = partsOf(entry);
  if (/[/\\?#]/.test(host)) return 'must be a host without scheme and path, such as example.com';
  if (host.includes('*')) return '* stands alone or as the first part, as in *.example.com';
  if (/:\d+$/.test(host)) return 'must be a host without its port: a host matches with every port';
  return hostFault(canonicalHost(host) ?? host) ?? NO_HOST;
}

function partsOf(entry: string): { wildcard: boolean; host: string } {
  const text = entry.trim();
  const wildcard = text.startsWith('*.');
  return { wildcard, host: wildcard ? text.slice(2) : text };
}

/** The host as browsers send it, or null. */
function canonicalHost(host: string): string | null {
  if (host === '' || host.length > MAX_HOST || /[\s/\\?#@*%]/.test(host)) return null;
  if (host.includes(':') && !host.startsWith('[')) return null;
  try {
    const { hostname, port } = new URL(`http://${host}`);
    // Browsers send a fully qualified name without its trailing dot.
    return port === '' ? hostname.replace(/\.$/, '') : null;
  } catch {
    return null;
  }
}

const MAX_HOST = 253;
const MAX_LABEL = 63;

/** Message for a host that URLs allow and DNS does not (RFC 1035; `_` is in use and allowed). */
function hostFault(host: string): string | null {
  if (/^\[[\da-f:.]+\]$/.test(host)) return null;
  const labels = host.split('.');
  if (labels.length > 1 && labels.includes(''))
    return 'has an empty part: no host begins with a dot or has two in a row';
  if (labels.some((label) => label.length > MAX_LABEL)) return `has a part of more than ${MAX_LABEL} characters`;
  if (host.length > MAX_HOST) return `must have at most ${MAX_HOST} characters`;
  return /^[\w.-]+$/.test(host) ? null : NO_HOST;
}
