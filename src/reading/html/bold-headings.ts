/** Headings that authors write as a paragraph in bold letters, in word processors and editors of websites. */
import { isQuestion } from '../../text/is-question.ts';
import { elementsBelow, type HtmlElement, type HtmlNode, hasFewElements, isElement, isText, textOf } from './dom.ts';

const BOLD = new Set(['b', 'strong']);
/** Longer ones are sentences. */
const MAX_WORDS = 6;
const MAX_CHARACTERS = 60;
const MAX_QUESTION_CHARACTERS = 150;
/** A title and the first heading below it. More bold paragraphs in a row are a text in bold letters. */
const MAX_IN_A_ROW = 2;

/** Ends of sentences and of parts of them. */
const UNFINISHED = /[.,;!…。，；！、]["'”’»)]*$/u;
const WORD = /\p{L}{2}/u;
/** A price or a telephone number is what is said, not what it is about. */
const FIGURE = /\p{Sc}|\d{5}|\d[\d\s()/.-]{6,}\d|@/u;
const NOT_HEADED = /^h[1-6]$|^hr$|^details$/;

/** True for a short paragraph that is bold as a whole, before text that is not. */
export function isBoldHeading(paragraph: HtmlElement): boolean {
  if (!isBoldParagraph(paragraph)) return false;
  const text = textOf(paragraph).trim();
  if (!WORD.test(text) || !(isQuestion(text) ? text.length <= MAX_QUESTION_CHARACTERS : isShortName(text)))
    return false;
  let inRow = 1;
  for (let next = elementAfter(paragraph); next !== null; next = elementAfter(next)) {
    if (!isBoldParagraph(next)) return !NOT_HEADED.test(next.name);
    inRow += 1;
    if (inRow > MAX_IN_A_ROW) return false;
  }
  return false;
}

const isShortName = (text: string): boolean =>
  text.length <= MAX_CHARACTERS &&
  text.split(/\s+/).length <= MAX_WORDS &&
  !UNFINISHED.test(text) &&
  !FIGURE.test(text) &&
  !text.includes('\n');

function isBoldParagraph(element: HtmlElement): boolean {
  if (element.name !== 'p' || !hasFewElements(element)) return false;
  // A link is pressed.
  for (const { attribs } of elementsBelow(element)) if (attribs.href !== undefined) return false;
  return textOf(element).trim() !== '' && isBold(element);
}

/** The next element that says something. Null where text follows that stands in no element. */
function elementAfter(element: HtmlElement): HtmlElement | null {
  for (let { next } = element; next !== null; next = next.next) {
    if (isElement(next)) {
      if (next.name !== 'p' || !hasFewElements(next) || textOf(next).trim() !== '') return next;
    } else if (isText(next) && next.data.trim() !== '') return null;
  }
  return null;
}

/** True when all of its text is. */
export function isBold(node: HtmlNode): boolean {
  if (!isElement(node)) return textOf(node).trim() === '';
  if (BOLD.has(node.name)) return true;
  const filled = node.children.filter((child) => textOf(child).trim() !== '');
  return filled.length > 0 && filled.every(isBold);
}
