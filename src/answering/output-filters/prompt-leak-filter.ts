/**
 * Prompt-leak filter: stops an answer after a few words of protected text that the passages lack. It cannot recognise translations and
 * paraphrases.
 */
import { SuffixAutomaton } from '../../text/suffix-automaton.ts';
import type { StreamFilter } from './stream-rewriter.ts';
import { WordReader, wordHashes } from './word-hashes.ts';

export interface ProtectedPassage {
  readonly text: string;
  /** Consecutive words that are a leak, at most all of the text. */
  readonly leakWords: number;
}

/** Shorter texts can occur by chance. */
const MIN_WORDS = 4;
/** Shortest protected run for which output is held. */
const MIN_HELD_RUN = 2;
/** Slack, so that trimming is rare. */
const RECENT_WORDS_SLACK = 64;

export class ProtectedText {
  readonly #texts: readonly { readonly automaton: SuffixAutomaton; readonly limit: number }[];

  constructor(texts: readonly ProtectedPassage[]) {
    this.#texts = texts.flatMap(({ text, leakWords }) => {
      const words = wordHashes(text);
      if (words.length < MIN_WORDS) return [];
      return [{ automaton: new SuffixAutomaton([words]), limit: Math.min(leakWords, words.length) }];
    });
  }

  /** Returns the lengths of the longest run and leak (0 for none) that end with a word. */
  reader(): (word: number) => { readonly longest: number; readonly leaked: number } {
    const readers = this.#texts.map(({ automaton, limit }) => ({ reader: automaton.reader(), limit }));
    return (word) => {
      let longest = 0;
      let leaked = 0;
      for (const { reader, limit } of readers) {
        const run = reader.take(word);
        longest = Math.max(longest, run);
        if (run >= limit) leaked = Math.max(leaked, run);
      }
      return { longest, leaked };
    };
  }
}

/**
 * @param allowedTexts texts that an answer may repeat
 * @param onLeak called once with the words that were held back; nothing passes after it
 */
export function promptLeakFilter(
  protectedText: ProtectedText,
  allowedTexts: readonly string[],
  onLeak: (withheld: string) => void,
): StreamFilter {
  return new PromptLeakFilter(protectedText, new AllowedText(allowedTexts), onLeak);
}

class PromptLeakFilter implements StreamFilter {
  readonly #compare: (word: number) => { readonly longest: number; readonly leaked: number };
  readonly #allowed: AllowedText;
  readonly #onLeak: (withheld: string) => void;
  readonly #reader = new WordReader();
  /** Longest protected run that ends with the newest word. */
  #longest = 0;
  /** Words with the text before them. */
  readonly #held: string[] = [];
  #tail = '';
  #stopped = false;

  constructor(protectedText: ProtectedText, allowed: AllowedText, onLeak: (withheld: string) => void) {
    this.#compare = protectedText.reader();
    this.#allowed = allowed;
    this.#onLeak = onLeak;
  }

  push(piece: string): string {
    if (this.#stopped) return '';
    const output = this.#readWords(piece);
    return this.#longest < MIN_HELD_RUN && !this.#stopped ? output + this.#flush() : output;
  }

  end(): string {
    if (this.#stopped) return '';
    const last = this.#reader.end();
    const output = last === null ? '' : this.#readWord(last);
    return this.#stopped ? output : output + this.#flush();
  }

  /** Returns the text that can be sent. Text after the last word stays in the tail. */
  #readWords(piece: string): string {
    const lower = piece.toLowerCase();
    const folded = lower.length === piece.length ? lower : piece;
    let output = '';
    let from = 0;
    for (let at = 0; at < piece.length && !this.#stopped; at += 1) {
      const code = folded.charCodeAt(at);
      const ended = this.#reader.endBefore(code);
      if (ended !== null) {
        this.#tail += piece.slice(from, at);
        from = at;
        output += this.#readWord(ended);
        if (this.#stopped) break;
      }
      const alone = this.#reader.take(code);
      if (alone !== null) {
        this.#tail += piece.slice(from, at + 1);
        from = at + 1;
        output += this.#readWord(alone);
      }
    }
    if (!this.#stopped) this.#tail += piece.slice(from);
    return output;
  }

  #readWord(word: number): string {
    const { longest, leaked } = this.#compare(word);
    this.#longest = longest;
    this.#held.push(this.#tail);
    this.#tail = '';
    if (!this.#allowed.allows(word, longest, leaked)) {
      this.#stopped = true;
      this.#onLeak(this.#held.join(''));
      return '';
    }
    const free = longest < MIN_HELD_RUN ? this.#held.length : Math.max(0, this.#held.length - longest);
    return this.#held.splice(0, free).join('');
  }

  #flush(): string {
    const output = this.#held.splice(0).join('') + this.#tail;
    this.#tail = '';
    return output;
  }
}

/** Texts that an answer may repeat. */
class AllowedText {
  readonly #texts: readonly string[];
  /** Created at the first leak, since most answers have none. */
  #reader: { take(word: number): number } | null = null;
  /** Words that a leak can begin with, until there is a reader. */
  #recentWords: number[] = [];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /**
   * Reads the next word. False when it ends a leak that no allowed text holds.
   * @param longest words of the longest protected run that ends with it
   * @param leaked words of the leak, 0 for none
   */
  allows(word: number, longest: number, leaked: number): boolean {
    if (this.#reader !== null) return this.#reader.take(word) >= leaked;
    this.#remember(word, longest);
    if (leaked === 0) return true;
    this.#reader = new SuffixAutomaton(this.#texts.map(wordHashes)).reader();
    let run = 0;
    for (const recent of this.#recentWords.slice(-leaked)) run = this.#reader.take(recent);
    this.#recentWords = [];
    return run >= leaked;
  }

  #remember(word: number, longest: number): void {
    this.#recentWords.push(word);
    if (this.#recentWords.length <= 2 * longest + RECENT_WORDS_SLACK) return;
    this.#recentWords = longest === 0 ? [] : this.#recentWords.slice(-longest);
  }
}
