import type { CheerioAPI } from 'cheerio';
import { type HtmlElement, isElement, textOf } from './dom.ts';

/** What surrounds content on every page of a site: by the meaning that markup gives it. */
const SURROUNDINGS = [
  'nav',
  'aside',
  'dialog',
  '[role=navigation]',
  '[role=banner]',
  '[role=contentinfo]',
  '[role=search]',
  '[role=dialog]',
  '[role=alertdialog]',
  '[role=menu]',
  '[role=menubar]',
  '[role=toolbar]',
  '[role=complementary]',
  '[aria-modal=true]',
].join(',');

/** The same by the names that sites give to classes and ids. Whole words only: `share` must not find `shareholders`. */
const SURROUNDING_NAMES = new RegExp(
  `(?:^|[\\s_-])(?:${[
    'cookies?|cookie-?(?:banner|notice|consent|bar|law)|consent|gdpr|onetrust|cookiebot|cc-window|cmp',
    'nav|navbar|navigation|menu|breadcrumbs?|skip-?(?:link|to-content)?|toc-toggle|pagination|pager',
    'sidebar|side-?bar|rail',
    'share|sharing|social|socials|addthis|sharedaddy',
    'related|recommended|recommendations|you-?may-?also-?like|more-?stories|trending|popular-posts',
    'newsletter|subscribe|subscription|signup-?form|promo|advert|advertisement|ads?|ad-?(?:slot|unit|container|wrapper)|sponsor(?:ed)?|banner-?ad|dfp',
    'popup|modal|overlay|lightbox|tooltip|toast',
    'comments?|disqus|respond|comment-?list',
    'byline-?share|print-?only|screen-?reader(?:-text)?|sr-only|visually-?hidden',
    'masthead|site-?(?:header|footer)|page-?(?:footer)|global-?(?:header|footer|nav)|topbar|colophon|copyright',
  ].join('|')})(?:$|[\\s_-])`,
  'i',
);

/** Panels that a click opens are content that waits, not content that is hidden. */
const PANEL_NAMES = /accordion|collaps|panel|faq|answer|toggle|expand|tab|drawer-content|details/i;

/** Removes from the page what is not its own content. */
export function dropSurroundings($: CheerioAPI): void {
  $('script, style, noscript, template, iframe, svg, object, embed, canvas').remove();
  $(SURROUNDINGS).each((_, element) => {
    if (isElement(element) && !holdsTheContent($, element)) $(element).remove();
  });
  $('header, footer').each((_, element) => {
    if ($(element).closest('article, main, [role=main]').length === 0 && !holdsTheContent($, element))
      $(element).remove();
  });
  const half = textLength($('body').toArray().filter(isElement)) / 2;
  $('[class], [id]').each((_, element) => {
    if (isSurroundingByName($, element) && textLength([element]) < half) $(element).remove();
  });
  $('[hidden], [aria-hidden=true], [style]').each((_, element) => {
    if (isHidden(element)) $(element).remove();
  });
}

const textLength = (elements: readonly HtmlElement[]) =>
  elements.reduce((length, element) => length + textOf(element).trim().length, 0);

/** A site that wraps everything into `<header>` or a `menu` class must not vanish. */
function holdsTheContent($: CheerioAPI, element: HtmlElement): boolean {
  return $(element).find('main, article, [role=main], h1').length > 0;
}

const KEPT = new Set([
  'html',
  'body',
  'main',
  'article',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'code',
  'table',
  'td',
  'tr',
  'tbody',
]);

function isSurroundingByName($: CheerioAPI, element: HtmlElement): boolean {
  if (KEPT.has(element.name)) return false;
  const names = `${element.attribs.class ?? ''} ${element.attribs.id ?? ''}`.slice(0, 1_000);
  return SURROUNDING_NAMES.test(names) && !holdsTheContent($, element);
}

function isHidden(element: HtmlElement): boolean {
  const { attribs } = element;
  const style = attribs.style ?? '';
  const hidden =
    'hidden' in attribs ||
    attribs['aria-hidden'] === 'true' ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style.slice(0, 2_000));
  if (!hidden) return false;
  const names = `${attribs.class ?? ''} ${attribs.id ?? ''} ${attribs.role ?? ''}`;
  return !PANEL_NAMES.test(names.slice(0, 1_000));
}

/** Lists and boxes of links that the page offers to go on with: nearly all of their text is links, and each is short. */
export function dropLinkBoxes($: CheerioAPI, root: HtmlElement): void {
  const all = inkOf(root);
  $(root)
    .find('ul, ol, div, section, table, p')
    .each((_, element) => {
      const links = $(element).find('a').toArray();
      if (links.length < 3) return;
      const ink = inkOf(element);
      if (ink > all / 2) return;
      const linked = links.reduce((sum, link) => sum + inkOf(link), 0);
      if (linked > ink * 0.8 && linked / links.length < 50) $(element).remove();
    });
}

/** Characters that are seen: white space is the markup's, and would outweigh short words. */
const inkOf = (element: HtmlElement) => textOf(element).replace(/\s+/g, '').length;
