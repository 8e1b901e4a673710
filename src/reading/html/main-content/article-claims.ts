import type { CheerioAPI } from 'cheerio';
import { has, select } from '../dom/select.ts';
import { metaContent } from '../page-facts/page-facts.ts';

const ARTICLE_TYPE = /"@type"\s*:\s*(?:\[\s*)?"(?:\w*Article|BlogPosting|Report|Review)"/;
const OTHER_TYPE =
  /"@type"\s*:\s*(?:\[\s*)?"(?:Product\w*|FAQPage|QAPage|HowTo|ItemList|CollectionPage|JobPosting|Recipe)"/;

const MARKS =
  'meta[property="article:published_time"], [itemprop=articleBody], [itemtype$="Article"], [itemtype$="BlogPosting"]';

/** Older news pages and blogs give a date or an author. */
const HINTS = [
  'meta[name="date" i], meta[name="pubdate" i], meta[name="publishdate" i], meta[name="dc.date" i], meta[name="dc.date.issued" i]',
  'meta[name="originalpublicationdate" i], meta[name="article.published" i], meta[name="sailthru.date" i], meta[name="parsely-pub-date" i]',
  'time[pubdate], a[rel=author], [itemprop=datePublished], .byline, .dateline, .entry-date, .post-date, .pubdate, .datestamp, .story-body, .date',
].join(',');

/**
 * `stated`: by its own data. `claimed`: by its type alone, which content management systems give to all pages. `likely`: it has an
 * article's date or author.
 */
export type ArticleClaim = 'stated' | 'claimed' | 'likely' | 'none';

/** Must run before scripts are removed. */
export function articleClaim($: CheerioAPI): ArticleClaim {
  const data = $(select($, 'script[type="application/ld+json"]')).text().slice(0, 100_000);
  if (OTHER_TYPE.test(data)) return 'none';
  const type = (metaContent($, '[property="og:type"]') ?? '').toLowerCase();
  if (type.startsWith('product')) return 'none';
  if (ARTICLE_TYPE.test(data) || has($, MARKS)) return 'stated';
  if (type === 'article') return 'claimed';
  return has($, HINTS) ? 'likely' : 'none';
}
