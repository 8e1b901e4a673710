/** Headings by larger letters, in documents that name none. */

/** Size as a multiple of the running text's. */
const MIN_LARGER = 1.15;
const MAX_HEADING = 160;
/** Share of all characters that headings may have. */
const MAX_SHARE = 0.3;
const MAX_LEVEL = 6;
const ENDS_SENTENCE = /[.,;。，；][\s"'”’)\]]*$/u;
const LETTERS = /\p{L}{2}/u;
/** Prices, addresses and telephone numbers are no headings. */
const FIGURE = /\p{Sc}|\d{5}|\d[\d\s()/.-]{6,}\d|@/u;

interface Paragraph {
  readonly slot: number;
  /** Half points of its smallest letters; null when unknown. */
  readonly size: number | null;
  readonly characters: number;
  readonly isCandidate: boolean;
}

export class SizedParagraphs {
  readonly #paragraphs: Paragraph[] = [];
  readonly #charactersOfSize = new Map<number, number>();
  #characters = 0;
  #text = '';
  #size: number | null = null;
  #hasHeadings = false;

  /** Adds text of the open paragraph, from `at` to the next tag. @param size half points */
  text(xml: string, at: number, size: number | null): void {
    const next = xml.indexOf('<', at);
    const text = xml.slice(at, next < 0 ? xml.length : next);
    if (text.trim() === '') return;
    if (this.#text.length <= MAX_HEADING) this.#text += text;
    this.#characters += text.length;
    const known = size ?? 0;
    this.#size = Math.min(this.#size ?? known, known);
    this.#charactersOfSize.set(known, (this.#charactersOfSize.get(known) ?? 0) + text.length);
  }

  /** @param isFixed true for an item of a list or a table */
  end(slot: number, { isHeading, isFixed }: { readonly isHeading: boolean; readonly isFixed: boolean }): void {
    const text = this.#text;
    if (text !== '') {
      this.#hasHeadings ||= isHeading;
      const isTitle = text.length <= MAX_HEADING && LETTERS.test(text) && !ENDS_SENTENCE.test(text);
      const isCandidate = isTitle && !isFixed && !FIGURE.test(text);
      this.#paragraphs.push({ slot, size: this.#size, characters: this.#characters, isCandidate });
    }
    [this.#text, this.#characters, this.#size] = ['', 0, null];
  }

  /** Empty where styles name headings, or large text is no exception. */
  headings(): readonly { readonly slot: number; readonly level: number }[] {
    if (this.#hasHeadings) return [];
    const [usual] = [...this.#charactersOfSize].sort(([, one], [, other]) => other - one);
    const least = (usual?.[0] ?? 0) * MIN_LARGER;
    if (least === 0) return [];
    const found = this.#paragraphs.filter(
      ({ size, isCandidate }, at) =>
        isCandidate && (size ?? 0) >= least && (this.#paragraphs[at + 1]?.size ?? size ?? 0) < (size ?? 0),
    );
    const total = [...this.#charactersOfSize.values()].reduce((sum, count) => sum + count, 0);
    if (found.reduce((sum, { characters }) => sum + characters, 0) > MAX_SHARE * total) return [];
    const sizes = [...new Set(found.map(({ size }) => size ?? 0))].sort((one, other) => other - one);
    const levels = new Map(sizes.map((size, at) => [size, Math.min(MAX_LEVEL, at + 1)]));
    return found.map(({ slot, size }) => ({ slot, level: levels.get(size ?? 0) ?? MAX_LEVEL }));
  }
}
