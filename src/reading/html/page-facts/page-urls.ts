/** URL normalization, so that one page has one URL. */

/** Parameters of campaigns and sessions do not change the page. */
const TRACKING_PARAMETERS =
  /^(utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|li_fat_id|mc_[ce]id|_hs(enc|mi)|mkt_tok|_ga|_gl|vero_id|oly_(anon|enc)_id|php(sess|session)id|jsessionid|sess(ion)?_?id|oscsid|zenid|xtcsid|cfid|cftoken)$/i;
/** Names of sessions that may also mean a section or a story: the value decides. */
const SESSION_PARAMETER = /^(s|sid|sess|session)$/i;
const SESSION_ID = /^(?=\D*\d)[0-9a-z]{24,128}$/i;
/** In the path, as Java and ASP.NET write them: `;jsessionid=1F3A`, `/(S(lit3py55t21z5v55vlm25s55))/`. */
const PATH_SESSIONS = /;jsessionid=[^/;]*|\/\((?:[A-Z]\([\w-]{1,200}\)){1,5}\)(?=\/)/gi;
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
  const pathname = url.pathname.replace(PATH_SESSIONS, '');
  if (pathname !== url.pathname) url.pathname = pathname;
  return url.href.length > MAX_URL_CHARACTERS ? null : url.href;
}

function removeTracking(url: URL): void {
  const names = [...url.searchParams].flatMap(([name, value]) => (isTracking(name, value) ? [name] : []));
  // Deleting reserializes the query, so URLs without tracking stay as written.
  for (const name of names) url.searchParams.delete(name);
  if (url.search === '' || url.search === '?') url.search = '';
}

const isTracking = (name: string, value: string): boolean =>
  TRACKING_PARAMETERS.test(name) || (SESSION_PARAMETER.test(name) && SESSION_ID.test(value));

/** Ignores scheme and trailing slash. */
export function pageKey(url: string): string {
  const [address = '', ...query] = url.replace(/^https?:\/\//, '').split('?');
  const trimmed = address.endsWith('/') ? address.slice(0, -1) : address;
  return query.length === 0 ? trimmed : `${trimmed}?${query.join('?')}`;
}

/** With its port. */
export const hostOf = (url: string) => URL.parse(url)?.host ?? '';
