/** Finds the widths at which an editor wrapped paragraphs: it breaks a line where the next word does not fit. */

/** Two breaks at the same width are no coincidence. */
const MIN_LINES = 3;
/** Shorter lines end the paragraph, longer ones are not wrapped. */
const MIN_WIDTH = 60;
const MAX_WIDTH = 160;
/** Lines may miss the width by so many characters: some editors balance the lines of a paragraph. */
const SLACK = 6;
const SENTENCE_END = /[.!?:…]["'”’»)\]]{0,3}$/;

export class WrapWidths {
  readonly #widths = new Set<number>();
  #lines = 0;
  #last = '';
  #longest = 0;
  /** The shortest line together with the word that did not fit. */
  #bound = Number.POSITIVE_INFINITY;
  #breaksSentences = false;

  /** Must get the lines in order. */
  add(line: string): void {
    const isNext = this.#last.length >= MIN_WIDTH && this.#last.length <= MAX_WIDTH && line.trim() !== '';
    if (isNext) {
      this.#bound = Math.min(this.#bound, lengthWithWord(this.#last, line));
      this.#breaksSentences ||= !SENTENCE_END.test(this.#last);
    } else this.endParagraph();
    this.#lines += 1;
    this.#last = line.trimEnd();
    this.#longest = Math.max(this.#longest, this.#last.length);
  }

  endParagraph(): void {
    const isWrapped = this.#lines >= MIN_LINES && this.#longest < this.#bound + SLACK && this.#breaksSentences;
    if (isWrapped && this.#longest <= MAX_WIDTH) this.#widths.add(this.#longest);
    this.#lines = 0;
    this.#last = '';
    this.#longest = 0;
    this.#bound = Number.POSITIVE_INFINITY;
    this.#breaksSentences = false;
  }

  /** True when the first word below did not fit above. */
  isBreak(above: string, below: string): boolean {
    const { length } = above.trimEnd();
    const withWord = lengthWithWord(above.trimEnd(), below);
    for (const width of this.#widths) if (length <= width + SLACK && withWord > width - SLACK) return true;
    return false;
  }
}

/** A word as long as a line fits into none. */
export const lengthWithWord = (above: string, below: string): number =>
  above.length + 1 + (/\S+/.exec(below.trimStart().slice(0, MAX_WIDTH))?.[0].length ?? 0);
