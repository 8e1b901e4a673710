/** How addresses of one site are written, so that the same page is not taken for two. Pure; used where links are found as well. */

/** What campaigns, mails and sessions add to an address without changing what it shows. */
const TRACKING =
  /^(utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|li_fat_id|mc_[ce]id|_hs(enc|mi)|mkt_tok|_ga|_gl|vero_id|oly_(anon|enc)_id|phpsessid|jsessionid|sessionid|cfid|cftoken)$/i;
const MAX_URL_CHARACTERS = 2_048;

/** Without fragment, tracking parameters, user and password. Null for what is no http(s) address, or one without end. */
export function pageUrl(href: string, base?: string): string | null {
  if (href.length > MAX_URL_CHARACTERS) return null;
  const url = URL.parse(href.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null;
  url.hash = '';
  url.username = '';
  url.password = '';
  if (url.search !== '') dropTracking(url);
  if (/;jsessionid=/i.test(url.pathname)) url.pathname = url.pathname.replace(/;jsessionid=[^/;]*/i, '');
  return url.href.length > MAX_URL_CHARACTERS ? null : url.href;
}

function dropTracking(url: URL): void {
  const names = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  // Deleting rewrites the whole query: an address without tracking stays as it was written.
  for (const name of names) url.searchParams.delete(name);
  if (url.search === '' || url.search === '?') url.search = '';
}

/** The same for all addresses of one page, as far as can be told without asking: scheme and last slash do not count. */
export function pageKey(url: string): string {
  const [address = '', ...query] = url.replace(/^https?:\/\//, '').split('?');
  const trimmed = address.endsWith('/') ? address.slice(0, -1) : address;
  return query.length === 0 ? trimmed : `${trimmed}?${query.join('?')}`;
}

/** With its port. */
export const hostOf = (url: string) => URL.parse(url)?.host ?? '';
