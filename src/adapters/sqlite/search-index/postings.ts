/**
 * A list of the passages of a segment that have a word, packed in LEB128 numbers: how many passages there are, then for each, in rising
 * order of its place in the segment, how far it is from the one before, doubled, plus one when it has the word more than once; then
 * also how often. About one and a half bytes a passage.
 */

/** Packs one list as its passages come. */
export class PostingList {
  #length = 0;
  /** Of the passage before the one that is being added, and of that one. */
  #previous = 0;
  #place = 0;
  #occurrences = 0;
  readonly #bytes: number[] = [];

  /**
   * What comes again for one place is added up.
   * @param place not lower than the one before, below 2 ** 30
   * @param occurrences at least 1
   */
  add(place: number, occurrences: number): void {
    if (place !== this.#place) this.#close();
    this.#place = place;
    this.#occurrences += occurrences;
  }

  /** Nothing can be added any more. */
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

/** How many passages a list holds. */
export function lengthOf(entries: Uint8Array): number {
  return new NumberReader(entries).next();
}

/** Calls back for each posting instead of making objects: a search reads hundreds of thousands. */
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

/**
 * Adds to each passage of the list what BM25 gives it for the word. `forEachPosting` spelled out for what a search does hundreds of
 * thousands of times, where a call for each costs more than the sum.
 * @param weight of the word, times what repeats can reach
 * @param scores by place
 * @param dampings by place
 */
export function addGains(entries: Uint8Array, weight: number, scores: Float64Array, dampings: Float64Array): void {
  const end = entries.length;
  let offset = 0;
  let place = 0;
  while ((entries[offset] ?? 0) >= 0x80) offset += 1;
  offset += 1;
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
    scores[place] = (scores[place] ?? 0) + (weight * occurrences) / (occurrences + (dampings[place] ?? 0));
  }
}
