import type { Block, ReadDocument } from '../document.ts';
import { sentencesOf } from './sentences.ts';
import { estimateTokens, leastTokens } from './token-estimate.ts';

/** Smallest part of a chunk, never split. */
export interface Piece {
  readonly text: string;
  readonly tokens: number;
  readonly block: Block;
  /** Outermost first. */
  readonly headings: readonly string[];
  /** True within the line or paragraph of the piece before it. */
  readonly continues: boolean;
}

/** Longer headings are treated as paragraphs. */
const MAX_HEADING_CHARACTERS = 200;

interface OpenHeading {
  readonly level: number;
  readonly text: string;
}

/** Lazy. Headings become the heading path of the pieces below them. */
export function* piecesOf(document: Pick<ReadDocument, 'blocks'>): Generator<Piece> {
  let open: readonly OpenHeading[] = [];
  let path: readonly string[] = [];
  let bare: Block | null = null;
  for (const block of document.blocks) {
    if (isBlank(block)) continue;
    if (block.kind === 'heading' && block.text.length <= MAX_HEADING_CHARACTERS) {
      const parents = open.filter((heading) => heading.level < block.level);
      if (bare !== null && parents.length < open.length) yield* bareHeading(open);
      open = [...parents, { level: block.level, text: block.text }];
      path = open.map((heading) => heading.text);
      bare = block;
      continue;
    }
    bare = null;
    yield* piecesOfBlock(block, path);
  }
  if (bare !== null) yield* bareHeading(open);
}

function isBlank(block: Block): boolean {
  if (block.kind !== 'table') return block.text.trim() === '';
  return (block.header ?? '').trim() === '' && block.rows.every((row) => row.trim() === '');
}

/** Makes content of a heading with nothing below it, which would be lost. */
function* bareHeading(open: readonly OpenHeading[]): Generator<Piece> {
  const path = open.map((heading) => heading.text);
  yield* piecesOfBlock({ kind: 'paragraph', text: path.at(-1) ?? '' }, path.slice(0, -1));
}

function* piecesOfBlock(block: Block, headings: readonly string[]): Generator<Piece> {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      yield* proseOf(block.text, block, headings);
      return;
    case 'list-item':
      yield* proseOf(listItemText(block), block, headings);
      return;
    case 'table':
      yield* tableRows(block, headings);
      return;
    case 'code':
      for (const line of linesOf(block.text)) yield* proseOf(line, block, headings);
      return;
    default:
      block satisfies never;
  }
}

/** Indents further lines, since an unindented one ends the list. */
function listItemText({ depth, marker, text }: Block & { kind: 'list-item' }): string {
  const indent = '  '.repeat(Math.min(depth, 8));
  return `${indent}${marker} ${text.replaceAll('\n', `\n${indent}  `)}`;
}

/** A longer header is written once: repeated, it would leave no room for rows. */
const MAX_HEADER_TOKENS = 160;

function* tableRows(table: Block & { kind: 'table' }, headings: readonly string[]): Generator<Piece> {
  const header = table.header ?? '';
  const once = table.rows.length === 0 || estimateTokens(header) > MAX_HEADER_TOKENS;
  const block = once ? { ...table, header: null } : table;
  if (once) yield* proseOf(header, block, headings);
  for (const row of block.rows) yield* proseOf(tableLine(row), block, headings);
}

const EMPTY_EDGE = /^\s*\||\|\s*$/;

/** Adds outer bars beside empty outer cells, so that trimming loses no column. */
export function tableLine(row: string): string {
  if (!EMPTY_EDGE.test(row)) return row;
  const cells = row.split(' | ').map((cell) => (cell === '' ? '' : ` ${cell}`));
  return `|${cells.join(' |')} |`;
}

/** Rows, list items and lines of code up to this size are one piece. */
const MAX_WHOLE_TOKENS = 160;
/** Longer text exceeds MAX_WHOLE_TOKENS without an estimate. */
const MAX_WHOLE_CHARACTERS = 1_600;

function* proseOf(text: string, block: Block, headings: readonly string[]): Generator<Piece> {
  if (block.kind !== 'paragraph' && block.kind !== 'heading' && text.length <= MAX_WHOLE_CHARACTERS) {
    const tokens = Math.max(estimateTokens(text), leastTokens(text.length));
    if (tokens <= MAX_WHOLE_TOKENS) {
      yield { text, tokens, block, headings, continues: false };
      return;
    }
  }
  let continues = false;
  for (const sentence of sentencesOf(text)) {
    yield { ...sentence, block, headings, continues };
    continues = true;
  }
}

function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start <= text.length) {
    const end = text.indexOf('\n', start);
    if (end < 0) {
      yield text.slice(start);
      return;
    }
    yield text.slice(start, end);
    start = end + 1;
  }
}

export const sameSection = (one: Piece, other: Piece): boolean =>
  one.headings === other.headings ||
  (one.headings.length === other.headings.length &&
    one.headings.every((heading, index) => heading === other.headings[index]));
