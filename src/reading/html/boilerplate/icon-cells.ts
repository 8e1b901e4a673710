/** Table cells of only an icon, such as the tick in a comparison of plans, and items that an icon marks as missing. */
import type { CheerioAPI } from 'cheerio';
import { Text } from 'domhandler';
import {
  elementsBelow,
  type HtmlElement,
  type HtmlNode,
  hasFewElements,
  isElement,
  isText,
  replaceChildren,
  textOf,
} from '../dom/dom.ts';
import { select } from '../dom/select.ts';

/** Longer words describe a picture. */
const MAX_ALTERNATIVE = 40;
const MAX_NAME_CHARACTERS = 200;
const NAMED_YES = /(?:^|[^a-z])(?:check|checked|checkmark|tick|yes|true|included|success)(?:$|[^a-z])/i;
const NAMED_NO = /(?:^|[^a-z])(?:cross|times|close|xmark|x|no|none|false|minus|dash|excluded|ban)(?:$|[^a-z])/i;

/** Items of a price list that the plan lacks. */
const MISSING_NAME = /(?:^|[\s_-])(?:not[_-](?:available|included)|unavailable|excluded)(?:$|\s)/i;
const MISSING_ICON = /(?:^|[\s_-])(?:times|xmark|(?<=(?:bi|ti|lucide|feather|icon|ph|ri)-)x)(?:$|[\s_-])/i;

/** Replaces icons with their text alternatives. Must run before pictures are removed. */
export function replaceIconCells($: CheerioAPI): void {
  for (const element of select($, 'td, li')) {
    if (element.name === 'td') replaceIcon(element);
    else if (isMissing(element)) markMissing(element);
  }
}

function replaceIcon(cell: HtmlElement): void {
  if (!hasFewElements(cell)) return;
  const said = textOf(cell).trim();
  if (said !== '' && isSpoken(cell)) showSpoken(cell);
  const alternative = said === '' ? alternativeIn(cell) : alternativeOfWord(said, cell);
  if (alternative !== null) replaceChildren(cell, [new Text(alternative)]);
}

const SPOKEN_NAME = /(?:^|\s)(?:sr-?only|screen-reader-text|visually-?hidden)(?:$|\s)/i;

const isSpokenPart = (node: HtmlNode): boolean => isElement(node) && SPOKEN_NAME.test(node.attribs.class ?? '');

/** True for an icon with nothing but words for screen readers, such as "Not included". */
const isSpoken = ({ children }: HtmlElement): boolean =>
  children.every((child) => isSpokenPart(child) || textOf(child).trim() === '');

function showSpoken({ children }: HtmlElement): void {
  for (const child of children) if (isElement(child) && isSpokenPart(child)) child.attribs.class = '';
}

/** An icon font draws a picture for these. */
const ICON_WORDS: ReadonlyMap<string, string> = new Map([
  ...['check', 'check_circle', 'check_box', 'done', 'task_alt'].map((word) => [word, '✓'] as const),
  ...['close', 'cancel', 'clear', 'remove', 'block'].map((word) => [word, '✗'] as const),
]);

const alternativeOfWord = (word: string, cell: HtmlElement): string | null =>
  isIconWord(cell) ? (ICON_WORDS.get(word) ?? null) : null;

function isMissing(item: HtmlElement): boolean {
  if (MISSING_NAME.test((item.attribs.class ?? '').slice(0, MAX_NAME_CHARACTERS))) return hasFewElements(item);
  const first = item.children.find((child) => isElement(child) || (isText(child) && child.data.trim() !== ''));
  if (first === undefined || !isElement(first)) return false;
  const isIcon = first.children.every((child) => isElement(child) || (isText(child) && child.data.trim() === ''));
  return isIcon && MISSING_ICON.test((first.attribs.class ?? '').slice(0, MAX_NAME_CHARACTERS)) && hasFewElements(item);
}

function markMissing(item: HtmlElement): void {
  replaceChildren(item, [new Text('✗ '), ...item.children]);
}

function isIconWord(cell: HtmlElement): boolean {
  for (const { attribs } of elementsBelow(cell))
    if (/material-(?:icons|symbols)/.test(attribs.class ?? '')) return true;
  return false;
}

function alternativeIn(cell: HtmlElement): string | null {
  const pictures = [cell, ...elementsBelow(cell)];
  // Logos and buttons lead elsewhere.
  if (pictures.some(({ name }) => name === 'a')) return null;
  const told = pictures.map(accessibleName).find((words) => words !== '');
  if (told !== undefined) return told.length <= MAX_ALTERNATIVE ? told : null;
  const names = pictures.map(({ attribs }) =>
    [attribs.class, attribs.id, attribs.src, attribs.href, attribs['xlink:href'], attribs['data-icon']]
      .map((name = '') => name.slice(0, MAX_NAME_CHARACTERS))
      .join(' '),
  );
  if (names.some((name) => NAMED_YES.test(name))) return '✓';
  return names.some((name) => NAMED_NO.test(name)) ? '✗' : null;
}

function accessibleName({ name, attribs, children }: HtmlElement): string {
  const title =
    name === 'title'
      ? children
          .filter(isText)
          .map(({ data }) => data)
          .join('')
      : attribs.title;
  return (attribs['aria-label'] ?? attribs.alt ?? title ?? '').replace(/\s+/g, ' ').trim();
}
