/** Facts in two elements that class names tell apart: `<div class="field__label">Phone</div><div class="field__item">…</div>`. */
import {
  elementsBelow,
  type HtmlElement,
  hasFewElements,
  hasLittleText,
  isElement,
  isText,
  textOf,
} from '../dom/dom.ts';

const LABEL = /(?:^|[\s_-])(?:label|key|term|dt)(?:$|\s)/i;
const NAME = /(?:^|[\s_-])(?:name|title)(?:$|\s)/i;
const VALUE = /(?:^|[\s_-])(?:value|val|data|dd)(?:$|\s)/i;
const MAX_CLASSES = 500;
const MAX_LABEL = 60;
const MAX_VALUE = 200;
/** Includes the white space between elements. */
const MAX_MARKED_UP = 2_000;
/** Includes white space and comments. */
const MAX_CHILDREN = 8;
const COLON = /\s*[:：]$/;
/** Elements that are no part of a line. */
const STRUCTURAL_ELEMENTS = new Set(
  'blockquote dl form h1 h2 h3 h4 h5 h6 hr ol pre summary table ul input button'.split(' '),
);

/**
 * `Phone: 01752 555 010`; null for other elements.
 * @param inline collapses white space
 */
export function labelledValue(element: HtmlElement, inline: (text: string) => string): string | null {
  const [label, value, ...others] = partsOf(element);
  if (label === undefined || value === undefined || others.length > 0 || !areLabelAndValue(label, value)) return null;
  if (!hasFewElements(element) || !hasLittleText(element, MAX_MARKED_UP) || holdsStructure(element)) return null;
  const [name, told] = [inline(textOf(label)).replace(COLON, ''), inline(textOf(value))];
  const isLine = !name.includes('\n') && !told.includes('\n') && name.length <= MAX_LABEL && told.length <= MAX_VALUE;
  return isLine && /\p{L}/u.test(name) && told !== '' && !name.endsWith('?') ? `${name}: ${told}` : null;
}

/** Returns none when text stands beside them. */
function partsOf({ children }: HtmlElement): readonly HtmlElement[] {
  if (children.length > MAX_CHILDREN || children.some((child) => isText(child) && child.data.trim() !== '')) return [];
  return children.filter((child): child is HtmlElement => isElement(child) && child.children.length > 0);
}

function areLabelAndValue(label: HtmlElement, value: HtmlElement): boolean {
  const [first = '', second = ''] = [label, value].map(({ attribs }) => (attribs.class ?? '').slice(0, MAX_CLASSES));
  return !LABEL.test(second) && (LABEL.test(first) || (NAME.test(first) && VALUE.test(second)));
}

function holdsStructure(element: HtmlElement): boolean {
  for (const { name } of elementsBelow(element)) if (STRUCTURAL_ELEMENTS.has(name)) return true;
  return false;
}
