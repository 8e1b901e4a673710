/**
 * A list of the passages that have a word, packed: for each, in rising order of key, three LEB128 numbers: how far its key is from the
 * one before, how often it has the word, how many words it has in all. About five bytes a passage.
 */

export interface Posting {
  readonly passageKey: number;
  readonly occurrences: number;
  /** Words in the whole passage: BM25 needs it beside the occurrences. */
  readonly passageWords: number;
}

/** @param postings in rising order of key; keys are safe integers, the rest below 2^31 */
export function packPostings(postings: readonly Posting[]): Uint8Array {
  const bytes: number[] = [];
  let previous = 0;
  for (const { passageKey, occurrences, passageWords } of postings) {
    pushNumber(bytes, passageKey - previous);
    pushNumber(bytes, occurrences);
    pushNumber(bytes, passageWords);
    previous = passageKey;
  }
  return Uint8Array.from(bytes);
}

function pushNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
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

export function unpackPostings(entries: Uint8Array): Posting[] {
  const postings: Posting[] = [];
  forEachPosting(entries, (passageKey, occurrences, passageWords) => {
    postings.push({ passageKey, occurrences, passageWords });
  });
  return postings;
}
