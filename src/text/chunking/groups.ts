import type { Piece } from './pieces.ts';
import { sameSection } from './same-section.ts';
import { estimateTokens } from './token-estimate.ts';

/** Estimated tokens. */
const MAX_TOKENS = 495;
/** From here on a chunk ends where a block ends, when what follows would not fit whole. */
const GOOD_TOKENS = 400;
/** Where a chunk ends that has much more of its section before it. */
const USUAL_TOKENS = 450;
/** From here on a chunk ends where a section ends. */
const SECTION_TOKENS = 250;
const OVERLAP_TOKENS = 80;
const OVERLAP_SENTENCES = 2;
/** What a chunk usually repeats of the one before. */
const USUAL_OVERLAP = 45;
/** So many chunks and fewer are made of one size, so that none is left over. */
const EVEN_CHUNKS = 4;

/** The pieces of one segment as chunks. @param before the chunk before the segment, whose end the first chunk repeats */
export function* groupsOf(segment: readonly Piece[], before: readonly Piece[]): Generator<readonly Piece[]> {
  const rests = restsOf(segment);
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

/** For each piece the tokens from it to the end of its section within the segment. */
function restsOf(segment: readonly Piece[]): Float64Array {
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

/** What taking the piece adds to the chunk, its table's header or its new heading included. */
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
  if (!sameSection(last, piece)) return tokens >= SECTION_TOKENS;
  if (tokens + rest <= MAX_TOKENS) return false;
  const blockEnds = last.block !== piece.block && !piece.continues;
  if (tokens >= GOOD_TOKENS && blockEnds && tokens + lengthOf(piece) > MAX_TOKENS) return true;
  return tokens >= targetOf(tokens + rest);
}

/** How long a chunk is to be when so much of its section is to be divided. */
function targetOf(total: number): number {
  const chunks = 1 + Math.ceil((total - MAX_TOKENS) / (MAX_TOKENS - USUAL_OVERLAP));
  const even = (total + (chunks - 1) * USUAL_OVERLAP) / chunks;
  return chunks <= EVEN_CHUNKS && even >= GOOD_TOKENS ? even : USUAL_TOKENS;
}

/** A cheap lower bound of what the whole block of the piece would take. */
function lengthOf(piece: Piece): number {
  return piece.block.kind === 'table' || piece.block.kind === 'code'
    ? piece.tokens
    : Math.max(piece.tokens, piece.block.text.length / 5);
}

/**
 * The last sentences of a chunk open the next one of the same section, so that what refers back is understood. Tables and code
 * overlap nothing: their header, or nothing, is what gives them meaning.
 */
function overlapOf(group: readonly Piece[], next: Piece): readonly Piece[] {
  const overlap: Piece[] = [];
  let tokens = 0;
  for (let index = group.length - 1; index >= 0; index -= 1) {
    const piece = group[index];
    if (piece === undefined) break;
    const prose = piece.block.kind === 'paragraph' || piece.block.kind === 'list-item';
    tokens += piece.tokens;
    if (!prose || !sameSection(piece, next) || tokens > OVERLAP_TOKENS || overlap.length >= OVERLAP_SENTENCES) break;
    overlap.unshift(piece);
  }
  // A chunk that was nothing but its overlap would be said over and over.
  return overlap.length === group.length ? [] : overlap;
}
