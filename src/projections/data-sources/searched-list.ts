import { foldedForSearch, searchedWords } from '../../text/word-search.ts';

/** A page of a list whose cursor counts the entries before it. */
export interface SearchedList {
  readonly after: number;
  readonly limit: number;
  /** Only entries with all of these words, or parts of words, in any case and without accents. */
  readonly search?: string | undefined;
}

/** Collects the entries of one page. The caller offers them in order. */
export class SearchedPage<Entry> {
  readonly entries: Entry[] = [];
  /** `null` on the last page. */
  nextAfter: string | null = null;
  readonly #list: SearchedList;
  readonly #words: readonly string[];
  #end: number;

  constructor(list: SearchedList) {
    this.#list = list;
    this.#words = searchedWords(list.search ?? '');
    this.#end = list.after;
  }

  /** True when the page is complete and another entry follows it. */
  get isComplete(): boolean {
    return this.nextAfter !== null;
  }

  /** @param place in the whole list, from 1 @param texts that a search looks at */
  offer(entry: Entry, place: number, ...texts: readonly string[]): void {
    if (this.isComplete || place <= this.#list.after || !this.#matches(texts)) return;
    if (this.entries.length === this.#list.limit) {
      this.nextAfter = String(this.#end);
      return;
    }
    this.entries.push(entry);
    this.#end = place;
  }

  #matches(texts: readonly string[]): boolean {
    if (this.#words.length === 0) return true;
    const folded = foldedForSearch(texts.join('\n'));
    return this.#words.every((word) => folded.includes(word));
  }
}

/** An address as it is and as people read it, without escapes. */
export function addressTexts(url: string): readonly string[] {
  try {
    return [url, decodeURI(url)];
  } catch {
    return [url];
  }
}
