/** Names of form fields, which say nothing about the owner: "Your name", "Message", "I accept the terms". */
import { elementsBelow, type HtmlElement, isElement, isText, removeAll } from '../dom/dom.ts';

/** A form with fewer fields to write in is for a choice, such as of a size. */
const MIN_FIELDS = 2;
/** A larger form holds the page. */
const MAX_ELEMENTS = 1_000;
/** Characters of text for each field, and for one alone. */
const MAX_NAME = 60;
const MAX_LONG_NAME = 120;
/** Characters of text with a box to tick. */
const MAX_CONSENT = 350;
/** A longer paragraph without a field is content. */
const MAX_NOTE = 40;
const MAX_HINT = 150;
const NOTES = new Set(['p', 'div', 'small', 'span']);
/** Elements within a sentence. A label names a field. */
const INLINE = new Set(['a', 'b', 'strong', 'em', 'i', 'u', 'br', 'span']);
const MIN_WORDS = 3;
const ABOUT_FIELDS = /\b(?:fields?|pflichtfeld(?:er)?|champs?|campos?|campi)\b/iu;
const CHOICE = /^(?:checkbox|radio)$/i;
const NO_FIELD = /^(?:hidden|submit|button|image|reset|search)$/i;
/** Visitors who write to the owner fill these in. */
const ADDRESS = /^(?:email|tel)$/i;
/** Opening hours, prices and telephone numbers are content anywhere. */
const FIGURE = /[\p{N}\p{Sc}@]/u;
const CONTENT = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'dl', 'main', 'article']);
/** Their texts are choices and buttons. */
const CONTROLS = new Set(['select', 'textarea', 'button', 'datalist']);

/**
 * @param form emptied, not removed: a section with a form is no content
 * @param seen grows by the form's elements, as a form within a form is part of it
 */
export function removeFieldNames(form: HtmlElement, seen: Set<HtmlElement>): void {
  if (seen.has(form)) return;
  const elements: HtmlElement[] = [];
  for (const element of elementsBelow(form)) {
    elements.push(element);
    seen.add(element);
    if (elements.length > MAX_ELEMENTS) return;
  }
  const fields = elements.filter(isField);
  if (fields.length < MIN_FIELDS) return;
  const isMessage = fields.some(({ name, attribs }) => name === 'textarea' || ADDRESS.test(attribs.type ?? ''));
  const choices = elements.filter(({ name, attribs }) => name === 'input' && CHOICE.test(attribs.type ?? ''));
  const parts = new FormParts(form, elements, new Set(isMessage ? [...fields, ...choices] : fields));
  const choiceIds = new Set(choices.map(({ attribs }) => attribs.id));
  const isNoise = (element: HtmlElement) =>
    parts.isFieldWithName(element) ||
    (element.name === 'label' && (isMessage || !choiceIds.has(element.attribs.for)) && parts.isName(element)) ||
    (isMessage && parts.isHint(element));
  if (isNoise(form)) form.children = [];
  else removeAll(elements.filter(isNoise));
}

function isField({ name, attribs }: HtmlElement): boolean {
  const type = attribs.type ?? '';
  return name === 'textarea' || name === 'select' || (name === 'input' && !NO_FIELD.test(type) && !CHOICE.test(type));
}

interface Part {
  readonly text: string;
  readonly fields: number;
  readonly holdsChoice: boolean;
  readonly holdsContent: boolean;
}

class FormParts {
  readonly #parts = new Map<HtmlElement, Part>();

  constructor(form: HtmlElement, elements: readonly HtmlElement[], fields: ReadonlySet<HtmlElement>) {
    for (const element of [form, ...elements].toReversed()) this.#parts.set(element, this.#sum(element, fields));
  }

  isFieldWithName(element: HtmlElement): boolean {
    const { text, fields, holdsChoice, holdsContent } = this.#of(element);
    if (fields === 0 || holdsContent || FIGURE.test(text)) return false;
    if (fields === 1) return text.length <= (holdsChoice ? MAX_CONSENT : MAX_LONG_NAME);
    return text.length <= MAX_NAME * fields;
  }

  isName(element: HtmlElement): boolean {
    const { text, holdsContent } = this.#of(element);
    return !holdsContent && text.length <= MAX_CONSENT && !FIGURE.test(text);
  }

  /** Fields marked with * are required. */
  isHint(element: HtmlElement): boolean {
    const { text, holdsContent } = this.#of(element);
    return !holdsContent && text.length <= MAX_HINT && isAboutFields(text) && !FIGURE.test(text);
  }

  #of(element: HtmlElement): Part {
    return this.#parts.get(element) ?? NOTHING;
  }

  /** Cuts longer texts, so that the time does not depend on how deep the form is nested. */
  #sum(element: HtmlElement, wanted: ReadonlySet<HtmlElement>): Part {
    const isWanted = wanted.has(element);
    const own = {
      text: '',
      fields: isWanted ? 1 : 0,
      holdsChoice: isWanted && CHOICE.test(element.attribs.type ?? ''),
      holdsContent: CONTENT.has(element.name),
    };
    if (CONTROLS.has(element.name)) return own;
    for (const child of element.children) {
      if (own.text.length > MAX_TEXT) break;
      if (isText(child)) own.text += child.data.slice(0, MAX_TEXT).replace(/\s+/g, ' ');
      else if (isElement(child)) {
        const part = this.#of(child);
        own.text += part.text;
        own.fields += part.fields;
        own.holdsChoice ||= part.holdsChoice;
        own.holdsContent ||= part.holdsContent;
      }
    }
    return isNote(element, own) ? { ...own, holdsContent: true } : own;
  }
}

/** Text of the owner between the fields, such as "Breakfast is included." */
function isNote({ name, children }: HtmlElement, { text, fields }: Part): boolean {
  if (fields > 0 || !NOTES.has(name)) return false;
  if (text.length > MAX_TEXT) return name === 'p';
  if (text.includes('*')) return false;
  if (name === 'p' && text.length > MAX_NOTE) return true;
  return children.every((child) => !isElement(child) || INLINE.has(child.name)) && isSentence(text.trim());
}

const isAboutFields = (text: string): boolean => text.includes('*') || ABOUT_FIELDS.test(text);

const isSentence = (text: string): boolean =>
  /^\p{Lu}/u.test(text) && /[.!。！]$/u.test(text) && text.split(/\s+/).length >= MIN_WORDS && !ABOUT_FIELDS.test(text);

const NOTHING: Part = { text: '', fields: 0, holdsChoice: false, holdsContent: false };
const MAX_TEXT = 3_000;
