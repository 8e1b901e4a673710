/**
 * A list of the passages that have a word, packed: for each, in rising order of key, three LEB128 numbers: how far its key is from the
 * one before, how often it has the word, how many words it has in all. About five bytes a passage.
 */

/** Packs one list as its passages come. */
export class PostingList {
  /** Key of the first passage. */
  readonly first: number;
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
    this.#push(passageKey - this.#previous);
    this.#push(occurrences);
    this.#push(passageWords);
    this.#previous = passageKey;
  }

  packed(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }

  #push(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes.push((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes.push(rest);
  }
}

/** Calls back for each posting instead of making objects: a search reads tens of thousands. */
export function forEachPosting(
  entries: Uint8Array,
  visit: (passageKey: number, occurrences: number, passageWords: number) => void,
): void {
  let offset = 0;
  let passageKey = 0;

  function next(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = entries[offset] ?? 0;
      offset += 1;
      if (byte < 0x80) return value + byte * scale;
      value += (byte - 0x80) * scale;
      scale *= 0x80;
    }
  }

  while (offset < entries.length) {
    passageKey += next();
    visit(passageKey, next(), next());
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
