/** Text that belongs to the controls of a page and says nothing about its owner: icons, forms to sign up, prices that do not hold. */
import { elementsBelow, type HtmlElement, hasFewElements, isElement, isText, removeAll, textOf } from '../dom/dom.ts';
import { removeFieldNames } from './form-fields.ts';

/** Fonts that draw a picture for a word: `<i class="material-icons">location_on</i>`. */
const ICON_WORD = /(?:^|\s)material-(?:icons|symbols)/;
/** Others draw one for a letter, or for a character of private use. */
const ICON_LETTER = /^[\x21-\x2f\x3a-\x7e\ue000-\uf8ff]{1,2}$/;
const ICON_NAME = /(?:^|[\s_-])icon(?:$|[\s_-])/i;

/** Results of sending a form, which its page holds from the start. */
const FORM_RESULT =
  /(?:^|\s)(?:wpcf7-response-output|w-form-(?:done|fail)|form-(?:success|error)|(?:success|error)-message)(?:$|\s)/;
/** Links of wikis beside a heading and behind a sentence. */
const WIKI_LINK = /(?:^|\s)(?:mw-editsection|mw-cite-backlink|reference)(?:$|\s)/;
const REFERENCE = /^\[[^\]]{1,40}\]$|^\^/;
const MAX_FORM = 300;
const MAX_NOTICE = 250;
const NOTICES = new Set(['div', 'p', 'small', 'span']);

/** Parts of a price on Shopify, and the state of the price in which the style sheet shows them. */
const PRICE_PARTS: readonly (readonly [name: string, state: string, isShown: boolean])[] = [
  ['price__sale', 'price--on-sale', true],
  ['price__regular', 'price--on-sale', false],
  ['price__badge-sale', 'price--on-sale', true],
  ['price__badge-sold-out', 'price--sold-out', true],
];

export function removeInterfaceNoise(root: HtmlElement): void {
  const noise: HtmlElement[] = [];
  const inForms = new Set<HtmlElement>();
  for (const element of elementsBelow(root)) {
    const { class: classes } = element.attribs;
    if (NOTICES.has(element.name) && isCaptchaNotice(element)) noise.push(element);
    else if (classes !== undefined && isNoise(element, classes.slice(0, 1_000))) noise.push(element);
    // Emptied, not removed: a section with a form is no content.
    else if (element.name === 'form' && isSignUp(element)) element.children = [];
    else if (element.name === 'form') removeFieldNames(element, inForms);
  }
  removeAll(noise);
}

function isNoise(element: HtmlElement, classes: string): boolean {
  if (ICON_NAME.test(classes) && isIconLetter(element)) return true;
  if (classes.includes('price__') && isUnseenPrice(element, classes)) return hasFewElements(element);
  if (WIKI_LINK.test(classes)) return hasFewElements(element) && REFERENCE.test(textOf(element).trim());
  return (ICON_WORD.test(classes) || FORM_RESULT.test(classes)) && hasFewElements(element);
}

const isIconLetter = (element: HtmlElement): boolean =>
  element.children.every(isText) && ICON_LETTER.test(textOf(element).trim());

/** Shops hold the price as it is and as it would be in a sale or sold out. */
function isUnseenPrice({ parent }: HtmlElement, classes: string): boolean {
  const names = classes.split(/\s+/);
  const part = PRICE_PARTS.find(([name]) => names.includes(name));
  if (part === undefined) return false;
  const [, state, isShown] = part;
  let around = parent;
  for (let level = 0; level < MAX_LEVELS && around !== null && isElement(around); level += 1) {
    const states = (around.attribs.class ?? '').split(/\s+/);
    if (states.includes('price')) return states.includes(state) !== isShown;
    around = around.parent;
  }
  return false;
}

const MAX_LEVELS = 2;

/** Asks for nothing but an address. */
function isSignUp(form: HtmlElement): boolean {
  if (form.children.length === 0) return false;
  let fields = 0;
  let addresses = 0;
  let elements = 0;
  for (const { name, attribs } of elementsBelow(form)) {
    elements += 1;
    if (elements > MAX_FORM_ELEMENTS || name === 'textarea' || name === 'select') return false;
    if (name !== 'input' || UNFILLED.test(attribs.type ?? '')) continue;
    fields += 1;
    if (attribs.type === 'email' || /e-?mail/i.test(attribs.name ?? '')) addresses += 1;
  }
  return addresses === 1 && fields === 1 && textOf(form).trim().length <= MAX_FORM;
}

const MAX_FORM_ELEMENTS = 60;
const UNFILLED = /^(?:hidden|submit|button|checkbox|image|reset)$/i;

function isCaptchaNotice(element: HtmlElement): boolean {
  const isNamed = element.children.some((child) => isText(child) && child.data.includes('reCAPTCHA'));
  return isNamed && hasFewElements(element) && textOf(element).length <= MAX_NOTICE;
}
