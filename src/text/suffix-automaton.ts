/** Suffix automaton: tells how many of the last words of another text occur as one run. Linear to build and to read. */

const ROOT = 0;
const NONE = -1;
/** No word: words are 32-bit numbers. */
const SEPARATOR = 2 ** 32;

export class SuffixAutomaton {
  /** Indexed by state: length of its longest run, suffix link, word and target of its first transition. */
  readonly #length: Int32Array;
  readonly #link: Int32Array;
  readonly #word: Float64Array;
  readonly #next: Int32Array;
  /** Further transitions, which few states have. */
  readonly #furtherTransitions = new Map<number, Map<number, number>>();
  #states = 1;

  /** @param texts words as 32-bit numbers; no run spans two texts */
  constructor(texts: readonly (readonly number[])[]) {
    const size = Math.max(2, 2 * texts.reduce((sum, words) => sum + words.length + 1, 0));
    this.#length = new Int32Array(size);
    this.#link = new Int32Array(size).fill(NONE);
    this.#word = new Float64Array(size);
    this.#next = new Int32Array(size).fill(NONE);
    let last = ROOT;
    for (const words of texts) {
      for (const word of words) last = this.#extend(last, word);
      last = this.#extend(last, SEPARATOR);
    }
  }

  /** Readers are independent of each other. */
  reader(): { take(word: number): number } {
    let state = ROOT;
    let run = 0;
    return {
      /** @returns length of the longest run that ends with this word */
      take: (word) => {
        let next = this.#transition(state, word);
        while (next === NONE && state !== ROOT) {
          state = this.#linkOf(state);
          run = this.#lengthOf(state);
          next = this.#transition(state, word);
        }
        if (next === NONE) return 0;
        state = next;
        run += 1;
        return run;
      },
    };
  }

  /** @returns the state of the whole text so far */
  #extend(last: number, word: number): number {
    const whole = this.#addState(this.#lengthOf(last) + 1);
    let state = last;
    while (state !== NONE && this.#transition(state, word) === NONE) {
      this.#setTransition(state, word, whole);
      state = this.#linkOf(state);
    }
    this.#link[whole] = state === NONE ? ROOT : this.#suffixState(state, word);
    return whole;
  }

  /** The state of the run at `state` with `word`; a clone when longer runs share it. */
  #suffixState(state: number, word: number): number {
    const longer = this.#transition(state, word);
    if (this.#lengthOf(longer) === this.#lengthOf(state) + 1) return longer;
    const split = this.#addState(this.#lengthOf(state) + 1);
    this.#word[split] = this.#word[longer] ?? 0;
    this.#next[split] = this.#next[longer] ?? NONE;
    const further = this.#furtherTransitions.get(longer);
    if (further !== undefined) this.#furtherTransitions.set(split, new Map(further));
    this.#link[split] = this.#linkOf(longer);
    this.#link[longer] = split;
    for (let at = state; at !== NONE && this.#transition(at, word) === longer; at = this.#linkOf(at)) {
      this.#setTransition(at, word, split);
    }
    return split;
  }

  #addState(length: number): number {
    const state = this.#states++;
    this.#length[state] = length;
    return state;
  }

  #transition(state: number, word: number): number {
    const first = this.#next[state] ?? NONE;
    if (first === NONE || this.#word[state] === word) return first;
    return this.#furtherTransitions.get(state)?.get(word) ?? NONE;
  }

  #setTransition(state: number, word: number, to: number): void {
    if (this.#next[state] === NONE || this.#word[state] === word) {
      this.#word[state] = word;
      this.#next[state] = to;
      return;
    }
    const further = this.#furtherTransitions.get(state) ?? new Map<number, number>();
    this.#furtherTransitions.set(state, further.set(word, to));
  }

  #linkOf(state: number): number {
    return this.#link[state] ?? NONE;
  }

  #lengthOf(state: number): number {
    return this.#length[state] ?? 0;
  }
}
