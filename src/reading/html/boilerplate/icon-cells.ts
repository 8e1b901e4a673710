/** Table cells that hold only an icon, such as the tick in a comparison of plans. */
import type { CheerioAPI } from 'cheerio';
import { Text } from 'domhandler';
import { elementsBelow, type HtmlElement, hasFewElements, isText, textOf } from '../dom/dom.ts';
import { select } from '../dom/select.ts';

/** Longer words describe a picture. */
const MAX_ALTERNATIVE = 40;
const MAX_NAME_CHARACTERS = 200;
const NAMED_YES = /(?:^|[^a-z])(?:check|checked|checkmark|tick|yes|true|included|success)(?:$|[^a-z])/i;
const NAMED_NO = /(?:^|[^a-z])(?:cross|times|close|xmark|x|no|none|false|minus|dash|excluded|ban)(?:$|[^a-z])/i;

/** Replaces such icons with their text alternatives. Call it before pictures are removed. */
export function replaceIconCells($: CheerioAPI): void {
  for (const cell of select($, 'td')) {
    if (!hasFewElements(cell)) continue;
    const said = textOf(cell).trim();
    if (said !== '' && !isIconWord(cell)) continue;
    const alternative = said === '' ? alternativeIn(cell) : (ICON_WORDS.get(said) ?? null);
    if (alternative === null) continue;
    const text = new Text(alternative);
    text.parent = cell;
    cell.children = [text];
  }
}

/** Words for which an icon font draws a picture. */
const ICON_WORDS: ReadonlyMap<string, string> = new Map([
  ...['check', 'check_circle', 'check_box', 'done', 'task_alt'].map((word) => [word, '✓'] as const),
  ...['close', 'cancel', 'clear', 'remove', 'block'].map((word) => [word, '✗'] as const),
]);

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

/** The accessible name, which screen readers say. */
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
