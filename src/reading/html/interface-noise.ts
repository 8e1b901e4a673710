/** Text that belongs to the controls of a page and says nothing about its owner: icons, forms to sign up, prices that do not hold. */
import type { CheerioAPI } from 'cheerio';
import { elementsBelow, type HtmlElement, hasFewElements, isElement, isText, removeAll, textOf } from './dom.ts';

/** Fonts that draw a picture for a word: `<i class="material-icons">location_on</i>`. */
const ICON_WORDS = '[class*=material-icons], [class*=material-symbols], .notranslate.google-icon';
/** Others draw one for a letter, or for a character of private use. */
const ICON_LETTER = /^[\x21-\x2f\x3a-\x7e\ue000-\uf8ff]{1,2}$/;
const ICON_NAME = /(?:^|[\s_-])icon(?:$|[\s_-])/i;

/** Results of sending a form, which its page holds from the start. */
const FORM_RESULTS =
  '.wpcf7-response-output, .w-form-done, .w-form-fail, .form-success, .form-error, .success-message, .error-message';
const MAX_FORM = 300;
const MAX_NOTICE = 250;

/** Shops on Shopify hold the price as it is and as it would be in a sale or sold out, of which the style sheet shows one. */
const UNSEEN_PRICES = [
  '.price:not(.price--on-sale) > .price__container > .price__sale',
  '.price--on-sale > .price__container > .price__regular',
  '.price:not(.price--on-sale) > .price__badge-sale',
  '.price:not(.price--sold-out) > .price__badge-sold-out',
].join(',');

export function removeInterfaceNoise($: CheerioAPI): void {
  const drop = (selector: string, isDropped: (element: HtmlElement) => boolean) =>
    removeAll($(selector).toArray().filter(isElement).filter(isDropped));
  drop(ICON_WORDS, hasFewElements);
  drop('[class*=icon i]', isIconLetter);
  drop(FORM_RESULTS, hasFewElements);
  drop(UNSEEN_PRICES, hasFewElements);
  // Emptied, not removed: a section with a form is no content.
  for (const form of $('form').toArray()) if (isElement(form) && isSignUp(form)) form.children = [];
  drop('div, p, small, span', isCaptchaNotice);
}

const isIconLetter = (element: HtmlElement): boolean =>
  ICON_NAME.test((element.attribs.class ?? '').slice(0, 1_000)) &&
  element.children.every(isText) &&
  ICON_LETTER.test(textOf(element).trim());

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
