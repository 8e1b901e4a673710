/**
 * Posting list of a word in a segment, LEB128-encoded: the number of passages, then `2 * gap + flag` per passage, ascending.
 * The gap is the distance from the passage before. With flag 1, the word occurs more than once and its count follows. About one
 * and a half bytes per passage.
 */

export class PostingList {
  #length = 0;
  /** Places of the last encoded passage and of the pending one. */
  #previous = 0;
  #place = 0;
  #occurrences = 0;
  readonly #bytes: number[] = [];

  /** Occurrences at the same place are summed. @param place ascending, below 2 ** 30 @param occurrences at least 1 */
  add(place: number, occurrences: number): void {
    if (place !== this.#place) this.#close();
    this.#place = place;
    this.#occurrences += occurrences;
  }

  /** Must be the last call: occurrences cannot be added afterwards. */
  packed(): Uint8Array {
    this.#close();
    const head: number[] = [];
    pushNumber(head, this.#length);
    const packed = new Uint8Array(head.length + this.#bytes.length);
    packed.set(head);
    packed.set(this.#bytes, head.length);
    return packed;
  }

  #close(): void {
    const occurrences = this.#occurrences;
    if (occurrences === 0) return;
    pushNumber(this.#bytes, (this.#place - this.#previous) * 2 + (occurrences > 1 ? 1 : 0));
    if (occurrences > 1) pushNumber(this.#bytes, occurrences);
    this.#previous = this.#place;
    this.#occurrences = 0;
    this.#length += 1;
  }
}

function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
}

class NumberReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get atEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  next(): number {
    let byte = this.#bytes[this.#offset] ?? 0;
    this.#offset += 1;
    let value = byte & 0x7f;
    let shift = 7;
    while (byte >= 0x80) {
      byte = this.#bytes[this.#offset] ?? 0;
      this.#offset += 1;
      value |= (byte & 0x7f) << shift;
      shift += 7;
    }
    return value >>> 0;
  }
}

/** Document frequency. */
export function lengthOf(entries: Uint8Array): number {
  return new NumberReader(entries).next();
}

/** Takes a callback instead of returning objects: a search reads hundreds of thousands of postings. */
export function forEachPosting(entries: Uint8Array, visit: (place: number, occurrences: number) => void): void {
  const numbers = new NumberReader(entries);
  numbers.next();
  let place = 0;
  while (!numbers.atEnd) {
    const step = numbers.next();
    place += step >>> 1;
    visit(place, (step & 1) === 0 ? 1 : numbers.next());
  }
}

/** @param lists each with the place of its first passage, ascending */
export function joinedPostings(lists: readonly { readonly start: number; readonly entries: Uint8Array }[]): Uint8Array {
  const joined = new PostingList();
  for (const { start, entries } of lists) {
    forEachPosting(entries, (place, occurrences) => joined.add(start + place, occurrences));
  }
  return joined.packed();
}

/** Offset behind the number of passages. */
function firstPostingAt(entries: Uint8Array): number {
  let offset = 0;
  while ((entries[offset] ?? 0) >= 0x80) offset += 1;
  return offset + 1;
}

/** Columns indexed by place. */
export interface Bm25Places {
  readonly scores: Float64Array;
  /** Length normalization. */
  readonly lengthNorms: Float64Array;
}

/**
 * Repeats the loop of `forEachPosting`, because a call per posting would cost more than the arithmetic.
 * @param weight query weight * idf * (k1 + 1)
 */
export function addBm25Scores(entries: Uint8Array, weight: number, { scores, lengthNorms }: Bm25Places): void {
  const end = entries.length;
  let offset = firstPostingAt(entries);
  let place = 0;
  while (offset < end) {
    let byte = entries[offset++] ?? 0;
    let step = byte & 0x7f;
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = entries[offset++] ?? 0;
      step |= (byte & 0x7f) << shift;
    }
    place += step >>> 1;
    let occurrences = 1;
    if ((step & 1) === 1) {
      byte = entries[offset++] ?? 0;
      occurrences = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = entries[offset++] ?? 0;
        occurrences |= (byte & 0x7f) << shift;
      }
    }
    scores[place] = (scores[place] ?? 0) + (weight * occurrences) / (occurrences + (lengthNorms[place] ?? 0));
  }
}
