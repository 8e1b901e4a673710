/** Notices that ask for a consent to cookies, by their words and the button that gives it. Many have no name that tells. */
import type { CheerioAPI } from 'cheerio';
import { type HtmlElement, hasFewElements, hasLittleText, isElement, textWithin } from '../dom/dom.ts';
import type { Measures } from '../dom/measure.ts';
import { select } from '../dom/select.ts';

const BUTTONS = 'button, [role=button], a[class*=btn i], a[class*=button i]';
const CONSENT = new RegExp(
  `^(?:${[
    '(?:i )?(?:accept|agree|allow|understand|consent)|ok(?:ay)?|got it|understood|continue',
    '(?:alle[ns]? )?(?:cookies )?(?:akzeptieren|zulassen|zustimmen|annehmen)|(?:ich )?(?:akzeptiere|stimme zu)|verstanden|einverstanden',
    "(?:tout )?accepter|j['’](?:accepte|ai compris)|aceptar|acepto|entendido|accett[ao]|ho capito|aceitar|aceito|entendi",
    'accepteren|accepteer|akkoord|begrepen|akceptuj[ęe]?|zgadzam się|rozumiem|acceptera|godkänn|jag förstår|accepter|godta|hyväksy',
    'přijmout|souhlasím|elfogadom|sunt de acord|принять|принимаю|согласен|понятно|прийняти|kabul|αποδοχή|(?:同意|接受|承諾)[\\p{Script=Han}\\p{Script=Hiragana}]{0,6}|(?:동의|허용)\\p{Script=Hangul}{0,6}|قبول|موافق',
  ].join('|')})(?:$|[^\\p{L}])`,
  'iu',
);
const COOKIES = /cookie|kakor|ciastecz|куки|クッキー|쿠키/iu;
const MAX_BUTTONS = 300;
const MAX_LABEL = 60;
const MIN_NOTICE = 20;
const MAX_NOTICE = 800;
/** With white space between the elements. */
const MAX_MARKED_UP = 5_000;
const MAX_LEVELS = 6;
/** These hold more than a notice. */
const WHOLE = new Set(['body', 'main', 'article', 'form', 'table']);

/** Must run before buttons are removed. */
export function cookieNotices($: CheerioAPI, measures: Measures): readonly HtmlElement[] {
  return select($, BUTTONS, MAX_BUTTONS).flatMap((button) => {
    if (!hasFewElements(button)) return [];
    const label = textWithin(button).trim();
    if (label.length > MAX_LABEL || !CONSENT.test(label)) return [];
    return noticeAround(button, measures) ?? [];
  });
}

/** The innermost element with the words. */
function noticeAround(button: HtmlElement, measures: Measures): HtmlElement | null {
  let around = button.parent;
  for (let level = 0; level < MAX_LEVELS && around !== null && isElement(around); level += 1) {
    const { text, holdsContent } = measures.of(around);
    if (WHOLE.has(around.name) || holdsContent || text > MAX_NOTICE) return null;
    if (!hasLittleText(around, MAX_MARKED_UP)) return null;
    if (text >= MIN_NOTICE && COOKIES.test(textWithin(around))) return around;
    around = around.parent;
  }
  return null;
}
