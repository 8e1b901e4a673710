import type { Piece } from './pieces.ts';
import { sameSection } from './same-section.ts';

/** No segment is shorter, unless the whole document is: from here on chunks of 400 to 495 tokens can fill any length. */
const MIN_TOKENS = 1_500;
/** A segment that would go on for longer is ended without waiting for a good place. */
const MAX_TOKENS = 6_000;

/** A place between two pieces. */
interface Place {
  /** Index of the piece behind it, counted from the beginning of the document. */
  readonly index: number;
  /** Tokens before it, counted from the beginning of the document. */
  readonly at: number;
  /** The lower, the better a place to divide. Depends on nothing but the text around it. */
  readonly rank: number;
}

/**
 * Divides a document at places that its own text determines: where a section, a block or a sentence begins whose text has the lowest
 * hash for MIN_TOKENS around. Wherever something is put in or taken out, the places beyond its neighbourhood stay what they were, and
 * so do the chunks between them. Linear; holds no more than a few segments.
 */
export function* segmentsOf(pieces: Iterable<Piece>): Generator<readonly Piece[]> {
  const candidates = new RisingPlaces();
  let waiting: Piece[] = [];
  let first = { index: 0, at: 0 };
  let at = 0;
  let index = 0;
  let last: Piece | undefined;
  for (const piece of pieces) {
    if (last !== undefined) candidates.add({ index, at, rank: rankOf(piece, last) });
    for (const { place, best } of candidates.passedBy(at)) {
      if (!best && place.at - first.at < MAX_TOKENS) continue;
      yield waiting.slice(0, place.index - first.index);
      waiting = waiting.slice(place.index - first.index);
      first = place;
    }
    waiting.push(piece);
    // The many pieces of a text without words would otherwise be one segment.
    at += Math.max(1, piece.tokens);
    index += 1;
    last = piece;
  }
  if (waiting.length > 0) yield waiting;
}

/** The places that may still turn out to be the lowest around: each ranks higher than the one before it. */
class RisingPlaces {
  readonly #places: Place[] = [];
  /** Where the lowest place that was passed last is; the beginning of the document counts as one. */
  #passedAt = 0;

  add(place: Place): void {
    while ((this.#places.at(-1)?.rank ?? -1) > place.rank) this.#places.pop();
    this.#places.push(place);
  }

  /** Places with nothing lower for MIN_TOKENS behind them; `best` when there is nothing lower before them either. */
  *passedBy(at: number): Generator<{ readonly place: Place; readonly best: boolean }> {
    for (let place = this.#places[0]; place !== undefined && at - place.at >= MIN_TOKENS; place = this.#places[0]) {
      this.#places.shift();
      // What lies between the two was higher than this one: it would be here still.
      const best = place.at - this.#passedAt >= MIN_TOKENS;
      this.#passedAt = place.at;
      yield { place, best };
    }
  }
}

const HASHES = 2 ** 32;

/** Sections before blocks, blocks before what stands within one; the text decides among equals. */
function rankOf(piece: Piece, before: Piece): number {
  const kind = !sameSection(before, piece) ? 0 : piece.block !== before.block ? 1 : 2;
  return kind * HASHES + hashOf(piece.text);
}

/** FNV-1a with a final mix, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
