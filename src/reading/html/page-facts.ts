import type { CheerioAPI } from 'cheerio';
import type { PageKind } from '../../ports/content/document-reader.ts';
import { textOf } from './dom.ts';
import { normalizeUrl, pageKey } from './page-urls.ts';
import { parseRobotsDirectives } from './robots-directives.ts';
import { has, select, selectFirst } from './select.ts';

const MAX_TITLE_CHARACTERS = 300;
const MAX_LINKS = 2_000;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARACTERS);

/** Without the site's name when a heading confirms the shorter form. */
export function titleOf($: CheerioAPI): string {
  // Some frameworks write the comments between their text nodes into the title, where they are text.
  const markup = $(selectFirst($, 'head > title')).text() || $(selectFirst($, 'title')).text();
  const title = oneLine(markup.replaceAll('<!-- -->', ''));
  const heading = selectFirst($, 'h1');
  const h1 = heading === undefined ? '' : oneLine(textOf(heading));
  const social = oneLine(selectFirst($, 'meta[property="og:title"]')?.attribs.content ?? '');
  for (const shorter of [social, h1]) {
    if (shorter.length >= 4 && title.length > shorter.length && title.startsWith(shorter)) return shorter;
  }
  return title || social || h1;
}

export const descriptionOf = ($: CheerioAPI): string =>
  (
    selectFirst($, 'meta[name=description]')?.attribs.content ??
    selectFirst($, 'meta[property="og:description"]')?.attribs.content ??
    ''
  )
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 2_000);

/** BCP 47 tag; null when missing or invalid. */
export function languageOf($: CheerioAPI): string | null {
  const html = selectFirst($, 'html');
  const declared =
    html?.attribs.lang ??
    html?.attribs['xml:lang'] ??
    selectFirst($, 'meta[http-equiv="content-language" i]')?.attribs.content;
  const tag = declared?.trim().replaceAll('_', '-') ?? '';
  return /^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8}){0,3}$/.test(tag) ? tag : null;
}

/**
 * Absolute http(s) links in order, without duplicates, fragments and tracking. Includes refresh redirects and honours `<base>`.
 */
export function linksOf($: CheerioAPI, address: string): readonly string[] {
  const base = baseOf($, address);
  const found = new Set<string>();
  const add = (href: string | undefined) => {
    const url = href === undefined ? null : normalizeUrl(href, base);
    if (url !== null && found.size < MAX_LINKS) found.add(url);
  };
  add(refreshOf($)?.target);
  // `hreflang` alternates lead to the page in other languages.
  const pointers =
    'a[href], area[href], link[rel~=next][href], link[rel~=prev][href], link[rel~=alternate][hreflang][href]';
  for (const { attribs } of select($, pointers)) add(attribs.href);
  return [...found];
}

const baseOf = ($: CheerioAPI, address: string): string =>
  normalizeUrl(selectFirst($, 'base[href]')?.attribs.href ?? '', address) ?? address;

/** A page displayed for longer is a page of its own. */
const MAX_REFRESH_SECONDS = 5;

/** Target of an immediate meta refresh to another page. */
export function refreshUrlOf($: CheerioAPI, address: string): string | null {
  const refresh = refreshOf($);
  if (refresh === null || refresh.seconds > MAX_REFRESH_SECONDS) return null;
  const target = normalizeUrl(refresh.target, baseOf($, address));
  return target === null || pageKey(target) === pageKey(address) ? null : target;
}

function refreshOf($: CheerioAPI): { readonly seconds: number; readonly target: string } | null {
  const content = (selectFirst($, 'meta[http-equiv="refresh" i]')?.attribs.content ?? '').slice(0, 2_100);
  const [, seconds = '', target] = /^\s*(\d{0,9})[^;,]*[;,]?\s*url\s*=\s*['"]?([^'"]+)/i.exec(content) ?? [];
  return target === undefined ? null : { seconds: Number(seconds), target };
}

/** For all crawlers or for ours. */
export function robotsOf($: CheerioAPI): { readonly index: boolean; readonly follow: boolean } {
  const asked = select($, 'meta[name="robots" i], meta[name="chatledgerbot" i]').map(
    ({ attribs }) => attribs.content ?? '',
  );
  return parseRobotsDirectives(asked.join(','));
}

export function canonicalOf($: CheerioAPI, address: string): string | null {
  const href = selectFirst($, 'link[rel~=canonical][href]')?.attribs.href;
  return href === undefined ? null : normalizeUrl(href, address);
}

/** A page of scripts with less text is rendered by them. */
const MIN_STATIC_CHARACTERS = 200;

/** Mount points of single-page applications. */
const MOUNT_POINTS = '#root, #app, #___gatsby, app-root, [ng-app], [data-reactroot], #svelte, #q-app';

/** Call before removing elements. `shell`: rendered by scripts if its main part has little text. */
export function kindOf($: CheerioAPI): PageKind | 'shell' {
  if (has($, '#__NEXT_DATA__, #__next, script[src*="/_next/"]')) return 'nextjs';
  if (has($, '#__NUXT_DATA__, #__nuxt, script[src*="/_nuxt/"]')) return 'nuxt';
  if (!has($, 'script')) return 'static';
  if (has($, MOUNT_POINTS)) return 'shell';
  const body = selectFirst($, 'body');
  const text = body === undefined ? '' : textOf(body).trim();
  return text.length < MIN_STATIC_CHARACTERS && has($, 'script[type=module], script[src]') ? 'spa' : 'static';
}
