import type { CheerioAPI } from 'cheerio';
import type { PageKind } from '../../../ports/document-reader.ts';
import { textOf } from './dom.ts';
import { pageUrl } from './page-urls.ts';

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
  const base = pageUrl($('base[href]').first().attr('href') ?? '', address) ?? address;
  const refresh = /url\s*=\s*['"]?([^'"]+)/i.exec(
    ($('meta[http-equiv="refresh" i]').attr('content') ?? '').slice(0, 2_100),
  )?.[1];
  const found = new Set<string>();
  const add = (href: string | undefined) => {
    const url = href === undefined ? null : pageUrl(href, base);
    if (url !== null && found.size < MAX_LINKS) found.add(url);
  };
  add(refresh);
  $('a[href], area[href], link[rel~=next][href], link[rel~=prev][href]').each((_, element) =>
    add(element.attribs.href),
  );
  return [...found];
}

export function canonicalOf($: CheerioAPI, address: string): string | null {
  const href = $('link[rel~=canonical][href]').first().attr('href');
  return href === undefined ? null : pageUrl(href, address);
}

/** Fewer characters of text than this in a page full of scripts: the scripts write the page. */
const SHELL_CHARACTERS = 200;

/** Asked before anything is removed from the page. */
export function kindOf($: CheerioAPI): PageKind {
  if ($('#__NEXT_DATA__, #__next, script[src*="/_next/"]').length > 0) return 'nextjs';
  if ($('#__NUXT_DATA__, #__nuxt, script[src*="/_nuxt/"]').length > 0) return 'nuxt';
  const body = $('body')[0];
  const text = body === undefined ? '' : textOf(body).trim();
  return $('script').length > 0 && text.length < SHELL_CHARACTERS && hasMountPoint($) ? 'spa' : 'static';
}

/** Where single-page applications write themselves: an empty element with a usual name, or nothing but scripts. */
function hasMountPoint($: CheerioAPI): boolean {
  return (
    $('#root, #app, #___gatsby, app-root, [ng-app], [data-reactroot], #svelte, #q-app').length > 0 ||
    $('script[type=module], script[src]').length > 0
  );
}
