/** Whether a page's Origin may use a widget key. Interface specification, sections 4.5 and 7.1; decisions, section 5. */

export type OriginVerdict = 'allowed' | 'OriginMissing' | 'InvalidOrigin' | 'DomainNotAuthorized';

/**
 * @param allowedDomains entries as `example.com` (that host only), `*.example.com` (it and every subdomain) or `*`, as
 *   `normaliseDomain` gives them.
 * @param origin the Origin header, undefined when there was none.
 */
export function judgeOrigin(allowedDomains: readonly string[], origin: string | undefined): OriginVerdict {
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

/** Lower case, IDN as punycode, without port; null for `null` and for what is no http(s) origin. */
function hostOf(origin: string): string | null {
  // Scheme, host, port and nothing else, before a parser that is generous with white space and credentials sees it.
  if (origin.length > 512 || !/^https?:\/\/[^\s/?#@\\]+\/?$/i.test(origin)) return null;
  try {
    return new URL(origin).hostname;
  } catch {
    return null;
  }
}

/**
 * The form an entry is kept in: lower case, IDN as punycode. Null when it is none of the three forms: a scheme, a port, a path
 * or a star elsewhere would silently never match.
 */
export function normaliseDomain(entry: string): string | null {
  const text = entry.trim();
  if (text === '*') return '*';
  const wildcard = text.startsWith('*.');
  const host = wildcard ? text.slice(2) : text;
  if (host === '' || host.length > 253 || /[\s/\\?#@*%]/.test(host) || (host.includes(':') && !host.startsWith('[')))
    return null;
  try {
    const { hostname, port } = new URL(`http://${host}`);
    // The dot of a fully qualified name is no part of the host that browsers send.
    const bare = hostname.replace(/\.$/, '');
    return port === '' && bare !== '' ? `${wildcard ? '*.' : ''}${bare}` : null;
  } catch {
    return null;
  }
}
