/** Headings written as a paragraph in bold or large letters, in word processors and editors of websites. */
import { isQuestion } from '../../../text/is-question.ts';
import {
  elementsBelow,
  type HtmlElement,
  type HtmlNode,
  hasFewElements,
  isElement,
  isText,
  saysAtLeast,
  textOf,
} from '../dom/dom.ts';

const BOLD = new Set(['b', 'strong']);
/** Classes of style libraries, and styles that editors write into the page. */
const BOLD_CLASS = /(?:^|\s)(?:font-(?:semi|extra)?bold|font-black|fw-(?:semi)?bold(?:er)?|font-weight-bold)(?:$|\s)/;
/** `<font size=5>` of old pages; 3 is the size of the text. */
const LARGE_FONT = /^\s*(?:\+[1-4]|[4-7])\s*$/;
const BOLD_STYLE = /font-weight\s*:\s*(?:bold|[6-9]00)/i;
const PARAGRAPHS = new Set(['p', 'div', 'center']);
const MAX_ATTRIBUTE = 1_000;
/** Longer texts are sentences. */
const MAX_WORDS = 6;
const MAX_CHARACTERS = 60;
const MAX_QUESTION_CHARACTERS = 150;
/** A title and the first heading below it. More bold paragraphs in a row are text. */
const MAX_IN_A_ROW = 2;

/** Sentences and parts of them end so. */
const UNFINISHED = /[.,;!…。，；！、]["'”’»)]*$/u;
const WORD = /\p{L}{2}/u;
/** Prices and telephone numbers are no headings. */
const FIGURE = /\p{Sc}|\d{5}|\d[\d\s()/.-]{6,}\d|@/u;
const NOT_HEADED = /^h[1-6]$|^hr$|^details$/;

/** True for a short, wholly bold paragraph before text that is not. */
export function isBoldHeading(paragraph: HtmlElement): boolean {
  if (!isBoldParagraph(paragraph) || !isName(textOf(paragraph).trim())) return false;
  let inRow = 1;
  for (let next = elementAfter(paragraph); next !== null; next = elementAfter(next)) {
    if (!isBoldParagraph(next)) return !NOT_HEADED.test(next.name);
    inRow += 1;
    if (inRow > MAX_IN_A_ROW) return false;
  }
  return false;
}

const isName = (text: string): boolean =>
  WORD.test(text) && (isQuestion(text) ? text.length <= MAX_QUESTION_CHARACTERS : isShortName(text));

const isShortName = (text: string): boolean =>
  text.length <= MAX_CHARACTERS &&
  text.split(/\s+/).length <= MAX_WORDS &&
  !UNFINISHED.test(text) &&
  !FIGURE.test(text) &&
  !text.includes('\n');

export interface ParagraphLine {
  readonly isHeading: boolean;
  /** Excludes the line break at the end. */
  readonly nodes: readonly HtmlNode[];
}

/** Lines of a paragraph in which bold ones are headings of those below; null for other paragraphs. */
export function linesWithHeadings({ children }: HtmlElement): readonly ParagraphLine[] | null {
  const isBreak = (node: HtmlNode) => isElement(node) && node.name === 'br';
  if (
    !children.some(isBreak) ||
    !children.some((node) => isElement(node) && (BOLD.has(node.name) || isLargeFont(node)))
  )
    return null;
  const lines: HtmlNode[][] = [[]];
  for (const node of children) {
    if (isBreak(node)) lines.push([]);
    else lines.at(-1)?.push(node);
  }
  const filled = lines.filter((nodes) => nodes.some((node) => textOf(node).trim() !== ''));
  const bold = filled.map(isBoldLine);
  const read = filled.map((nodes, at) => ({ nodes, isHeading: bold[at] === true && bold[at + 1] === false }));
  return read.some(({ isHeading }) => isHeading) ? read : null;
}

function isBoldLine(nodes: readonly HtmlNode[]): boolean {
  const isPlain = (node: HtmlNode) => !isElement(node) || (hasFewElements(node) && !holdsLink(node));
  if (!nodes.every((node) => isPlain(node) && (isBold(node) || textOf(node).trim() === ''))) return false;
  return isName(nodes.map(textOf).join('').trim());
}

function holdsLink(element: HtmlElement): boolean {
  for (const { attribs } of [element, ...elementsBelow(element)]) if (attribs.href !== undefined) return true;
  return false;
}

function isBoldParagraph(element: HtmlElement): boolean {
  if (!PARAGRAPHS.has(element.name) || !hasFewElements(element)) return false;
  for (const { name, attribs } of elementsBelow(element)) {
    // A link is pressed.
    if (attribs.href !== undefined || NOT_INLINE.has(name)) return false;
  }
  return isFilled(element) && isBold(element);
}

const NOT_INLINE = new Set('p div ul ol li table h1 h2 h3 h4 h5 h6 button label input img figure'.split(' '));

const isFilled = (node: HtmlNode): boolean => saysAtLeast(node, 1);

/** The next element with text; null before text outside of elements. */
function elementAfter(element: HtmlElement): HtmlElement | null {
  for (let { next } = element; next !== null; next = next.next) {
    if (isElement(next)) {
      if (next.name !== 'p' || !hasFewElements(next) || isFilled(next)) return next;
    } else if (isText(next) && next.data.trim() !== '') return null;
  }
  return null;
}

const isStyledBold = ({ attribs }: HtmlElement): boolean =>
  BOLD_CLASS.test((attribs.class ?? '').slice(0, MAX_ATTRIBUTE)) ||
  BOLD_STYLE.test((attribs.style ?? '').slice(0, MAX_ATTRIBUTE));

const isLargeFont = ({ name, attribs }: HtmlElement): boolean => name === 'font' && LARGE_FONT.test(attribs.size ?? '');

/** True when all text in it is bold. */
export function isBold(node: HtmlNode): boolean {
  if (!isElement(node)) return !isFilled(node);
  if (BOLD.has(node.name) || isLargeFont(node) || isStyledBold(node)) return true;
  const filled = node.children.filter(isFilled);
  return filled.length > 0 && filled.every(isBold);
}
