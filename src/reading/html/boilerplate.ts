import type { CheerioAPI } from 'cheerio';
import { elementsBelow, type HtmlElement, isElement, removeAll, textOf } from './dom.ts';

/** By element and ARIA role. */
const BOILERPLATE_SELECTOR = [
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

/** Words of a class name or id. Matches whole words only: `share` must not match `shareholders`. */
const BOILERPLATE_NAMES = new RegExp(
  `(?:^|[\\s_-])(?:${[
    'cookies?|cookie-?(?:banner|notice|consent|bar|law)|consent|gdpr|onetrust|cookiebot|cc-window|cmp-?(?:banner|container|overlay|modal|wrapper)',
    'nav|navbar|navigation|menu|breadcrumbs?|skip-?(?:link|to-content)?|toc-toggle|pagination|pager',
    'sidebar|side-?bar|rail',
    'share|sharing|social|socials|addthis|sharedaddy',
    'related|recommended|recommendations|you-?may-?also-?like|more-?stories|trending|popular-posts',
    'newsletter|subscribe|subscription|signup-?form|promo|advert|advertisement|ads?|ad-?(?:slot|unit|container|wrapper)|sponsor(?:ed)?|banner-?ad|dfp',
    'popup|modal|overlay|lightbox|tooltip|toast',
    'comments|comment-?(?:list|form|section|box|area|thread|reply|respond)|disqus|respond',
    'byline-?share|screen-?reader(?:-text)?|sr-only|visually-?hidden',
    'masthead|site-?(?:header|footer)|page-?(?:footer)|global-?(?:header|footer|nav)|topbar|colophon|copyright',
  ].join('|')})(?:$|[\\s_-])`,
  'i',
);

/** Names that say how the content around a boilerplate element is laid out: `has-ads`, `no-share`, `fixed-sidebar-layout`. */
const DESCRIBING_NAMES =
  /^(?:no|not|has|have|with|without|is|hide|show|enabled?|disabled?|supports?)[_-]|[_-](?:layout|text|grid|template|theme|page|enabled|disabled|visible|active|open)$/i;
const BARE_BOILERPLATE_NAME = /^(?:cmp|comment)$/i;

/** Collapsed panels are content. */
const PANEL_NAMES = /accordion|collaps|panel|faq|answer|toggle|expand|tab|drawer-content|details/i;

/** Keeps only the page's own content. */
export function removeBoilerplate($: CheerioAPI): void {
  const drop = (selector: string, isDropped: (element: HtmlElement) => boolean) =>
    removeAll($(selector).toArray().filter(isElement).filter(isDropped));
  drop('script, style, noscript, template, iframe, svg, object, embed, canvas, rt, rp', () => true);
  drop(BOILERPLATE_SELECTOR, (element) => !containsContent(element));
  drop('header, footer', (element) => !isWithinContent(element) && !containsContent(element));
  const half = textLength($('body').toArray().filter(isElement)) / 2;
  drop('[class], [id]', (element) => hasBoilerplateName(element) && textLength([element]) < half);
  drop('[hidden], [aria-hidden=true], [style]', isHidden);
}

const CONTENT_ELEMENTS = new Set(['article', 'main']);

function isWithinContent(element: HtmlElement): boolean {
  for (let above = element.parent; above !== null && 'attribs' in above; above = above.parent) {
    if (CONTENT_ELEMENTS.has(above.name) || above.attribs.role === 'main') return true;
  }
  return false;
}

const textLength = (elements: readonly HtmlElement[]) =>
  elements.reduce((length, element) => length + textOf(element).trim().length, 0);

const CONTENT_MARKERS = new Set(['main', 'article', 'h1']);

/** Protects sites that wrap all content in `<header>` or a `menu` class. */
function containsContent(element: HtmlElement): boolean {
  for (const { name, attribs } of elementsBelow(element)) {
    if (CONTENT_MARKERS.has(name) || attribs.role === 'main') return true;
  }
  return false;
}

const NEVER_BOILERPLATE = new Set([
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

function hasBoilerplateName(element: HtmlElement): boolean {
  if (NEVER_BOILERPLATE.has(element.name)) return false;
  const names = `${element.attribs.class ?? ''} ${element.attribs.id ?? ''}`.slice(0, 1_000);
  return names.split(/\s+/).some(isBoilerplateName) && !containsContent(element);
}

const isBoilerplateName = (name: string): boolean =>
  BARE_BOILERPLATE_NAME.test(name) || (BOILERPLATE_NAMES.test(name) && !DESCRIBING_NAMES.test(name));

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

const LINK_BOX_ELEMENTS = new Set(['ul', 'ol', 'div', 'section', 'table', 'p']);

/** Link boxes are lists whose text is mostly short links. */
export function removeLinkBoxes(root: HtmlElement): void {
  const all = visibleLength(root);
  removeAll(
    [...elementsBelow(root)].filter((element) => LINK_BOX_ELEMENTS.has(element.name) && isLinkBox(element, all)),
  );
}

/** @param all visible characters of the page */
function isLinkBox(box: HtmlElement, all: number): boolean {
  const links = [...elementsBelow(box)].filter(({ name }) => name === 'a');
  if (links.length < 3) return false;
  const ink = visibleLength(box);
  if (ink > all / 2) return false;
  const linked = links.reduce((sum, link) => sum + visibleLength(link), 0);
  return linked > ink * 0.8 && linked / links.length < 50;
}

/** Without white space, which is mostly markup's. */
const visibleLength = (element: HtmlElement) => textOf(element).replace(/\s+/g, '').length;
