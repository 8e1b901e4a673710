import { createHash } from 'node:crypto';
import type { ReadDocument } from '../document.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { commonHeadings, renderPieces } from './render.ts';
import { estimateTokens } from './token-estimate.ts';

/** A passage of a document, of a size that is worth searching and quoting. */
export interface Chunk {
  /** Place within its document, from 0. */
  readonly ordinal: number;
  readonly title: string;
  /** Of the document, or of the place in it where the chunk begins. */
  readonly url: string | null;
  /** Headings that all of it stands under, outermost first. */
  readonly headings: readonly string[];
  readonly text: string;
  /** Lower-case hex SHA-256 of title, headings and text: the same content has the same hash in every run. */
  readonly hash: string;
}

/** Estimated tokens. */
const MAX_TOKENS = 495;
/** From here on a chunk ends where a paragraph, list or table ends, when what follows would not fit whole. */
const GOOD_TOKENS = 400;
/** From here on a chunk ends where a section ends. */
const SECTION_TOKENS = 250;
const OVERLAP_TOKENS = 80;
const OVERLAP_SENTENCES = 2;

/** All chunks of the document. Deterministic, and linear in its length. */
export function chunkDocument(document: ReadDocument): readonly Chunk[] {
  return [...chunksOf(document)];
}

/** The same chunks, made one at a time: whoever chunks a huge document on the main thread can let others run in between. */
export function* chunksOf(document: ReadDocument): Generator<Chunk> {
  let ordinal = 0;
  for (const pieces of groupsOf(piecesOf(document))) {
    const headings = commonHeadings(pieces);
    const text = renderPieces(pieces, headings);
    if (text === '') continue;
    const hash = createHash('sha256')
      .update(JSON.stringify([document.title, headings, text]))
      .digest('hex');
    yield { ordinal, title: document.title, url: urlOf(pieces) ?? document.url, headings, text, hash };
    ordinal += 1;
  }
}

/** Where the chunk begins, if its first block has an address of its own. */
function urlOf([first]: readonly Piece[]): string | undefined {
  return first?.block.kind === 'paragraph' ? first.block.url : undefined;
}

function* groupsOf(pieces: Iterable<Piece>): Generator<readonly Piece[]> {
  let group: Piece[] = [];
  let tokens = 0;
  for (const piece of pieces) {
    const cost = costOf(piece, group.at(-1));
    if (group.length > 0 && endsBefore(piece, cost, group, tokens)) {
      yield group;
      const overlap = overlapOf(group, piece);
      group = [...overlap];
      tokens = overlap.reduce((sum, repeated) => sum + repeated.tokens, 0);
      tokens += costOf(piece, group.at(-1));
    } else {
      tokens += cost;
    }
    group.push(piece);
  }
  if (group.length > 0) yield group;
}

/** What taking the piece adds to the chunk, its table's header or its new heading included. */
function costOf(piece: Piece, last: Piece | undefined): number {
  const opensTable = piece.block.kind === 'table' && piece.block !== last?.block;
  const header = opensTable && piece.block.kind === 'table' ? estimateTokens(piece.block.header ?? '') : 0;
  const opensSection = last !== undefined && last.headings !== piece.headings && !samePath(last, piece);
  const heading = opensSection ? estimateTokens(piece.headings.at(-1) ?? '') : 0;
  return piece.tokens + header + heading;
}

function endsBefore(piece: Piece, cost: number, group: readonly Piece[], tokens: number): boolean {
  if (tokens + cost > MAX_TOKENS) return true;
  const last = group.at(-1);
  if (last === undefined) return false;
  if (!samePath(last, piece)) return tokens >= SECTION_TOKENS;
  return (
    tokens >= GOOD_TOKENS && !piece.continues && last.block !== piece.block && tokens + lengthOf(piece) > MAX_TOKENS
  );
}

/** A cheap lower bound of what the whole block of the piece would take. */
function lengthOf(piece: Piece): number {
  return piece.block.kind === 'table' || piece.block.kind === 'code'
    ? piece.tokens
    : Math.max(piece.tokens, piece.block.text.length / 5);
}

const samePath = (one: Piece, other: Piece) =>
  one.headings === other.headings ||
  (one.headings.length === other.headings.length &&
    one.headings.every((heading, index) => heading === other.headings[index]));

/**
 * The last sentences of a chunk open the next one of the same section, so that what refers back is understood. Tables and code
 * overlap nothing: their header, or nothing, is what gives them meaning.
 */
function overlapOf(group: readonly Piece[], next: Piece): readonly Piece[] {
  const overlap: Piece[] = [];
  let tokens = 0;
  for (const piece of group.toReversed()) {
    const prose = piece.block.kind === 'paragraph' || piece.block.kind === 'list-item';
    tokens += piece.tokens;
    if (!prose || !samePath(piece, next) || tokens > OVERLAP_TOKENS || overlap.length >= OVERLAP_SENTENCES) break;
    overlap.unshift(piece);
  }
  // A chunk that was nothing but its overlap would be said over and over.
  return overlap.length === group.length ? [] : overlap;
}
