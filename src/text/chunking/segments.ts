import { type Piece, sameSection } from './pieces.ts';

/** From here on chunks of 400 to 495 tokens can fill any length. */
const MIN_TOKENS = 1_500;
/** A longer segment is cut at the next candidate boundary. */
const MAX_TOKENS = 6_000;

/** Boundary between two pieces. */
interface Place {
  /** Index of the piece after it in the document. */
  readonly index: number;
  /** Tokens before it in the document. */
  readonly at: number;
  /** Lower is better. Depends only on the text around it. */
  readonly rank: number;
}

/**
 * Content-defined chunking: cuts at the section, block or sentence of the lowest hash within MIN_TOKENS, so that an edit moves only the cuts
 * near it.
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
    // At least 1, or pieces without words would all be one segment.
    at += Math.max(1, piece.tokens);
    index += 1;
    last = piece;
  }
  if (waiting.length > 0) yield waiting;
}

/** Monotonic queue of boundaries that may still be the lowest around. */
class RisingPlaces {
  readonly #places: Place[] = [];
  /** Position of the last local minimum; the document's beginning counts as one. */
  #passedAt = 0;

  add(place: Place): void {
    while ((this.#places.at(-1)?.rank ?? -1) > place.rank) this.#places.pop();
    this.#places.push(place);
  }

  /** Boundaries with nothing lower within MIN_TOKENS after them; `best` with nothing lower before them either. */
  *passedBy(at: number): Generator<{ readonly place: Place; readonly best: boolean }> {
    for (let place = this.#places[0]; place !== undefined && at - place.at >= MIN_TOKENS; place = this.#places[0]) {
      this.#places.shift();
      // Boundaries between the two ranked higher, or they would still be queued.
      const best = place.at - this.#passedAt >= MIN_TOKENS;
      this.#passedAt = place.at;
      yield { place, best };
    }
  }
}

const HASHES = 2 ** 32;

/** Sections before blocks before the rest; the text's hash decides among equals. */
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
