/** Elements that visitors never see: by attribute, usual class name, or a rule of the page's own style sheets. */
import type { CheerioAPI } from 'cheerio';
import type { HtmlElement } from '../dom/dom.ts';
import { elementBeside } from '../dom/nearby.ts';
import { select } from '../dom/select.ts';
import { hasPanelName } from './panel-names.ts';
import { UnfoldedItems } from './unfolded-items.ts';

const MAX_STYLE_CHARACTERS = 500_000;
const MAX_SCRIPT_CHARACTERS = 500_000;
/** Each search takes time by the length of the scripts. */
const MAX_NAMES_SOUGHT = 300;
const HIDING = /(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const HIDING_NAMES = new Set(['hidden', 'd-none', 'is-hidden', 'uk-hidden', 'u-hidden', 'display-none', 'invisible']);
/** `d-none d-md-block` and `hidden md:flex` are hidden on phones only. */
const RESPONSIVE = /(?:^|[-:])(?:xs|sm|md|lg|xl|xxl|2xl|print|tablet|desktop|group|peer)(?:$|[-:@])/;
const SIMPLE_SELECTOR = /^[a-z]{0,10}([.#][\w-]{1,100})$/i;
/** Scripts often unfold the element behind one of these. */
const OPENERS = new Set('button input label a dt h1 h2 h3 h4 h5 h6 summary'.split(' '));

/** Returns the test. Must run before styles and scripts are removed. `isMost`: the element holds most of the page, so a script shows it. */
export function hiddenElements($: CheerioAPI): (element: HtmlElement, isMost: boolean) => boolean {
  const names = hidingNames($);
  const scripts = $(select($, 'script:not([src]):not([type*=json])')).text().slice(0, MAX_SCRIPT_CHARACTERS);
  const opened = openedIds($);
  // Scripts that mention the name may show the element.
  const known = new Map<string, boolean>();
  const isUntouched = (name: string): boolean => {
    const untouched = known.get(name) ?? (known.size < MAX_NAMES_SOUGHT && !scripts.includes(name));
    if (known.size < MAX_NAMES_SOUGHT) known.set(name, untouched);
    return untouched;
  };
  const isHiddenByName = (element: HtmlElement): boolean => {
    const { class: classes = '', id = '' } = element.attribs;
    const own = classes.slice(0, 1_000).split(/\s+/).filter(Boolean);
    if (own.length === 0 && id === '') return false;
    const hiding = own.filter((name) => names.has(`.${name}`) || HIDING_NAMES.has(name));
    if (hiding.length === 0 && !names.has(`#${id}`)) return false;
    if (opened.has(id) || own.some((name) => RESPONSIVE.test(name)) || followsOpener(element)) return false;
    return [...own, id].every((name) => name === '' || isUntouched(name));
  };
  const isHidden = (element: HtmlElement) => isHiddenByAttribute(element) || isHiddenByName(element);
  const items = new UnfoldedItems(isHidden);
  return (element, isMost) =>
    (isMost ? isHiddenByAttribute(element) : isHidden(element)) &&
    !hasPanelName(element) &&
    !items.isOneOfShown(element);
}

/** Slides that follow the first, and copies, which begin the round again. */
const SLIDE = /(?:^|[\s_-])slide(?:$|\s)/i;
const COPIED_SLIDE =
  /(?:^|\s)(?:slick-cloned|swiper-slide-duplicate|splide__slide--clone|glide__slide--clone|cloned)(?:$|\s)/;

function isHiddenByAttribute({ attribs }: HtmlElement): boolean {
  const { class: classes = '' } = attribs;
  if (COPIED_SLIDE.test(classes)) return true;
  if ('hidden' in attribs || (attribs['aria-hidden'] === 'true' && !SLIDE.test(classes))) return true;
  return HIDING.test((attribs.style ?? '').slice(0, 2_000));
}

/** Classes and ids, with their sign, that one rule hides and no other mentions. */
function hidingNames($: CheerioAPI): ReadonlySet<string> {
  const hiding = new Set<string>();
  const mentioned = new Map<string, number>();
  for (const { selectors, body, isConditional } of rulesOf(
    $(select($, 'style')).text().slice(0, MAX_STYLE_CHARACTERS),
  )) {
    for (const [name] of selectors.matchAll(/[.#][\w-]{1,100}/g)) mentioned.set(name, (mentioned.get(name) ?? 0) + 1);
    if (isConditional || !HIDING.test(body)) continue;
    for (const selector of selectors.split(',')) {
      const name = SIMPLE_SELECTOR.exec(selector.trim())?.[1];
      if (name !== undefined) hiding.add(name);
    }
  }
  return new Set([...hiding].filter((name) => mentioned.get(name) === 1));
}

interface StyleRule {
  readonly selectors: string;
  readonly body: string;
  /** `@media` and the like do not hold for everybody. */
  readonly isConditional: boolean;
}

function rulesOf(styles: string): readonly StyleRule[] {
  let depth = 0;
  return withoutComments(styles)
    .split('}')
    .map((part) => {
      const opened = part.split('{');
      depth += opened.length - 1;
      const rule = { selectors: opened.at(-2) ?? '', body: opened.at(-1) ?? '', isConditional: depth > 1 };
      depth = Math.max(0, depth - 1);
      return rule;
    });
}

const withoutComments = (styles: string): string =>
  styles
    .split('/*')
    .map((part, place) => (place === 0 ? part : part.split('*/').slice(1).join('*/')))
    .join(' ');

function openedIds($: CheerioAPI): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { attribs } of select(
    $,
    '[aria-controls], [data-target], [data-bs-target], [data-toggle], a[href^="#"]',
  )) {
    for (const name of [attribs['aria-controls'], attribs['data-target'], attribs['data-bs-target'], attribs.href])
      ids.add((name ?? '').replace(/^#/, ''));
  }
  ids.delete('');
  return ids;
}

/** Pressing the element before shows this one, as in many lists of questions. */
function followsOpener(element: HtmlElement): boolean {
  const before = elementBeside(element, 'prev');
  return before !== null && (OPENERS.has(before.name) || 'onclick' in before.attribs);
}
