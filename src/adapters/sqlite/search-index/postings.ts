/**
 * A list of the passages that have a word, packed in LEB128 numbers: how many passages there are, then for each, in rising order of
 * key, how far its key is from the one before, how often it has the word, how many words it has in all. About five bytes a passage.
 */

/** Packs one list as its passages come. */
export class PostingList {
  /** Key of the first passage. */
  readonly first: number;
  #length = 0;
  #previous = 0;
  readonly #bytes: number[] = [];

  constructor(first: number) {
    this.first = first;
  }

  /**
   * @param passageKey higher than the one before; a safe integer
   * @param passageWords words in the whole passage: BM25 needs it beside the occurrences
   */
  add(passageKey: number, occurrences: number, passageWords: number): void {
    pushNumber(this.#bytes, passageKey - this.#previous);
    pushNumber(this.#bytes, occurrences);
    pushNumber(this.#bytes, passageWords);
    this.#previous = passageKey;
    this.#length += 1;
  }

  packed(): Uint8Array {
    const head: number[] = [];
    pushNumber(head, this.#length);
    const packed = new Uint8Array(head.length + this.#bytes.length);
    packed.set(head);
    packed.set(this.#bytes, head.length);
    return packed;
  }
}

function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
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
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#offset] ?? 0;
      this.#offset += 1;
      if (byte < 0x80) return value + byte * scale;
      value += (byte - 0x80) * scale;
      scale *= 0x80;
    }
  }
}

/** How many passages a list holds. */
export function lengthOf(entries: Uint8Array): number {
  return new NumberReader(entries).next();
}

/** Calls back for each posting instead of making objects: a search reads tens of thousands. */
export function forEachPosting(
  entries: Uint8Array,
  visit: (passageKey: number, occurrences: number, passageWords: number) => void,
): void {
  const numbers = new NumberReader(entries);
  numbers.next();
  let passageKey = 0;
  while (!numbers.atEnd) {
    passageKey += numbers.next();
    visit(passageKey, numbers.next(), numbers.next());
  }
}

/** The list without one passage; null when nothing is left, the list itself when it was not in it. */
export function withoutPassage(entries: Uint8Array, removed: number): PostingList | Uint8Array | null {
  let rest: PostingList | null = null;
  let found = false;
  forEachPosting(entries, (passageKey, occurrences, passageWords) => {
    if (passageKey === removed) {
      found = true;
      return;
    }
    rest ??= new PostingList(passageKey);
    rest.add(passageKey, occurrences, passageWords);
  });
  return found ? rest : entries;
}
