/** URL normalization, so that one page has one URL. */

/** Parameters of campaigns and sessions do not change the page. */
const TRACKING_PARAMETERS =
  /^(utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|li_fat_id|mc_[ce]id|_hs(enc|mi)|mkt_tok|_ga|_gl|vero_id|oly_(anon|enc)_id|phpsessid|jsessionid|sessionid|cfid|cftoken)$/i;
const MAX_URL_CHARACTERS = 2_048;

/** Removes fragment, tracking and credentials. Returns null for other schemes and overlong URLs. */
export function normalizeUrl(href: string, base?: string): string | null {
  if (href.length > MAX_URL_CHARACTERS) return null;
  const url = URL.parse(href.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null;
  url.hash = '';
  url.username = '';
  url.password = '';
  if (url.search !== '') removeTracking(url);
  if (/;jsessionid=/i.test(url.pathname)) url.pathname = url.pathname.replace(/;jsessionid=[^/;]*/i, '');
  return url.href.length > MAX_URL_CHARACTERS ? null : url.href;
}

function removeTracking(url: URL): void {
  const names = [...url.searchParams.keys()].filter((name) => TRACKING_PARAMETERS.test(name));
  // Deleting reserializes the query, so URLs without tracking stay as written.
  for (const name of names) url.searchParams.delete(name);
  if (url.search === '' || url.search === '?') url.search = '';
}

/** Ignores scheme and trailing slash. */
export function pageKey(url: string): string {
  const [address = '', ...query] = url.replace(/^https?:\/\//, '').split('?');
  const trimmed = address.endsWith('/') ? address.slice(0, -1) : address;
  return query.length === 0 ? trimmed : `${trimmed}?${query.join('?')}`;
}

/** With its port. */
export const hostOf = (url: string) => URL.parse(url)?.host ?? '';
