/** Removes text that says nothing about the owner: icons, sign-up forms, prices that do not hold, copies for other screens. */
import {
  elementsBelow,
  type HtmlElement,
  hasFewElements,
  hasLittleText,
  isElement,
  isText,
  removeAll,
  textOf,
} from '../dom/dom.ts';
import { elementAround } from '../dom/nearby.ts';
import { isPermalink, isSourceLink } from './documentation-links.ts';
import { removeFieldNames } from './form-fields.ts';
import { ResponsiveParts } from './responsive-copies.ts';
import { topLink } from './top-links.ts';

/** Fonts that draw a picture for a word: `<i class="material-icons">location_on</i>`. */
const ICON_WORD = /(?:^|\s)material-(?:icons|symbols)/;
/** Other fonts draw one for a letter, or for a character of private use. */
const ICON_LETTER = /^[\x21-\x2f\x3a-\x7e\ue000-\uf8ff]{1,2}$/;
const ICON_NAME = /(?:^|[\s_-])icon(?:$|[\s_-])/i;

const CELLS = new Set(['td', 'th']);

/** Dates, hits and authors of Joomla, and the language of code of VitePress. */
const isDetail = ({ name, next }: HtmlElement, classes: string): boolean =>
  (name === 'dl' && /(?:^|\s)article-info(?:$|\s)/.test(classes)) ||
  (classes === 'lang' && next !== null && isElement(next) && next.name === 'pre');

/** Results of sending a form, which its page holds from the start. */
const FORM_RESULT =
  /(?:^|\s)(?:wpcf7-response-output|w-form-(?:done|fail)|form-(?:success|error)|(?:in)?valid-(?:feedback|tooltip)|(?:success|error)-message)(?:$|\s)/;
/** Links of wikis beside a heading and behind a sentence. Generators of documentation give all their links the class `reference`. */
const WIKI_LINK = /(?:^|\s)(?:mw-editsection|mw-cite-backlink)(?:$|\s)/;
const WIKI_REFERENCE = /(?:^|\s)reference(?:$|\s)/;
const REFERENCE = /^\[[^\]]{1,40}\]$|^\^/;
const MAX_FORM = 300;
const MAX_NOTICE = 250;
const NOTICES = new Set(['div', 'p', 'small', 'span', 'h2', 'h3', 'h4', 'h5', 'h6', 'strong', 'legend', 'label']);

/** Parts of a price on Shopify, and the state in which the style sheet shows them. */
const PRICE_PARTS: readonly (readonly [name: string, state: string, isShown: boolean])[] = [
  ['price__sale', 'price--on-sale', true],
  ['price__regular', 'price--on-sale', false],
  ['price__badge-sale', 'price--on-sale', true],
  ['price__badge-sold-out', 'price--sold-out', true],
];

export function removeUserInterfaceText(root: HtmlElement): void {
  const removed: HtmlElement[] = [];
  const inForms = new Set<HtmlElement>();
  const responsive = new ResponsiveParts();
  for (const element of elementsBelow(root)) {
    // Emptied, not removed: the cells behind it would move below other headings.
    if (CELLS.has(element.name) && isStruck(element)) element.children = [];
    else if (isUserInterfaceText(element, responsive)) removed.push(element);
    else if (element.name === 'a') {
      const link = topLink(element);
      if (link !== null) removed.push(link);
    }
    // Emptied, not removed: a section with a form is no content.
    else if (element.name === 'form' && (isSignUp(element) || isFeedback(element))) element.children = [];
    else if (element.name === 'form') removeFieldNames(element, inForms);
  }
  removeAll(removed);
}

function isUserInterfaceText(element: HtmlElement, responsive: ResponsiveParts): boolean {
  const { class: classes } = element.attribs;
  if (element.name === 'a' && (isPermalink(element) || isSourceLink(element))) return true;
  if (NOTICES.has(element.name) && (isCaptchaNotice(element) || isVote(element))) return true;
  if (isStruck(element) || isCredit(element)) return true;
  return (
    classes !== undefined &&
    (hasUserInterfaceClass(element, classes.slice(0, 1_000)) || responsive.isCopy(element, classes))
  );
}

/** `© 2024 Harbour Museum`, and `Photo: Eve Miller` within a figure. */
const COPYRIGHT = /^(?:copyright\s{0,3})?(?:©|\(c\)\s{0,3}\d{4})/i;
const PICTURE =
  /^[([]?(?:(?:photo|foto|bild|image|imagen|picture|fotografía|fotografia|zdjęcie)s?(?:\s?(?:credit|courtesy|nachweis|quelle|rechte))?(?:\sby\s|\s?[:©/])|photograph(?:y)?\sby\s|credits?\s?:|bildquelle|getty\simages|reuters$|afp$|dpa$)/i;
const CREDITED = new Set(['p', 'div', 'span', 'small', 'figcaption', 'em', 'i', 'cite', 'li']);
const MAX_CREDIT = 160;

function isCredit(element: HtmlElement): boolean {
  if (!CREDITED.has(element.name) || !hasFewElements(element) || !hasLittleText(element, MAX_CREDIT)) return false;
  const text = textOf(element).trim();
  if (COPYRIGHT.test(text)) return true;
  return (
    PICTURE.test(text) &&
    (element.name === 'figcaption' || elementAround(element, MAX_FIGURE_LEVELS, isFigure) !== null)
  );
}

const isFigure = ({ name }: HtmlElement) => name === 'figure';
const MAX_FIGURE_LEVELS = 4;

function hasUserInterfaceClass(element: HtmlElement, classes: string): boolean {
  if (isDetail(element, classes) || (ICON_NAME.test(classes) && isIconLetter(element))) return true;
  if (classes.includes('price__') && isUnseenPrice(element, classes)) return hasFewElements(element);
  if (WIKI_LINK.test(classes) || (element.name === 'sup' && WIKI_REFERENCE.test(classes)))
    return hasFewElements(element) && REFERENCE.test(textOf(element).trim());
  return (ICON_WORD.test(classes) || FORM_RESULT.test(classes)) && hasFewElements(element);
}

const isIconLetter = (element: HtmlElement): boolean =>
  element.children.every(isText) && ICON_LETTER.test(textOf(element).trim());

/** Shops also hold the price in a sale and sold out. */
function isUnseenPrice(element: HtmlElement, classes: string): boolean {
  const names = classes.split(/\s+/);
  const part = PRICE_PARTS.find(([name]) => names.includes(name));
  if (part === undefined) return false;
  const [, state, isShown] = part;
  const price = elementAround(element, MAX_LEVELS, (around) => classNames(around).includes('price'));
  return price !== null && classNames(price).includes(state) !== isShown;
}

const classNames = ({ attribs }: HtmlElement): readonly string[] => (attribs.class ?? '').split(/\s+/);

const MAX_LEVELS = 2;

/** True for a form that asks for nothing but an address. */
function isSignUp(form: HtmlElement): boolean {
  let elements = 0;
  let addresses = 0;
  for (const element of elementsBelow(form)) {
    elements += 1;
    if (elements > MAX_FORM_ELEMENTS) return false;
    if (!isFilledIn(element)) continue;
    if (!isAddressField(element)) return false;
    addresses += 1;
  }
  return addresses === 1 && textOf(form).trim().length <= MAX_FORM;
}

const isFilledIn = ({ name, attribs }: HtmlElement): boolean =>
  name === 'textarea' || name === 'select' || (name === 'input' && !UNFILLED.test(attribs.type ?? ''));

const isAddressField = ({ name, attribs }: HtmlElement): boolean =>
  name === 'input' && (attribs.type === 'email' || /e-?mail/i.test(attribs.name ?? ''));

const MAX_FORM_ELEMENTS = 60;
const UNFILLED = /^(?:hidden|submit|button|checkbox|image|reset)$/i;

/**
 * "Was this article helpful? Yes No" stands below articles of help centers, in the past tense or about the page. "Is a deposit useful?" is
 * a question of the owner's content.
 */
const VOTES = [
  /(?:was|did|do you find)\s[^?.!]{0,40}\b(?:helpful|useful|answer your question|what you were looking for|nuttig)/,
  /is\sthis(?:\s(?:article|page|answer|information|content|guide))?\s(?:helpful|useful)/,
  /(?:war|waren|fanden|ist diese[rs]? (?:artikel|seite|antwort))\s(?:[^?.!]{0,40}\s)?hilfreich/,
  /[^?.!]{0,40}\b(?:été utile|(?:resultó|fue|foi) útil|stato utile)/,
];
const VOTE = new RegExp(`^\\s*(?:${VOTES.map(({ source }) => source).join('|')})\\s?\\?\\s*$`, 'i');
const MAX_VOTE = 100;

function isVote({ children }: HtmlElement): boolean {
  return children.some(
    (child) => isText(child) && child.data.length <= MAX_VOTE && child.data.includes('?') && VOTE.test(child.data),
  );
}

const FEEDBACK = /(?:^|[\s_-])(?:feedback|votes?)(?:$|[\s_-])/i;
const MAX_FEEDBACK = 500;

/** A form that rates the page. One with a figure or an address is the owner's form for complaints. */
const isFeedback = (form: HtmlElement): boolean =>
  FEEDBACK.test(`${form.attribs.class ?? ''} ${form.attribs.id ?? ''}`.slice(0, 1_000)) &&
  hasLittleText(form, MAX_FEEDBACK) &&
  !/[\d@]/.test(textOf(form));

/** A quick test, which most classes fail. */
const SOUGHT = /strike|through|price|compare/i;
/** Excludes `hover:line-through` and `peer-checked:line-through`, which strike only what a visitor points at or ticks off. */
const STRUCK_CLASS =
  /(?:^|\s)(?:(?:sm|md|lg|xl|2xl):)?(?:line-through|text-decoration-line-through|strike-?through)(?:$|\s)/;
const FORMER_PRICE =
  /(?:^|[\s_-])(?:compare-at(?:-price)?|(?:old|was|previous|original)-price|price-(?:old|was|previous|original|compare))(?:$|\s)/i;

/** Text that a style strikes, and the former price beside one that holds. */
function isStruck(element: HtmlElement): boolean {
  const { class: classes = '', style = '' } = element.attribs;
  if (!SOUGHT.test(classes) && !style.includes('line-through')) return false;
  if (STRUCK_CLASS.test(classes.slice(0, 1_000)) || style.slice(0, 1_000).includes('line-through'))
    return hasFewElements(element);
  // Some tables have a column of former prices.
  if (CELLS.has(element.name)) return false;
  return FORMER_PRICE.test(classes.slice(0, 1_000)) && hasFewElements(element) && isBesideFigure(element);
}

function isBesideFigure(element: HtmlElement): boolean {
  const siblings = element.parent?.children.slice(0, MAX_SIBLINGS) ?? [];
  return siblings.some((one) => one !== element && (!isElement(one) || hasFewElements(one)) && /\d/.test(textOf(one)));
}

const MAX_SIBLINGS = 20;

function isCaptchaNotice(element: HtmlElement): boolean {
  const isNamed = element.children.some((child) => isText(child) && child.data.includes('reCAPTCHA'));
  return isNamed && hasFewElements(element) && textOf(element).length <= MAX_NOTICE;
}
