import type { CheerioAPI } from 'cheerio';
import { elementsBelow, type HtmlElement, hasFewElements, isElement, removeAll } from '../dom/dom.ts';
import { headingOf, isNamedByHeading } from '../dom/headed-sections.ts';
import { MAX_LINK_SHARE, Measures } from '../dom/measure.ts';
import { elementAround } from '../dom/nearby.ts';
import { select } from '../dom/select.ts';
import { type BoilerplateKind, boilerplateKind } from './boilerplate-names.ts';
import { joinCodeLines } from './code-lines.ts';
import { contentsLists } from './contents-lists.ts';
import { cookieNotices } from './cookie-notices.ts';
import { hiddenElements } from './hidden-elements.ts';
import { replaceIconCells } from './icon-cells.ts';
import { keepNotes } from './notes.ts';
import { openPanels } from './panels.ts';
import { relatedSections } from './related-sections.ts';
import { keepSpokenFigures } from './spoken-figures.ts';
import { nameTables } from './table-roles.ts';
import { removeUserInterfaceText } from './user-interface-text.ts';

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
  'amp-sidebar',
  'amp-user-notification',
  'amp-consent',
  'amp-ad',
  'amp-sticky-ad',
  // Banners of documents that Google Docs publishes.
  '#publish-banner',
  '#title-banner',
].join(',');

/** A page with less text beside its comments is about the comments. */
const MIN_COMMENTED = 300;
/** A longer footer of an article is content. */
const MAX_ARTICLE_FOOTER = 200;

export function removeBoilerplate($: CheerioAPI, body: HtmlElement): void {
  // Style sheets tell what is hidden, and are removed with the scripts.
  const isHidden = hiddenElements($);
  nameTables(body);
  joinCodeLines($);
  replaceIconCells($);
  removeUserInterfaceText(body);
  keepSpokenFigures(body);
  removeNonText($);
  const whole = new Measures(body);
  const half = whole.of(body).text / 2;
  removeAll(cookieNotices($, whole));
  const content = elementsWithin(body, (one) => CONTENT_ELEMENTS.has(one.name) || one.attribs.role === 'main');
  const quoted = elementsWithin(body, ({ name }) => name === 'blockquote');
  const panels = openPanels($, body, whole);
  keepNotes($, whole);
  removeAll(asides($).filter((one) => whole.of(one).text < half));
  drop($, BOILERPLATE_SELECTOR, (element) => !whole.of(element).holdsContent);
  drop($, 'header, footer', (one) => {
    return isOuterPart(one, whole, content) || isMainFooter(one, whole) || isArticleFooter(one, whole, quoted);
  });
  const measures = new Measures(body);
  removeAll(contentsLists(body, measures));
  const page = {
    measures,
    content,
    code: elementsWithin(body, ({ name }) => name === 'pre'),
    headings: elementsWithin(body, ({ name }) => HEADING.test(name)),
    contentMenus: new Set<HtmlElement>(),
    mainText: mainTextOf($, measures),
  };
  removeAll(relatedSections([...elementsBelow(body)], measures));
  drop($, '[class], [id]', (element) => isNamedBoilerplate(element, page));
  drop($, '[hidden], [aria-hidden], [style], [class], [id]', (element) => {
    return !panels.has(element) && isHidden(element, measures.of(element).text > half);
  });
}

/** Some pages mark the part with the title, too. */
function asides($: CheerioAPI): readonly HtmlElement[] {
  const [title] = select($, 'h1', 1);
  const around = title === undefined ? null : elementAround(title, MAX_TITLE_LEVELS, ({ name }) => name === 'aside');
  return select($, 'aside').filter((one) => one !== around);
}

const MAX_TITLE_LEVELS = 10;

const drop = ($: CheerioAPI, selector: string, isDropped: (element: HtmlElement) => boolean): void =>
  removeAll(select($, selector).filter(isDropped));

/** Removes elements without text, struck and so outdated text, and line numbers. */
function removeNonText($: CheerioAPI): void {
  drop($, 'script, style, noscript, template, iframe, svg, object, embed, canvas, rt, rp', () => true);
  drop($, 'del, s, strike', hasFewElements);
  drop($, '.linenos, .lineno, .linenodiv, .line-numbers-rows, .rouge-gutter, td.gutter, .hljs-ln-numbers', () => true);
}

const CONTENT_ELEMENTS = new Set(['article', 'main']);
const HEADING = /^h[1-6]$/;

/** A header or footer of the page, not of its content or of a section. */
function isOuterPart(element: HtmlElement, measures: Measures, content: ReadonlySet<HtmlElement>): boolean {
  return !content.has(element) && !measures.of(element).holdsContent && !isSectionHeader(element, measures);
}

/** A header that begins with the heading of its section. The title of the page marks a section around the whole page. */
function isSectionHeader(element: HtmlElement, measures: Measures): boolean {
  const { name, parent } = element;
  if (name !== 'header' || parent === null || !isElement(parent) || parent.name !== 'section') return false;
  return headingOf(element) !== null && !measures.of(parent).holdsTitle;
}

/** True for the footer of the page in its main part, where some frameworks put the whole page. */
function isMainFooter(element: HtmlElement, measures: Measures): boolean {
  if (element.name !== 'footer' || measures.of(element).holdsContent) return false;
  const isMain = ({ name, attribs }: HtmlElement) => name === 'main' || attribs.role === 'main';
  const part = elementAround(element, MAX_MAIN_LEVELS, (one) => isMain(one) || SECTIONING.has(one.name));
  return part !== null && isMain(part);
}

const MAX_MAIN_LEVELS = 20;
const SECTIONING = new Set(['article', 'section', 'blockquote', 'figure', 'li', 'td', 'body']);

/** True for a footer with the article's tags or a vote. */
function isArticleFooter(element: HtmlElement, measures: Measures, quoted: ReadonlySet<HtmlElement>): boolean {
  if (element.name !== 'footer' || measures.of(element).text > MAX_ARTICLE_FOOTER) return false;
  if (quoted.has(element)) return false;
  for (const { name } of elementsBelow(element)) if (FOOTER_CONTENT.has(name)) return false;
  return true;
}

const FOOTER_CONTENT = new Set(['p', 'address', 'table', 'dl', 'cite']);

/** Everything below the sought elements. Looked up once: walking up from each element takes time by its depth. */
function elementsWithin(body: HtmlElement, isSought: (element: HtmlElement) => boolean): ReadonlySet<HtmlElement> {
  const within = new Set<HtmlElement>();
  for (const element of elementsBelow(body)) {
    if (!isSought(element) || within.has(element)) continue;
    for (const one of elementsBelow(element)) within.add(one);
  }
  return within;
}

const NEVER_BOILERPLATE = new Set('html body main article h1 h2 h3 h4 h5 h6 pre code table td tr tbody'.split(' '));

interface PageParts {
  readonly measures: Measures;
  /** Within the page's main part or an article. */
  readonly content: ReadonlySet<HtmlElement>;
  /** Parts of code have such names, too: highlighters call what a program says about itself a `comment`. */
  readonly code: ReadonlySet<HtmlElement>;
  readonly headings: ReadonlySet<HtmlElement>;
  /** Elements of menus that are content, such as those of dishes. Grows in document order. */
  readonly contentMenus: Set<HtmlElement>;
  /** Characters of the main part; 0 unless exactly one element is marked as such. */
  readonly mainText: () => number;
}

/** Computed on first use. */
function mainTextOf($: CheerioAPI, measures: Measures): () => number {
  let known: number | null = null;
  return () => {
    if (known !== null) return known;
    const [main, ...others] = select($, 'main, [role=main]', 2);
    known = main === undefined || others.length > 0 ? 0 : measures.of(main).text;
    return known;
  };
}

function isNamedBoilerplate(element: HtmlElement, page: PageParts): boolean {
  const { measures, content, contentMenus, mainText } = page;
  if (NEVER_BOILERPLATE.has(element.name) || page.code.has(element) || holdsContent(element, measures)) return false;
  const kind = kindByName(element, measures);
  const { text } = measures.of(element);
  const all = measures.whole.text;
  switch (kind) {
    case null:
      return false;
    case 'comments':
      if (content.has(element) && text <= mainText() && text >= mainText() - MIN_COMMENTED) return false;
      return text < Math.max(all / 2, all - MIN_COMMENTED);
    case 'boilerplate':
      return text < all / 2;
    case 'menu':
      // Headings may link back to the table of contents.
      if (page.headings.has(element)) return false;
      return isSiteMenu(element, measures, contentMenus) && text < all / 2;
    case 'edge':
      return text < all / 2 && isOuterPart(element, measures, content) && isEdge(element, measures);
  }
}

/** Articles count unless they are teasers. */
function holdsContent(element: HtmlElement, measures: Measures): boolean {
  const { text, teased, holdsContent, holdsTitle } = measures.of(element);
  return holdsTitle || (holdsContent && teased <= text / 2);
}

/** True for a menu of links. Short parts of a menu of dishes, such as `menu-item-price`, have such names, too. */
function isSiteMenu(element: HtmlElement, measures: Measures, contentMenus: Set<HtmlElement>): boolean {
  const { text, links } = measures.of(element);
  const isLinked = measures.linkShare(element) > MAX_LINK_SHARE;
  if (contentMenus.has(element)) return isLinked && links > 1;
  if (isLinked || text < MIN_CONTENT_MENU) return true;
  for (const one of elementsBelow(element)) contentMenus.add(one);
  return false;
}

/** Ignores an id that a generator made of the section's heading, as it also does for anchors. */
function kindByName(element: HtmlElement, measures: Measures): BoilerplateKind | null {
  const { class: classes = '', id = '', href } = element.attribs;
  if (element.name === 'a' && href === undefined) return boilerplateKind(classes);
  const kind = boilerplateKind(`${classes} ${id}`);
  if (kind !== 'boilerplate' && kind !== 'menu') return kind;
  return isNamedByHeading(element, measures) ? boilerplateKind(classes) : kind;
}

/** True for an element near the body, and for one that is mostly links. */
function isEdge(element: HtmlElement, measures: Measures): boolean {
  if (measures.linkShare(element) > MAX_LINK_SHARE) return true;
  if (/^(?:header|kopf)/i.test(element.attribs.class ?? element.attribs.id ?? '')) return false;
  return elementAround(element, EDGE_LEVELS, ({ name }) => name === 'body') !== null;
}

/** Parts of sections are further down than those of the page. */
const EDGE_LEVELS = 4;

/** A menu that is content has more text. */
const MIN_CONTENT_MENU = 10;

const LINK_BOX_ELEMENTS = new Set(['ul', 'ol', 'div', 'section', 'table', 'p']);

/** Link boxes are lists of mostly short links. */
export function removeLinkBoxes(root: HtmlElement): void {
  const measures = new Measures(root);
  const all = measures.of(root).text;
  removeAll(
    [...elementsBelow(root)].filter(
      (element) => LINK_BOX_ELEMENTS.has(element.name) && isLinkBox(element, measures, all),
    ),
  );
}

/** @param all length of the page's text */
function isLinkBox(box: HtmlElement, measures: Measures, all: number): boolean {
  const { text, linked, links } = measures.of(box);
  return links >= 3 && text <= all / 2 && linked > text * 0.8 && linked / links < 50;
}
