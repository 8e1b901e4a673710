/** Small digits above the line: notes, powers and the cents of a price, which would become the end of the number before them. */

interface RaisedItem {
  readonly str: string;
  readonly height: number;
  readonly width: number;
  readonly left: number;
  readonly top: number;
}

/** Shares of the line's size. */
const MAX_SIZE = 0.8;
const MIN_RAISED = 0.12;
const MAX_GAP = 0.3;

const SUPERSCRIPTS = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
const PRICE_BEFORE = /\p{Sc}\s*\d+$/u;
const PRICE_AFTER = /^\s*\p{Sc}/u;

/** Writes `15¹` and `19.99 €` where the digits alone would read `151` and `1999 €`. @param size font size of the line */
export function asExponents<Item extends RaisedItem>(items: readonly Item[], size: number): readonly Item[] {
  if (!items.some((item) => isSmallNumber(item, size))) return items;
  const base = items.find(({ str, height }) => str.trim() !== '' && height >= MAX_SIZE * size)?.top;
  if (base === undefined) return items;
  return items.map((item, at) => {
    const before = items[at - 1];
    if (before === undefined || !isSmallNumber(item, size) || base - item.top < MIN_RAISED * size) return item;
    if (before.str.trim() === '' || item.left - before.left - before.width > MAX_GAP * size) return item;
    const digits = item.str.trim();
    const isPrice =
      PRICE_BEFORE.test(before.str) || (/\d$/.test(before.str) && PRICE_AFTER.test(items[at + 1]?.str ?? ''));
    if (isPrice && digits.length === 2) return { ...item, str: `.${digits}` };
    return { ...item, str: [...digits].map((digit) => SUPERSCRIPTS[Number(digit)]).join('') };
  });
}

const isSmallNumber = ({ str, height }: RaisedItem, size: number): boolean =>
  height > 0 && height < MAX_SIZE * size && /^\s*\d{1,2}\s*$/.test(str);
