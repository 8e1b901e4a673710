/** Menus and price lists with paragraphs for names, prices and descriptions. */

import { tellsPrice } from '../facts/prices.ts';
import { isFragment } from '../passages/context-dependent-text.ts';
import type { PassageBlock, Unit } from '../passages/sections.ts';

/** Characters. */
const MAX_DESCRIPTION = 160;
const MAX_PRICE = 30;
/** `£11`, `from €45 a month`. */
const BEGINS_WITH_AMOUNT =
  /^(?:(?:from|ab|da|a partire da|desde|dès|à partir de|od|vanaf|från|от)\s+)?[^\p{L}\p{N}]{0,4}\d/iu;

/** The block with the price or description below it. */
export function withPriceOrDescription(at: number, blocks: readonly PassageBlock[]): readonly PassageBlock[] {
  if (onlyLine(blocks[at]) === null) return [];
  if (areOneItem(blocks[at], blocks[at + 1])) return blocks.slice(at, at + 2);
  return blocks.slice(areOneItem(blocks[at - 1], blocks[at]) ? at - 1 : at, at + 1);
}

function areOneItem(above: PassageBlock | undefined, below: PassageBlock | undefined): boolean {
  const [upper, lower] = [onlyLine(above), onlyLine(below)];
  if (upper === null || lower === null) return false;
  return isPrice(lower) ? isName(upper) : isPriced(upper) && isDescription(lower);
}

function onlyLine(block: PassageBlock | undefined): Unit | null {
  return block?.kind === 'prose' && block.units.length === 1 ? (block.units[0] ?? null) : null;
}

const isPrice = ({ text }: Unit) => text.length <= MAX_PRICE && BEGINS_WITH_AMOUNT.test(text) && tellsPrice(text);
const isName = ({ text }: Unit) => isFragment(text) && !/\d/.test(text);
const isPriced = (unit: Unit) => isFragment(unit.text) && tellsPrice(unit.text) && !isPrice(unit);
const isDescription = ({ text }: Unit) => text.length <= MAX_DESCRIPTION && !tellsPrice(text);
