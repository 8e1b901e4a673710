/** Opening hours whose days and times stand in elements of their own: each day becomes an item with its time. */
import type { Block } from '../../../text/document.ts';

const MAX_CHARACTERS = 60;
const MIN_PAIRS = 2;
/** Bounds the time over pages of very many short paragraphs. */
const MAX_PAIRS = 14;
/** Words of a value that is no time, such as "closed" or "by appointment". */
const MAX_WORDS = 3;
const TIMES =
  /^(?:\p{L}{1,6}\.?\s)?\d{1,2}(?:[:.h]\d{2})?\s*(?:[ap]\.?m\.?|uhr|h)?\s*(?:-|–|—|to|bis|à|a|til|tot|do)\s*\d{1,2}(?:[:.h]\d{2}|\s*(?:[ap]\.?m|uhr|h)\b)/iu;
const TIMES_IN_LINE = new RegExp(TIMES.source, 'imu');
const NAME = /^\p{L}[^.!?:]*:?$/u;
const DIGIT = /\d/;

export function withPairedHours(blocks: readonly Block[]): readonly Block[] {
  if (!blocks.some(mayTellTimes)) return blocks;
  const paired: Block[] = [];
  for (let at = 0; at < blocks.length; ) {
    const block = blocks[at] as Block;
    const items = pairsAt(blocks, at);
    const lines = items.length === 0 ? pairsWithin(block) : [];
    for (const text of items.length > 0 ? items : lines)
      paired.push({ kind: 'list-item', depth: 0, marker: '-', text });
    if (items.length + lines.length === 0) paired.push(block);
    at += Math.max(1, items.length * 2);
  }
  return paired;
}

/** Pairs of short paragraphs from there on. */
function pairsAt(blocks: readonly Block[], from: number): readonly string[] {
  const lines: string[] = [];
  for (const block of blocks.slice(from, from + 2 * MAX_PAIRS)) {
    // The day may be an item that holds its time as a paragraph.
    const isPart = block.kind === 'paragraph' || (block.kind === 'list-item' && lines.length % 2 === 0);
    const text = textOf(block);
    if (!isPart || text === '' || text.includes('\n')) break;
    lines.push(text);
  }
  const last = lines.findLastIndex(tellsTimes);
  const areColumns = lines.some((line, at) => tellsTimes(line) && tellsTimes(lines[at + 1] ?? ''));
  if (!areColumns) return pairsOf(lines) ?? [];
  const isFirst = textOf(blocks[from - 1] ?? NO_BLOCK) === '';
  return isFirst ? columnPairs(lines.slice(0, last + 1)) : [];
}

const NO_BLOCK: Block = { kind: 'paragraph', text: '' };

/** All days, then as many times. */
function columnPairs(lines: readonly string[]): readonly string[] {
  const names = lines.slice(0, lines.length / 2);
  const mixed = names.flatMap((name, at) => [name, lines[names.length + at] ?? '']);
  const pairs = pairsOf(mixed) ?? [];
  return lines.length % 2 === 0 && pairs.length === names.length ? pairs : [];
}

/** Pairs of the lines of one paragraph that holds nothing else. */
function pairsWithin(block: Block): readonly string[] {
  const lines = block.kind === 'paragraph' ? block.text.split('\n') : [];
  if (lines.length > 2 * MAX_PAIRS) return [];
  const [name = '', times = ''] = lines;
  if (lines.length === 2 && isName(name) && tellsTimes(times)) return [`${name.replace(/:$/, '')}: ${times}`];
  const pairs = pairsOf(lines) ?? [];
  return pairs.length * 2 === lines.length ? pairs : [];
}

/** Days with their times among the first lines; null when fewer than half of the values are times. */
function pairsOf(lines: readonly string[]): readonly string[] | null {
  const pairs: string[] = [];
  let times = 0;
  let timesAtEnd = 0;
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [name = '', value = ''] = lines.slice(at, at + 2);
    if (!isName(name) || !(tellsTimes(value) || isRemark(value))) break;
    pairs.push(`${name.replace(/:$/, '')}: ${value}`);
    if (!tellsTimes(value)) continue;
    times += 1;
    timesAtEnd = pairs.length;
  }
  // Days that are closed follow the others; what follows them is another text.
  const taken = pairs.slice(0, timesAtEnd + 1);
  return times > 0 && taken.length >= MIN_PAIRS && times * 2 >= taken.length ? taken : null;
}

/** A quick test: most texts are too long. */
function mayTellTimes(block: Block): boolean {
  const text = textOf(block);
  return text.length <= 2 * MAX_PAIRS * MAX_CHARACTERS && TIMES_IN_LINE.test(text);
}

const textOf = (block: Block): string => (block.kind === 'paragraph' || block.kind === 'list-item' ? block.text : '');

const tellsTimes = (text: string): boolean => text.length <= MAX_CHARACTERS && DIGIT.test(text) && TIMES.test(text);

const isName = (text: string): boolean => text.length <= MAX_CHARACTERS && NAME.test(text) && !DIGIT.test(text);

const isRemark = (text: string): boolean =>
  text.length <= MAX_CHARACTERS && !DIGIT.test(text) && text.split(/\s+/).length <= MAX_WORDS;
