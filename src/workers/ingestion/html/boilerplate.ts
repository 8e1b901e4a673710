import type { CheerioAPI } from 'cheerio';
import { elementsBelow, type HtmlElement, isElement, removeAll, textOf } from './dom.ts';

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
  const drop = (selector: string, isDropped: (element: HtmlElement) => boolean) =>
    removeAll($(selector).toArray().filter(isElement).filter(isDropped));
  drop('script, style, noscript, template, iframe, svg, object, embed, canvas', () => true);
  drop(SURROUNDINGS, (element) => !holdsTheContent(element));
  drop('header, footer', (element) => !isWithinContent(element) && !holdsTheContent(element));
  const half = textLength($('body').toArray().filter(isElement)) / 2;
  drop('[class], [id]', (element) => isSurroundingByName(element) && textLength([element]) < half);
  drop('[hidden], [aria-hidden=true], [style]', isHidden);
}

const CONTENT = new Set(['article', 'main']);

function isWithinContent(element: HtmlElement): boolean {
  for (let above = element.parent; above !== null && 'attribs' in above; above = above.parent) {
    if (CONTENT.has(above.name) || above.attribs.role === 'main') return true;
  }
  return false;
}

const textLength = (elements: readonly HtmlElement[]) =>
  elements.reduce((length, element) => length + textOf(element).trim().length, 0);

const CONTENT_MARKS = new Set(['main', 'article', 'h1']);

/** A site that wraps everything into `<header>` or a `menu` class must not vanish. */
function holdsTheContent(element: HtmlElement): boolean {
  for (const { name, attribs } of elementsBelow(element)) {
    if (CONTENT_MARKS.has(name) || attribs.role === 'main') return true;
  }
  return false;
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

function isSurroundingByName(element: HtmlElement): boolean {
  if (KEPT.has(element.name)) return false;
  const names = `${element.attribs.class ?? ''} ${element.attribs.id ?? ''}`.slice(0, 1_000);
  return SURROUNDING_NAMES.test(names) && !holdsTheContent(element);
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

const BOXES = new Set(['ul', 'ol', 'div', 'section', 'table', 'p']);

/** Lists and boxes of links that the page offers to go on with: nearly all of their text is links, and each is short. */
export function dropLinkBoxes(root: HtmlElement): void {
  const all = inkOf(root);
  removeAll([...elementsBelow(root)].filter((element) => BOXES.has(element.name) && isLinkBox(element, all)));
}

/** @param all characters that are seen on the page */
function isLinkBox(box: HtmlElement, all: number): boolean {
  const links = [...elementsBelow(box)].filter(({ name }) => name === 'a');
  if (links.length < 3) return false;
  const ink = inkOf(box);
  if (ink > all / 2) return false;
  const linked = links.reduce((sum, link) => sum + inkOf(link), 0);
  return linked > ink * 0.8 && linked / links.length < 50;
}

/** Characters that are seen: white space is the markup's, and would outweigh short words. */
const inkOf = (element: HtmlElement) => textOf(element).replace(/\s+/g, '').length;
