import type { CheerioAPI } from 'cheerio';
import type { PageKind } from '../../../ports/content/document-reader.ts';
import { isPermalink } from '../boilerplate/documentation-links.ts';
import { type HtmlElement, isElement, saysAtLeast, textOf } from '../dom/dom.ts';
import { has, matcherOf, select, selectFirst } from '../dom/select.ts';
import { normalizeUrl } from './page-urls.ts';
import { immediateRefresh, parseRefresh } from './refresh.ts';
import { parseRobotsDirectives } from './robots-directives.ts';

const MAX_TITLE_CHARACTERS = 300;
const MAX_LINKS = 2_000;
const MAX_HEADINGS = 3;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARACTERS);

const told = new WeakMap<CheerioAPI, readonly HtmlElement[]>();

/** The elements by which a page describes itself are sought once, since each search walks the page. */
const firstFact = ($: CheerioAPI, selector: string): HtmlElement | undefined => factsOf($).find(matcherOf(selector));

function factsOf($: CheerioAPI): readonly HtmlElement[] {
  const facts = told.get($) ?? select($, 'html, title, base, meta, link');
  told.set($, facts);
  return facts;
}

export const metaContent = ($: CheerioAPI, selector: string): string | undefined =>
  firstFact($, `meta${selector}`)?.attribs.content;

/** Drops the site's name when a heading confirms the shorter form. */
export function titleOf($: CheerioAPI): string {
  // Some frameworks write the comments between their text nodes into the title, where they are text.
  const markup = $(firstFact($, 'head > title')).text() || $(firstFact($, 'title')).text();
  const title = oneLine(markup.replaceAll('<!-- -->', ''));
  // The first may be the name of the site.
  const headings = select($, 'h1', MAX_HEADINGS).map((heading) => oneLine(headingText(heading)));
  const social = oneLine(metaContent($, '[property="og:title"]') ?? '');
  for (const shorter of [social, ...headings]) {
    if (shorter.length >= 4 && title.length > shorter.length && title.startsWith(shorter)) return shorter;
  }
  return title || social || (headings[0] ?? '');
}

const headingText = ({ children }: HtmlElement): string =>
  children
    .filter((child) => !(isElement(child) && child.name === 'a' && isPermalink(child)))
    .map(textOf)
    .join('');

export const descriptionOf = ($: CheerioAPI): string =>
  (metaContent($, '[name=description]') ?? metaContent($, '[property="og:description"]') ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 2_000);

/** BCP 47 tag; null when missing or invalid. */
export function languageOf($: CheerioAPI): string | null {
  const html = firstFact($, 'html');
  const declared =
    html?.attribs.lang ?? html?.attribs['xml:lang'] ?? metaContent($, '[http-equiv="content-language" i]');
  const tag = declared?.trim().replaceAll('_', '-') ?? '';
  return /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8}){0,3}$/.test(tag) ? tag : null;
}

/** Absolute http(s) links in order, without duplicates, fragments and tracking. Honours refresh redirects and `<base>`. */
export function linksOf($: CheerioAPI, address: string): readonly string[] {
  const base = baseOf($, address);
  const found = new Set<string>();
  const add = (href: string | undefined) => {
    const url = href === undefined ? null : normalizeUrl(href, base);
    if (url !== null && found.size < MAX_LINKS) found.add(url);
  };
  add(parseRefresh(refreshOf($))?.target);
  // `hreflang` alternates lead to the page in other languages; frames show pages that nothing else may lead to.
  const pointers =
    'a[href], area[href], frame[src], iframe[src], link[rel~=next][href], link[rel~=prev][href], link[rel~=alternate][hreflang][href]';
  for (const { attribs } of select($, pointers)) add(attribs.href ?? attribs.src);
  return [...found];
}

const baseOf = ($: CheerioAPI, address: string): string =>
  normalizeUrl(firstFact($, 'base[href]')?.attribs.href ?? '', address) ?? address;

/** Immediate refreshes only. */
export const refreshUrlOf = ($: CheerioAPI, address: string): string | null =>
  immediateRefresh(refreshOf($), address, baseOf($, address));

const refreshOf = ($: CheerioAPI): string => metaContent($, '[http-equiv="refresh" i]') ?? '';

/** Directives for all crawlers, or for ours. */
export function robotsOf($: CheerioAPI): { readonly index: boolean; readonly follow: boolean } {
  const asked = factsOf($)
    .filter(matcherOf('meta[name="robots" i], meta[name="chatledgerbot" i]'))
    .map(({ attribs }) => attribs.content ?? '');
  return parseRobotsDirectives(asked.join(','));
}

export function canonicalOf($: CheerioAPI, address: string): string | null {
  const href = firstFact($, 'link[rel~=canonical][href]')?.attribs.href;
  return href === undefined ? null : normalizeUrl(href, address);
}

/** A page of scripts with less text is rendered by them. */
const MIN_STATIC_CHARACTERS = 200;

/** Single-page applications render here. */
const MOUNT_POINTS = '#root, #app, #___gatsby, app-root, [ng-app], [data-reactroot], #svelte, #q-app';

/** Must run before elements are removed. `shell`: rendered by scripts if its main part has little text. */
export function kindOf($: CheerioAPI): PageKind | 'shell' {
  if (has($, '#__NEXT_DATA__, #__next, script[src*="/_next/"]')) return 'nextjs';
  if (has($, '#__NUXT_DATA__, #__nuxt, script[src*="/_nuxt/"]')) return 'nuxt';
  if (!has($, 'script')) return 'static';
  if (has($, MOUNT_POINTS)) return 'shell';
  const body = selectFirst($, 'body');
  const isFilled = body !== undefined && saysAtLeast(body, MIN_STATIC_CHARACTERS);
  return !isFilled && has($, 'script[type=module], script[src]') ? 'spa' : 'static';
}
