/** Headings of a text with numbered sections: `3. How to book` alone between paragraphs. Read line by line, it is a list of one item. */
import type { Block } from '../../../text/document.ts';

type ListItem = Extract<Block, { kind: 'list-item' }>;

/** Begins like a title and ends without punctuation, other than that of a question. */
const TITLE = /^[\p{Lu}\p{Lo}\p{N}][^\n:：]{0,58}[\p{L}\p{M}\p{N})?？]$/u;
const MAX_WORDS = 9;
/** Fewer may be chance. */
const MIN_SECTIONS = 3;
/** Mean characters of a section. Steps of instructions have less text below. */
const MIN_TEXT = 120;

/** @param blocks of a text with no other headings, or only its title in capitals */
export function withNumberedSections(blocks: readonly Block[]): readonly Block[] {
  const titles = titlesInOrder(blocks);
  const [first] = titles;
  if (first === undefined || titles.length < MIN_SECTIONS) return blocks;
  const from = blocks.indexOf(first);
  const characters = blocks.slice(from).reduce((sum, block) => sum + lengthOf(block), 0);
  if (characters < MIN_TEXT * titles.length) return blocks;
  const headings = new Set<Block>(titles);
  return blocks.map((block) =>
    headings.has(block) && block.kind === 'list-item'
      ? { kind: 'heading', level: 2, text: `${block.marker} ${block.text}` }
      : block,
  );
}

/** Items alone between other blocks, which count from one. */
function titlesInOrder(blocks: readonly Block[]): readonly ListItem[] {
  const titles: ListItem[] = [];
  for (const [at, block] of blocks.entries()) {
    const isAlone = !isNumbered(blocks[at - 1]) && blocks[at + 1] !== undefined && !isNumbered(blocks[at + 1]);
    if (isAlone && isTitle(block) && block.marker === `${titles.length + 1}.`) titles.push(block);
  }
  return titles;
}

const isNumbered = (block: Block | undefined): boolean => block?.kind === 'list-item' && /^\d/.test(block.marker);

const isTitle = (block: Block): block is ListItem =>
  block.kind === 'list-item' &&
  block.depth === 0 &&
  TITLE.test(block.text) &&
  block.text.split(/\s+/u, MAX_WORDS + 1).length <= MAX_WORDS;

const lengthOf = (block: Block): number => (block.kind === 'table' ? 0 : block.text.length);
