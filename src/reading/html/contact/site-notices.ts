/** Notices that stand above a whole site: "Closed on Good Friday", "Free delivery from £50". */
import type { CheerioAPI } from 'cheerio';
import type { Block } from '../../../text/document.ts';
import { elementsBelow, type HtmlElement, hasLittleText, isElement, isText, textOf } from '../dom/dom.ts';
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

function isWithinContent({ parent }: HtmlElement): boolean {
  let around = parent;
  for (let level = 0; level < MAX_LEVELS && around !== null && isElement(around); level += 1) {
    if (CONTENT.has(around.name) || NOTICE.test((around.attribs.class ?? '').slice(0, MAX_CLASSES))) return true;
    around = around.parent;
  }
  return false;
}

/** Without what closes the notice. */
function wordsOf(notice: HtmlElement): string {
  const left = new Set<HtmlElement>();
  let text = '';
  for (const element of [notice, ...elementsBelow(notice)]) {
    const { parent } = element;
    const isLeft =
      LEFT_OUT.has(element.name) || /dismiss|close/i.test((element.attribs.class ?? '').slice(0, MAX_CLASSES));
    if (isLeft || (parent !== null && isElement(parent) && left.has(parent))) left.add(element);
  }
  const waiting: HtmlElement['children'] = [notice];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isText(next)) text += ` ${textOf(next)}`;
    else if (isElement(next) && !left.has(next))
      for (let place = next.children.length - 1; place >= 0; place -= 1)
        waiting.push(next.children[place] as HtmlElement);
  }
  return text.replace(/\s+/g, ' ').trim();
}
