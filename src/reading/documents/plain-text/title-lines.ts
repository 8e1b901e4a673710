/**
 * Headings of pasted text: copied from a rendered page, they are short lines above their text, without a mark. Titles within one paragraph,
 * as PDF files have them, are found by `paragraph-lines.ts`.
 */
import type { Block } from '../../../text/document.ts';
import { isLabelled } from '../../../text/labelled-line.ts';

/** Begins like a title and ends without punctuation, other than that of a question. */
const TITLE = /^[\p{Lu}\p{Lo}\p{N}](?:[^\n]{0,58}[\p{L}\p{M}\p{N})?？])$/u;
/** A label, a price, a date or a telephone number. */
const NO_TITLE = /[:：\t|]|\p{Sc}\s?\p{N}|\p{N}\s?\p{Sc}|\p{N}{3}|^\P{L}*$/u;
const MAX_WORDS = 9;
const SENTENCE_END = /[.!?:…。！？؟।]["'”’»)\]]*$/u;
/** Four words and more: "Leeds LS2 8PQ." goes on from the line above. Scripts without spaces have longer words, with numbers among them. */
const WORDS =
  /^\s*(?:(?:\S+\s+){3}\S|[^\s\p{ASCII}]{12}|[\p{N}\p{P}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{12})/u;
const VALUE = /\p{N}/u;
const PRICE_END = /(?:\p{Sc}\s?\p{N}[\p{N}.,]{0,12}|\p{N}\s?\p{Sc})$/u;
/** A single one may be chance. */
const MIN_TITLES = 2;
/** A text with so many titles right above their text, and few other paragraphs, begins each paragraph with a title. */
const MIN_TITLED_PARAGRAPHS = 5;
const MIN_TITLED_SHARE = 0.6;
const MAX_WORDS_BY_HABIT = 4;

/** @param joined blocks in which only lines in capitals are headings */
export function withTitleLines(joined: readonly Block[]): Block[] {
  const blocks = titledByHabit(joined.map(titleAndText)).flat();
  const titles = new Set<Block>();
  for (const [at, block] of blocks.entries()) if (isTitle(block) && isBody(blocks[at + 1], block)) titles.add(block);
  const [first, second] = blocks;
  const inCapitals = blocks.filter(({ kind }) => kind === 'heading').length;
  if (titles.size < MIN_TITLES || titles.size < inCapitals) return [...joined];
  const isTopTitle = first !== undefined && isTitle(first) && second !== undefined && titles.has(second);
  return blocks.map((block, at) => {
    if (at === 0 && isTopTitle) return { kind: 'heading', level: 1, text: textOf(block) };
    return titles.has(block) ? { kind: 'heading', level: 2, text: textOf(block) } : block;
  });
}

/** Divides a block whose first line is a title from its text. */
function titleAndText(block: Block): Block[] {
  const text = textOf(block);
  const end = text.indexOf('\n');
  if (end < 0) return [block];
  const title: Block = { kind: 'paragraph', text: text.slice(0, end) };
  const below = text.slice(end + 1);
  const [first = ''] = below.split('\n', 1);
  const isText = () => WORDS.test(first) && endsAsText(first, title);
  return isTitle(title) && (isText() || tellsValues(below)) ? [title, { kind: 'paragraph', text: below }] : [block];
}

/**
 * Names below "Team" and an address below "Contact" count as text only where nearly all paragraphs begin with a title.
 * @param parts of each block, two where a title stands above its text
 */
function titledByHabit(parts: readonly Block[][]): readonly Block[][] {
  const titled = parts.filter(({ length }) => length > 1).length;
  const untitled = parts.map((own, at) => (own.length > 1 ? null : titleByHabit(own[0], parts[at - 1])));
  const others = untitled.filter((own) => own !== null).length;
  const isHabit = titled >= MIN_TITLED_PARAGRAPHS && titled >= MIN_TITLED_SHARE * (titled + others);
  return isHabit ? parts.map((own, at) => untitled[at] ?? own) : parts;
}

/** Divides a paragraph into title and rest; null where the block above may be its title. */
function titleByHabit(block: Block | undefined, above: readonly Block[] = []): Block[] | null {
  const [title = '', ...below] = block?.kind === 'paragraph' ? block.text.split('\n') : [];
  const first: Block = { kind: 'paragraph', text: title };
  const isBelowTitle = above.length === 1 && above[0] !== undefined && isTitle(above[0]);
  if (below.length === 0 || isBelowTitle || !isTitle(first) || /[?？]$/u.test(title)) return null;
  if (title.split(/\s+/u).length > MAX_WORDS_BY_HABIT) return null;
  return [
    { kind: 'heading', level: 2, text: title },
    { kind: 'paragraph', text: below.join('\n') },
  ];
}

const textOf = (block: Block): string => (block.kind === 'paragraph' ? block.text : '');

function isTitle(block: Block): boolean {
  const text = textOf(block);
  return TITLE.test(text) && !NO_TITLE.test(text) && text.split(/\s+/u).length <= MAX_WORDS;
}

/** Sentences, values, a list or a table. */
function isBody(block: Block | undefined, title: Block): boolean {
  if (block === undefined) return false;
  if (block.kind === 'list-item' || block.kind === 'table' || block.kind === 'code') return true;
  const text = textOf(block);
  return endsAsText(text, title) || tellsValues(text);
}

const endsAsText = (text: string, title: Block) => text.length > textOf(title).length && SENTENCE_END.test(text);

/** True for two lines that have a label or a price, with a number in one: "Monday: closed" above "Tuesday: 12–2pm". */
function tellsValues(text: string): boolean {
  const lines = text.split('\n', 2);
  const hasValue = (line: string) => isLabelled(line) || PRICE_END.test(line);
  return lines.length === 2 && lines.every(hasValue) && lines.some((line) => VALUE.test(line));
}
