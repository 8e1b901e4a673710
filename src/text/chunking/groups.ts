import { type Piece, sameSection } from './pieces.ts';
import { estimateTokens } from './token-estimate.ts';

/** Estimated tokens, as all sizes here. */
const MAX_TOKENS = 495;
/** From here on a chunk ends with a block before a larger one. */
const BLOCK_END_TOKENS = 400;
/** Size within a long section. */
const TARGET_TOKENS = 450;
/** From here on a chunk ends with a section. */
const SECTION_END_TOKENS = 250;
const MAX_OVERLAP_TOKENS = 80;
const MAX_OVERLAP_SENTENCES = 2;
/** Tokens shared with the previous chunk. */
const TYPICAL_OVERLAP_TOKENS = 45;
/** Sections of at most so many chunks are divided evenly, without a small rest. */
const MAX_EVEN_CHUNKS = 4;

/** @param before the previous chunk, whose end is repeated */
export function* groupsOf(segment: readonly Piece[], before: readonly Piece[]): Generator<readonly Piece[]> {
  const rests = remainingTokens(segment);
  let group: Piece[] = [];
  let tokens = 0;
  let previous = before;
  for (const [index, piece] of segment.entries()) {
    if (group.length > 0 && endsBefore(piece, rests[index] ?? 0, group, tokens)) {
      yield group;
      previous = group;
      group = [];
    }
    if (group.length === 0) {
      group = [...overlapOf(previous, piece)];
      tokens = group.reduce((sum, repeated) => sum + repeated.tokens, 0);
    }
    tokens += costOf(piece, group.at(-1));
    group.push(piece);
  }
  if (group.length > 0) yield group;
}

/** Tokens up to the end of each piece's section. */
function remainingTokens(segment: readonly Piece[]): Float64Array {
  const rests = new Float64Array(segment.length);
  let rest = 0;
  let next: Piece | undefined;
  for (let index = segment.length - 1; index >= 0; index -= 1) {
    const piece = segment[index];
    if (piece === undefined) continue;
    rest = next !== undefined && sameSection(piece, next) ? rest + piece.tokens : piece.tokens;
    rests[index] = rest;
    next = piece;
  }
  return rests;
}

/** Includes the header of its table and its new heading. */
function costOf(piece: Piece, last: Piece | undefined): number {
  const opensTable = piece.block.kind === 'table' && piece.block !== last?.block;
  const header = opensTable && piece.block.kind === 'table' ? estimateTokens(piece.block.header ?? '') : 0;
  const heading = last !== undefined && !sameSection(last, piece) ? estimateTokens(piece.headings.at(-1) ?? '') : 0;
  return piece.tokens + header + heading;
}

function endsBefore(piece: Piece, rest: number, group: readonly Piece[], tokens: number): boolean {
  const last = group.at(-1);
  if (last === undefined) return false;
  if (tokens + costOf(piece, last) > MAX_TOKENS) return true;
  if (!sameSection(last, piece)) return tokens >= SECTION_END_TOKENS;
  if (tokens + rest <= MAX_TOKENS) return false;
  const blockEnds = last.block !== piece.block && !piece.continues;
  if (tokens >= BLOCK_END_TOKENS && blockEnds && tokens + minBlockTokens(piece) > MAX_TOKENS) return true;
  return tokens >= targetTokens(tokens + rest);
}

function targetTokens(total: number): number {
  const chunks = 1 + Math.ceil((total - MAX_TOKENS) / (MAX_TOKENS - TYPICAL_OVERLAP_TOKENS));
  const even = (total + (chunks - 1) * TYPICAL_OVERLAP_TOKENS) / chunks;
  return chunks <= MAX_EVEN_CHUNKS && even >= BLOCK_END_TOKENS ? even : TARGET_TOKENS;
}

/** Cheap lower bound. */
function minBlockTokens(piece: Piece): number {
  return piece.block.kind === 'table' || piece.block.kind === 'code'
    ? piece.tokens
    : Math.max(piece.tokens, piece.block.text.length / 5);
}

/** Overlap: the last sentences of a chunk, without tables or code, open the next one of its section. */
function overlapOf(group: readonly Piece[], next: Piece): readonly Piece[] {
  const overlap: Piece[] = [];
  let tokens = 0;
  for (let index = group.length - 1; index >= 0; index -= 1) {
    const piece = group[index];
    if (piece === undefined) break;
    const prose = piece.block.kind === 'paragraph' || piece.block.kind === 'list-item';
    tokens += piece.tokens;
    if (!prose || !sameSection(piece, next) || tokens > MAX_OVERLAP_TOKENS || overlap.length >= MAX_OVERLAP_SENTENCES)
      break;
    overlap.unshift(piece);
  }
  // A chunk that is all overlap would be repeated for ever.
  return overlap.length === group.length ? [] : overlap;
}
