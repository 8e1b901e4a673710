/** Table cells that hold a picture alone: a tick in a comparison of plans says as much as a word. */
import type { CheerioAPI } from 'cheerio';
import { Text } from 'domhandler';
import { elementsBelow, type HtmlElement, isElement, isSmall, isText, textOf } from './dom.ts';

/** Longer words describe a picture. */
const MAX_SIGN = 40;
const MAX_NAME_CHARACTERS = 200;
const NAMED_YES = /(?:^|[^a-z])(?:check|checked|checkmark|tick|yes|true|included|success)(?:$|[^a-z])/i;
const NAMED_NO = /(?:^|[^a-z])(?:cross|times|close|xmark|x|no|none|false|minus|dash|excluded|ban)(?:$|[^a-z])/i;

/** Writes what the pictures mean as text. Call it before pictures are removed. */
export function writeCellSigns($: CheerioAPI): void {
  for (const cell of $('td').toArray()) {
    if (!isElement(cell) || !isSmall(cell) || textOf(cell).trim() !== '') continue;
    const sign = signIn(cell);
    if (sign === null) continue;
    const text = new Text(sign);
    text.parent = cell;
    cell.children = [text];
  }
}

function signIn(cell: HtmlElement): string | null {
  const pictures = [cell, ...elementsBelow(cell)];
  // Logos and buttons lead elsewhere.
  if (pictures.some(({ name }) => name === 'a')) return null;
  const told = pictures.map(toldBy).find((words) => words !== '');
  if (told !== undefined) return told.length <= MAX_SIGN ? told : null;
  const names = pictures.map(({ attribs }) =>
    [attribs.class, attribs.id, attribs.src, attribs.href, attribs['xlink:href'], attribs['data-icon']]
      .map((name = '') => name.slice(0, MAX_NAME_CHARACTERS))
      .join(' '),
  );
  if (names.some((name) => NAMED_YES.test(name))) return '✓';
  return names.some((name) => NAMED_NO.test(name)) ? '✗' : null;
}

/** What screen readers say. */
function toldBy({ name, attribs, children }: HtmlElement): string {
  const title =
    name === 'title'
      ? children
          .filter(isText)
          .map(({ data }) => data)
          .join('')
      : attribs.title;
  return (attribs['aria-label'] ?? attribs.alt ?? title ?? '').replace(/\s+/g, ' ').trim();
}
