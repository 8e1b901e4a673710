/** Headings of pasted text: copied from a rendered page, they are short paragraphs of their own, without a mark. */
import type { Block } from '../../../text/document.ts';

/** Begins like a title and ends without punctuation, other than that of a question. */
const TITLE = /^[\p{Lu}\p{Lo}\p{N}](?:[^\n]{0,58}[\p{L}\p{M}\p{N})?？])$/u;
/** A label, a price, a date or a telephone number. */
const NO_TITLE = /[:：\t|]|\p{Sc}\s?\p{N}|\p{N}\s?\p{Sc}|\p{N}{3}|^\P{L}*$/u;
const MAX_WORDS = 9;
const SENTENCE_END = /[.!?:…。！？؟।]["'”’»)\]]*$/u;
/** Fewer may be anything. */
const MIN_TITLES = 2;

/** @param blocks a text's, none of which is a heading */
export function withTitleLines(blocks: readonly Block[]): Block[] {
  const titles = new Set<Block>();
  for (const [at, block] of blocks.entries()) if (isTitle(block) && isBody(blocks[at + 1], block)) titles.add(block);
  const [first, second] = blocks;
  if (titles.size < MIN_TITLES) return [...blocks];
  const isTopTitle = first !== undefined && isTitle(first) && second !== undefined && titles.has(second);
  return blocks.map((block, at) => {
    if (at === 0 && isTopTitle) return { kind: 'heading', level: 1, text: textOf(block) };
    return titles.has(block) ? { kind: 'heading', level: 2, text: textOf(block) } : block;
  });
}

const textOf = (block: Block): string => (block.kind === 'paragraph' ? block.text : '');

function isTitle(block: Block): boolean {
  const text = textOf(block);
  return TITLE.test(text) && !NO_TITLE.test(text) && text.split(/\s+/u).length <= MAX_WORDS;
}

/** Sentences, a list or a table. */
function isBody(block: Block | undefined, title: Block): boolean {
  if (block === undefined) return false;
  if (block.kind === 'list-item' || block.kind === 'table' || block.kind === 'code') return true;
  const text = textOf(block);
  return text.length > textOf(title).length && SENTENCE_END.test(text);
}
