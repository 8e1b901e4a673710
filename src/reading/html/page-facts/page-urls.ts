/** URL normalization, so that one page has one URL. */

/**
 * Parameters of campaigns and sessions, and WordPress's comment to reply to, do not change the page. `sid` and `session_id` may also mean a
 * section or a talk, which a crawl learns from a site's links.
 */
const TRACKING_PARAMETERS =
  /^(utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|li_fat_id|mc_[ce]id|_hs(enc|mi)|mkt_tok|_ga|_gl|vero_id|oly_(anon|enc)_id|php(sess|session)id|jsessionid|sessionid|oscsid|zenid|xtcsid|cfid|cftoken|replytocom)$/i;
/** Java writes sessions into the path. */
const JAVA_SESSIONS = /;jsessionid=[^/;]*/gi;
/** So does ASP.NET: `/(X(1)S(lit3py55t21z5v55vlm25s55))/`. */
const ASP_SESSIONS = /\/\((?:[A-Z]\([\w-]{1,200}\)){1,5}\)(?=\/)/g;
/** Other segments in brackets are names: `/wiki/F(X)/`. */
const ASP_ID = /[\w-]{20}/;
const MAX_URL_CHARACTERS = 2_048;

/** Returns null for other schemes and overlong URLs. */
export function normalizeUrl(href: string, base?: string): string | null {
  if (href.length > MAX_URL_CHARACTERS) return null;
  const url = URL.parse(href.trim(), base);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null;
  url.hash = '';
  url.username = '';
  url.password = '';
  if (url.search !== '') removeTracking(url);
  const pathname = url.pathname
    .replace(JAVA_SESSIONS, '')
    .replace(ASP_SESSIONS, (segment) => (ASP_ID.test(segment) ? '' : segment));
  if (pathname !== url.pathname) url.pathname = pathname;
  return url.href.length > MAX_URL_CHARACTERS ? null : url.href;
}

function removeTracking(url: URL): void {
  const parameters = [...url.searchParams];
  const kept = parameters.filter(([name]) => !TRACKING_PARAMETERS.test(name));
  // URLs without tracking are not reserialized, and stay as written.
  if (kept.length < parameters.length) url.search = new URLSearchParams(kept).toString();
  if (url.search === '' || url.search === '?') url.search = '';
}

/** Ignores scheme and trailing slash. */
export function pageKey(url: string): string {
  const [address = '', ...query] = url.replace(/^https?:\/\//, '').split('?');
  const trimmed = address.endsWith('/') ? address.slice(0, -1) : address;
  return query.length === 0 ? trimmed : `${trimmed}?${query.join('?')}`;
}

/** Includes the port. */
export const hostOf = (url: string) => URL.parse(url)?.host ?? '';
