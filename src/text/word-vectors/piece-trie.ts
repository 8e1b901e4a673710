/**
 * Two tries of a vocabulary: pieces that begin a word, and those within one (`##`). Cutting makes no strings: with a `Map`, unknown words
 * took most of the time of indexing a text.
 */

const WITHIN = '##';
const BEGINS = 0;
const CONTINUES = 1;
const NONE = -1;
/** English pieces need some two nodes each, and at most half of the slots are taken, since growing would take half of the time. */
const SLOTS_A_PIECE = 4;
const MIN_SLOTS = 1_024;
/** A step takes some milliseconds while the code is cold. */
const PIECES_A_STEP = 1_000;

export class PieceTrie {
  /** Open addressing with linear probing: a node and a letter, as a UTF-16 unit, lead to the next node. */
  #from: Int32Array;
  #letter: Uint16Array;
  #to: Int32Array;
  #placeAt: Int32Array;
  #nodes = 2;

  private constructor(slots: number) {
    this.#from = new Int32Array(slots).fill(NONE);
    this.#letter = new Uint16Array(slots);
    this.#to = new Int32Array(slots);
    this.#placeAt = new Int32Array(slots / 2).fill(NONE);
  }

  /**
   * Pauses after each step.
   * @param pieces in the order of their places
   */
  static *inSteps(pieces: readonly string[]): Generator<void, PieceTrie, void> {
    const slots = Math.max(MIN_SLOTS, 2 ** Math.ceil(Math.log2(SLOTS_A_PIECE * pieces.length + 1)));
    const trie = new PieceTrie(slots);
    for (const [place, piece] of pieces.entries()) {
      trie.#add(piece, place);
      if (place % PIECES_A_STEP === 0) yield;
    }
    return trie;
  }

  /** Places of the longest pieces, from the left; empty when some part is no piece. Linear for pieces of bounded length. */
  cut(word: string): readonly number[] {
    const places: number[] = [];
    for (let start = 0; start < word.length; ) {
      let node: number = start === 0 ? BEGINS : CONTINUES;
      let place = NONE;
      let end = start;
      for (let at = start; at < word.length; at += 1) {
        node = this.#to[this.#slotOf(node, word.charCodeAt(at))] ?? 0;
        if (node === 0) break;
        const found = this.#placeAt[node] ?? NONE;
        if (found === NONE) continue;
        place = found;
        end = at + 1;
      }
      if (place === NONE) return [];
      places.push(place);
      start = end;
    }
    return places;
  }

  #add(piece: string, place: number): void {
    const isWithin = piece.startsWith(WITHIN);
    let node = isWithin ? CONTINUES : BEGINS;
    for (let at = isWithin ? WITHIN.length : 0; at < piece.length; at += 1) {
      node = this.#addNode(node, piece.charCodeAt(at));
    }
    this.#placeAt[node] = place;
  }

  #addNode(node: number, letter: number): number {
    const slot = this.#slotOf(node, letter);
    if (this.#from[slot] === node) return this.#to[slot] ?? 0;
    const added = this.#nodes;
    this.#nodes += 1;
    this.#from[slot] = node;
    this.#letter[slot] = letter;
    this.#to[slot] = added;
    if (2 * this.#nodes > this.#from.length) this.#grow();
    return added;
  }

  /** The slot of the node and letter, or the free one for them. */
  #slotOf(node: number, letter: number): number {
    const mask = this.#from.length - 1;
    const hash = Math.imul(Math.imul(node, 0x9e3779b1) ^ letter, 0x85ebca6b);
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const from = this.#from[slot];
      if (from === NONE || (from === node && this.#letter[slot] === letter)) return slot;
    }
  }

  #grow(): void {
    const [from, letter, to, placeAt] = [this.#from, this.#letter, this.#to, this.#placeAt];
    this.#from = new Int32Array(2 * from.length).fill(NONE);
    this.#letter = new Uint16Array(2 * from.length);
    this.#to = new Int32Array(2 * from.length);
    this.#placeAt = new Int32Array(from.length).fill(NONE);
    this.#placeAt.set(placeAt);
    for (const [old, node] of from.entries()) {
      if (node === NONE) continue;
      const slot = this.#slotOf(node, letter[old] ?? 0);
      this.#from[slot] = node;
      this.#letter[slot] = letter[old] ?? 0;
      this.#to[slot] = to[old] ?? 0;
    }
  }
}
