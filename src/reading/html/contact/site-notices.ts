/** Notices that stand above a whole site: "Closed on Good Friday", "Free delivery from £50". */
import type { CheerioAPI } from 'cheerio';
import type { Block } from '../../../text/document.ts';
import { type HtmlElement, type HtmlNode, hasLittleText, isElement, isText, textOf } from '../dom/dom.ts';
import { elementAround } from '../dom/nearby.ts';
import { select } from '../dom/select.ts';

const SELECTOR =
  '[class*=notice i], [class*=announcement i], [class*=alert i], [class*=promo-bar i], [class*=top-bar i], [class*=topbar i]';
const NOTICE =
  /(?:^|[\s_-])(?:(?:site|store|page|global|shop|header|top)[_-]?(?:notice|alert|announcement|message)|(?:notice|alert|announcement|message|promo)[_-]?(?:bar|banner|strip|ticker)|announcement)(?:$|[\s_]|--)/i;
/** Notices that ask for a consent or tell the result of a form. */
const OTHER = /cookie|consent|gdpr|privacy|datenschutz|javascript/i;
const RESULT = /(?:^|[\s_-])(?:error|success|danger)(?:$|[\s_-])/i;
const MAX_CLASSES = 500;
const MIN_TEXT = 12;
const MAX_TEXT = 300;
const MAX_MARKED_UP = 3_000;
const MAX_NOTICES = 5;
const MAX_CANDIDATES = 100;
const MAX_LEVELS = 12;
const LEFT_OUT = new Set(['button', 'form', 'nav', 'script', 'style', 'svg', 'template']);
const CONTENT = new Set(['main', 'article']);

/** Each as a paragraph. */
export function siteNotices($: CheerioAPI): readonly Block[] {
  const texts = select($, SELECTOR, MAX_CANDIDATES).filter(isNotice).map(wordsOf);
  const told = [...new Set(texts)].filter(
    (text) => text.length >= MIN_TEXT && text.length <= MAX_TEXT && !OTHER.test(text),
  );
  return told.slice(0, MAX_NOTICES).map((text) => ({ kind: 'paragraph', text }));
}

function isNotice(element: HtmlElement): boolean {
  const classes = (element.attribs.class ?? '').slice(0, MAX_CLASSES);
  if (!NOTICE.test(classes) || OTHER.test(classes) || RESULT.test(classes) || isWithinContent(element)) return false;
  return hasLittleText(element, MAX_MARKED_UP);
}

const isWithinContent = (element: HtmlElement): boolean =>
  elementAround(
    element,
    MAX_LEVELS,
    (around) => CONTENT.has(around.name) || NOTICE.test(around.attribs.class?.slice(0, MAX_CLASSES) ?? ''),
  ) !== null;

/** Without what closes the notice. */
function wordsOf(notice: HtmlElement): string {
  const words: string[] = [];
  const waiting: HtmlNode[] = [notice];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isText(next)) words.push(textOf(next));
    if (isElement(next) && !isLeftOut(next)) for (const child of next.children.toReversed()) waiting.push(child);
  }
  return words.join(' ').replace(/\s+/g, ' ').trim();
}

const isLeftOut = ({ name, attribs }: HtmlElement): boolean =>
  LEFT_OUT.has(name) || /dismiss|close/i.test((attribs.class ?? '').slice(0, MAX_CLASSES));
