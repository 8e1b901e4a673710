import type { CheerioAPI } from 'cheerio';
import type { PageKind } from '../../../ports/document-reader.ts';
import { textOf } from './dom.ts';
import { pageKey, pageUrl } from './page-urls.ts';
import { robotsDirectives } from './robots-directives.ts';

const MAX_TITLE_CHARACTERS = 300;
/** A page of links beyond this is made for machines. */
const MAX_LINKS = 2_000;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARACTERS);

/** What a visitor would call the page: `<title>` without the site's name when the page's heading confirms it. */
export function titleOf($: CheerioAPI): string {
  const title = oneLine($('head > title').first().text() || $('title').first().text());
  const [heading] = $('h1').toArray();
  const h1 = heading === undefined ? '' : oneLine(textOf(heading));
  const social = oneLine($('meta[property="og:title"]').attr('content') ?? '');
  for (const shorter of [social, h1]) {
    if (shorter.length >= 4 && title.length > shorter.length && title.startsWith(shorter)) return shorter;
  }
  return title || social || h1;
}

/** What the page says of itself to search engines; empty when it says nothing. */
export const descriptionOf = ($: CheerioAPI): string =>
  ($('meta[name=description]').attr('content') ?? $('meta[property="og:description"]').attr('content') ?? '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 2_000);

/** The page's language as a BCP 47 tag, null when it declares none that is one. */
export function languageOf($: CheerioAPI): string | null {
  const declared =
    $('html').attr('lang') ?? $('html').attr('xml:lang') ?? $('meta[http-equiv="content-language" i]').attr('content');
  const tag = declared?.trim().replaceAll('_', '-') ?? '';
  return /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8}){0,3}$/.test(tag) ? tag : null;
}

/** Absolute http(s) addresses in order, each once, without fragments and tracking; `<base>` and refresh redirects included. */
export function linksOf($: CheerioAPI, address: string): readonly string[] {
  const base = baseOf($, address);
  const found = new Set<string>();
  const add = (href: string | undefined) => {
    const url = href === undefined ? null : pageUrl(href, base);
    if (url !== null && found.size < MAX_LINKS) found.add(url);
  };
  add(refreshOf($)?.target);
  // The same page in other languages is found by its `hreflang`.
  const pointers =
    'a[href], area[href], link[rel~=next][href], link[rel~=prev][href], link[rel~=alternate][hreflang][href]';
  $(pointers).each((_, element) => add(element.attribs.href));
  return [...found];
}

const baseOf = ($: CheerioAPI, address: string): string =>
  pageUrl($('base[href]').first().attr('href') ?? '', address) ?? address;

/** A page that is shown for longer than this before it sends its visitors on is a page of its own. */
const MAX_REFRESH_SECONDS = 5;

/** Where the page sends its visitors on to at once; null when it does not, or only to itself. */
export function refreshUrlOf($: CheerioAPI, address: string): string | null {
  const refresh = refreshOf($);
  if (refresh === null || refresh.seconds > MAX_REFRESH_SECONDS) return null;
  const target = pageUrl(refresh.target, baseOf($, address));
  return target === null || pageKey(target) === pageKey(address) ? null : target;
}

function refreshOf($: CheerioAPI): { readonly seconds: number; readonly target: string } | null {
  const content = ($('meta[http-equiv="refresh" i]').attr('content') ?? '').slice(0, 2_100);
  const [, seconds = '', target] = /^\s*(\d{0,9})[^;,]*[;,]?\s*url\s*=\s*['"]?([^'"]+)/i.exec(content) ?? [];
  return target === undefined ? null : { seconds: Number(seconds), target };
}

/** What `<meta name="robots">` asks of all crawlers, or of ours by its name. */
export function robotsOf($: CheerioAPI): { readonly index: boolean; readonly follow: boolean } {
  const asked = $('meta[name="robots" i], meta[name="chatledgerbot" i]')
    .toArray()
    .map((element) => element.attribs.content ?? '');
  return robotsDirectives(asked.join(','));
}

export function canonicalOf($: CheerioAPI, address: string): string | null {
  const href = $('link[rel~=canonical][href]').first().attr('href');
  return href === undefined ? null : pageUrl(href, address);
}

/** Fewer characters of text than this in a page full of scripts: the scripts write the page. */
const SHELL_CHARACTERS = 200;

/** Elements that single-page applications write themselves into. */
const MOUNT_POINTS = '#root, #app, #___gatsby, app-root, [ng-app], [data-reactroot], #svelte, #q-app';

/**
 * What the markup tells of how the page was made; asked before anything is removed from it. `shell`: scripts write the page if its
 * main part says little.
 */
export function kindOf($: CheerioAPI): PageKind | 'shell' {
  if ($('#__NEXT_DATA__, #__next, script[src*="/_next/"]').length > 0) return 'nextjs';
  if ($('#__NUXT_DATA__, #__nuxt, script[src*="/_nuxt/"]').length > 0) return 'nuxt';
  if ($('script').length === 0) return 'static';
  if ($(MOUNT_POINTS).length > 0) return 'shell';
  const body = $('body')[0];
  const text = body === undefined ? '' : textOf(body).trim();
  return text.length < SHELL_CHARACTERS && $('script[type=module], script[src]').length > 0 ? 'spa' : 'static';
}
