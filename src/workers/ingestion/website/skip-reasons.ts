/** Reasons that the owner sees. */
export const SKIP_REASONS = {
  otherHost: 'It is on another host',
  timeExpired: 'The time for reading the site was over',
  siteGone: 'The site stopped answering',
  tooManyFailures: 'Too many pages of the site cannot be read',
  tooCostly: 'Too many pages of the site take too long to read',
  tooMuchText: 'The site holds more text than one source may have',
  tooManyLinks: 'The pages of the site hold too many links',
  pageLimit: (maxPages: number) => `The limit of ${maxPages} pages was reached`,
  duplicate: (url: string) => `The same page as ${url}`,
  printVersion: (url: string) => `The print version of ${url}`,
  pageSource: (url: string) => `The source text of ${url}`,
  invalidSitemapUrl: 'The sitemap gives no web address here',

  noText: 'No usable text was found',

  redirectsToOtherHost: 'It redirects to another host',
  redirects: (url: string) => `It redirects to ${url}`,
  redirectsToSkipped: (url: string, reason: string) => `It redirects to ${url}: ${reason}`,
  redirectsToQueued: (url: string) => `It redirects to ${url}, which is read on its own`,

  noindex: 'The page asks not to be indexed (noindex)',
  robotsDisallowed: 'robots.txt does not allow it to be read',
  robotsTooManyRules: 'robots.txt has too many rules',
  robotsUrlTooLong: 'The address is too long to be compared with robots.txt',
  robotsUnreadable: (reason: string) => `robots.txt could not be read: ${reason}`,

  fileType: 'Files of this kind are not read',
  nestedTooDeeply: 'The address is nested too deeply',
  repeatsItself: 'The address repeats itself',
  tooManyVariants: 'The address is one of too many variants of one page',
} as const;
