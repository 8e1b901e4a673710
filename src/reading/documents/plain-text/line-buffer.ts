/** Splits and joins lines without holding millions of them in an array. */

const LINE_BREAK = /\r\n?|\n|\f|\u2028|\u2029/g;
/** Lines held before they are joined into one string. */
const MAX_PENDING_LINES = 4_096;

/** Drops line terminators. */
export function* splitLines(text: string): Generator<string> {
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(LINE_BREAK)) {
    yield text.slice(start, index);
    start = index + mark.length;
  }
  yield text.slice(start);
}

/** Needs memory for characters only, whatever the number of lines. */
export class LineBuffer {
  readonly #separator: (before: string, line: string) => string;
  readonly #whole: string[] = [];
  #apart: string[] = [];
  #last: string | null = null;

  /** @param separator gives the text between two lines */
  constructor(separator: (before: string, line: string) => string) {
    this.#separator = separator;
  }

  get isEmpty(): boolean {
    return this.#last === null;
  }

  add(line: string): void {
    this.#apart.push(this.#last === null ? line : this.#separator(this.#last, line) + line);
    this.#last = line;
    if (this.#apart.length < MAX_PENDING_LINES) return;
    this.#whole.push(this.#apart.join(''));
    this.#apart = [];
  }

  toString(): string {
    return this.#whole.join('') + this.#apart.join('');
  }
}
