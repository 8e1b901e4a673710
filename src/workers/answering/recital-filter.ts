/**
 * Stops an answer that recites what the model was told: our rules, or the owner's instructions. A model is asked not to; one that a
 * visitor or a page talked into it is cut off after a few words. What the passages say as well is no secret. What a model translates,
 * encodes or tells in its own words cannot be known for what it is.
 */
import type { StreamFilter } from './stream-rewriter.ts';
import { WordReader, wordNumbers } from './word-numbers.ts';

export interface ToldText {
  readonly text: string;
  /** So many words of it in a row are a recital; all of it when it is shorter. */
  readonly recitedWords: number;
}

/** A shorter text says nothing that could not be said by chance. */
const FEWEST_WORDS = 4;
/** From so many words in a row on, nothing is shown before it is known how they go on. */
const HELD_FROM = 2;

/** Texts ready to be compared with, for one that is told again and again. */
export class ToldWords {
  /** By word, its places in all texts together. */
  readonly #places = new Map<number, number[]>();
  /** By place: words in a row up to it that are a recital. */
  readonly #limits: number[] = [];

  constructor(texts: readonly ToldText[]) {
    for (const { text, recitedWords } of texts) {
      const words = wordNumbers(text);
      if (words.length < FEWEST_WORDS) continue;
      const limit = Math.min(recitedWords, words.length);
      for (const word of words) {
        const known = this.#places.get(word);
        if (known === undefined) this.#places.set(word, [this.#limits.length]);
        else known.push(this.#limits.length);
        this.#limits.push(limit);
      }
      // A place that no word has: no run goes on from one text into the next.
      this.#limits.push(Number.POSITIVE_INFINITY);
    }
  }

  /** By place, how many words up to it have been said in a row, given the same before this word. */
  after(word: number, before: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
    const runs = new Map<number, number>();
    for (const place of this.#places.get(word) ?? []) runs.set(place, (before.get(place - 1) ?? 0) + 1);
    return runs;
  }

  /** Words of the longest run that is a recital; 0 when none is. */
  recited(runs: ReadonlyMap<number, number>): number {
    let longest = 0;
    for (const [place, words] of runs) {
      if (words >= (this.#limits[place] ?? Number.POSITIVE_INFINITY)) longest = Math.max(longest, words);
    }
    return longest;
  }
}

/**
 * @param openTexts what may be said word by word, secret or not
 * @param onRecital called once; from then on nothing passes
 */
export function recitalFilter(told: ToldWords, openTexts: readonly string[], onRecital: () => void): StreamFilter {
  const reader = new WordReader();
  let runs: ReadonlyMap<number, number> = new Map();
  /** Words of the longest run, and the numbers of them and of some words before. */
  let longest = 0;
  let said: number[] = [];
  /** Held back: each word with what stands before it, then what follows the last. */
  let held: string[] = [];
  let tail = '';
  let stopped = false;
  let open: string | null = null;

  const isOpen = (words: readonly number[]) => {
    open ??= `,${openTexts.flatMap((text) => [...wordNumbers(text), '']).join(',')},`;
    return open.includes(`,${words.join(',')},`);
  };

  const hear = (word: number): string => {
    runs = told.after(word, runs);
    longest = Math.max(0, ...runs.values());
    said = longest === 0 ? [] : [...said, word].slice(-longest);
    held.push(tail);
    tail = '';
    const recited = told.recited(runs);
    if (recited > 0 && !isOpen(said.slice(-recited))) {
      stopped = true;
      onRecital();
      return '';
    }
    const free = longest < HELD_FROM ? held.length : Math.max(0, held.length - longest);
    const shown = held.slice(0, free).join('');
    held = held.slice(free);
    return shown;
  };

  const rest = (): string => {
    const shown = held.join('') + tail;
    held = [];
    tail = '';
    return shown;
  };

  const pushed = (piece: string): string => {
    let shown = '';
    const lower = piece.toLowerCase();
    const folded = lower.length === piece.length ? lower : piece;
    for (let at = 0; at < piece.length && !stopped; at += 1) {
      const code = folded.charCodeAt(at);
      const ended = reader.endBefore(code);
      if (ended !== null) shown += hear(ended);
      tail += piece.charAt(at);
      const alone = reader.take(code);
      if (alone !== null) shown += hear(alone);
    }
    return longest < HELD_FROM && !stopped ? shown + rest() : shown;
  };

  return {
    push: (piece) => (stopped ? '' : pushed(piece)),
    end: () => {
      const last = stopped ? null : reader.end();
      const shown = last === null ? '' : hear(last);
      return stopped ? shown : shown + rest();
    },
  };
}
