/** Tables of contents of Markdown, which name only headings below and answer nothing. */
import type { Block } from '../../../text/document.ts';
import { isContentsLabel } from '../../contents-label.ts';

/** A link to a part of the text. */
const LINK = /^\[([^\]\n]{1,200})\]\(#[^)\s]{1,200}\)$/u;
const MIN_ENTRIES = 3;
/** Some texts have entries whose heading is gone. */
const MIN_FOUND_SHARE = 0.8;
/** "There are two kinds of hooks:" */
const ANNOUNCES = /[:：]$/u;
const NO_LETTER = /[^\p{L}\p{M}\p{N}]+/gu;

/** Removes lists and tables of links to headings, with their labels. Linear in the blocks. */
export function withoutContentsLists(blocks: readonly Block[]): Block[] {
  const headings = new Set(blocks.flatMap((block) => (block.kind === 'heading' ? [plainName(block.text)] : [])));
  const kept: Block[] = [];
  for (let at = 0; at < blocks.length; ) {
    const end = endOfRun(blocks, at);
    const run = blocks.slice(at, end);
    const before = kept.at(-1);
    const isLabelled = before !== undefined && isLabel(before);
    const isAnnounced = !isLabelled && before?.kind === 'paragraph' && ANNOUNCES.test(before.text.trimEnd());
    if (isAnnounced || !isContentsList(run, headings, isLabelled)) for (const block of run) kept.push(block);
    else if (isLabelled) kept.pop();
    at = end;
  }
  return kept;
}

/** End of a run of list items, or of one other block. */
function endOfRun(blocks: readonly Block[], from: number): number {
  let end = from;
  while (blocks[end]?.kind === 'list-item') end += 1;
  return Math.max(end, from + 1);
}

const isLabel = (block: Block): boolean =>
  (block.kind === 'heading' || block.kind === 'paragraph') && isContentsLabel(block.text.trim());

/** @param isLabelled below "Contents", its entries may be no links */
function isContentsList(run: readonly Block[], headings: ReadonlySet<string>, isLabelled: boolean): boolean {
  const entries = run.flatMap(entriesOf);
  if (entries.length < MIN_ENTRIES) return false;
  const names = entries.map((entry) => LINK.exec(entry)?.[1] ?? (isLabelled ? entry : null));
  const found = names.filter((name) => name !== null && headings.has(plainName(name))).length;
  return names.every((name) => name !== null) && found >= entries.length * MIN_FOUND_SHARE;
}

function entriesOf(block: Block): readonly string[] {
  if (block.kind === 'list-item') return [block.text.trim()];
  if (block.kind !== 'table') return [];
  const cells = [block.header ?? '', ...block.rows].flatMap((row) => row.split('|'));
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
}

const plainName = (heading: string): string => heading.toLowerCase().replace(NO_LETTER, ' ').trim();
