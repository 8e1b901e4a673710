/** Menus and price lists, where a name, its price and its description are paragraphs of their own. */

import { tellsPrice } from '../facts/prices.ts';
import { isFragment } from '../passages/context-dependent-text.ts';
import type { PassageBlock, Unit } from '../passages/sections.ts';

/** Characters. */
const MAX_DESCRIPTION = 160;
const MAX_PRICE = 30;
/** `£11`, `from €45 a month`. */
const BEGINS_WITH_AMOUNT =
  /^(?:(?:from|ab|da|a partire da|desde|dès|à partir de|od|vanaf|från|от)\s+)?[^\p{L}\p{N}]{0,4}\d/iu;

/** The block with the one that belongs to it: the price below a name, the description below a price. */
export function withPriceOrDescription(at: number, blocks: readonly PassageBlock[]): readonly PassageBlock[] {
  const [before, block, after] = [blocks[at - 1], blocks[at], blocks[at + 1]];
  const own = onlyLine(block);
  if (block === undefined || own === null) return [];
  const above = onlyLine(before);
  const below = onlyLine(after);
  const withBelow = after === undefined ? [block] : [block, after];
  const withAbove = before === undefined ? [block] : [before, block];
  if (isPrice(own)) return above !== null && isName(above) ? withAbove : [block];
  if (below !== null && (isPrice(below) ? isName(own) : isPriced(own) && isDescription(below))) return withBelow;
  return above !== null && isPriced(above) && isDescription(own) ? withAbove : [block];
}

function onlyLine(block: PassageBlock | undefined): Unit | null {
  return block?.kind === 'prose' && block.units.length === 1 ? (block.units[0] ?? null) : null;
}

const isPrice = ({ text }: Unit) => text.length <= MAX_PRICE && BEGINS_WITH_AMOUNT.test(text) && tellsPrice(text);
const isName = ({ text }: Unit) => isFragment(text) && !/\d/.test(text);
const isPriced = (unit: Unit) => isFragment(unit.text) && tellsPrice(unit.text) && !isPrice(unit);
const isDescription = ({ text }: Unit) => text.length <= MAX_DESCRIPTION && !tellsPrice(text);
