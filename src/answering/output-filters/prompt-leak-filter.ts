/**
 * Stops an answer that repeats protected text (our rules, the owner's instructions) after a few words. Text that the passages
 * hold too is no secret. Translated or paraphrased prompts cannot be recognised.
 */
import { SuffixAutomaton } from '../../text/suffix-automaton.ts';
import type { StreamFilter } from './stream-rewriter.ts';
import { WordReader, wordHashes } from './word-hashes.ts';

export interface ProtectedPassage {
  readonly text: string;
  /** Consecutive words that are a leak; all words of a shorter text. */
  readonly leakWords: number;
}

/** Shorter texts can occur by chance. */
const MIN_WORDS = 4;
/** Output is held from here until the run ends. */
const MIN_HELD_RUN = 2;
/** Slack, so that trimming is rare. */
const RECENT_WORDS_SLACK = 64;

/** Reusable for many answers. */
export class ProtectedText {
  readonly #texts: readonly { readonly automaton: SuffixAutomaton; readonly limit: number }[];

  constructor(texts: readonly ProtectedPassage[]) {
    this.#texts = texts.flatMap(({ text, leakWords }) => {
      const words = wordHashes(text);
      if (words.length < MIN_WORDS) return [];
      return [{ automaton: new SuffixAutomaton([words]), limit: Math.min(leakWords, words.length) }];
    });
  }

  /** Returns, for each word, the longest run that ends there and the longest leak (0 for none). */
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
  const reader = new WordReader();
  const compare = protectedText.reader();
  let longest = 0;
  let recentWords: number[] = [];
  /** Each word with the text before it, and the text after the last word. */
  const held: string[] = [];
  let tail = '';
  let stopped = false;
  /** Created at the first leak, since most answers have none. */
  let allowedRun: { take(word: number): number } | null = null;

  const isAllowed = (word: number, leaked: number) => {
    if (allowedRun !== null) return allowedRun.take(word) >= leaked;
    if (leaked === 0) return false;
    allowedRun = new SuffixAutomaton(allowedTexts.map(wordHashes)).reader();
    let run = 0;
    for (const earlier of recentWords.slice(-leaked)) run = allowedRun.take(earlier);
    recentWords = [];
    return run >= leaked;
  };

  const readWord = (word: number): string => {
    const runs = compare(word);
    longest = runs.longest;
    if (allowedRun === null) {
      recentWords.push(word);
      if (recentWords.length > 2 * longest + RECENT_WORDS_SLACK)
        recentWords = longest === 0 ? [] : recentWords.slice(-longest);
    }
    held.push(tail);
    tail = '';
    if (!isAllowed(word, runs.leaked) && runs.leaked > 0) {
      stopped = true;
      onLeak(held.join(''));
      return '';
    }
    const free = longest < MIN_HELD_RUN ? held.length : Math.max(0, held.length - longest);
    return held.splice(0, free).join('');
  };

  const flush = (): string => {
    const output = held.splice(0).join('') + tail;
    tail = '';
    return output;
  };

  const pushPiece = (piece: string): string => {
    let output = '';
    const lower = piece.toLowerCase();
    const folded = lower.length === piece.length ? lower : piece;
    let from = 0;
    const readUntil = (to: number) => {
      tail += piece.slice(from, to);
      from = to;
    };
    for (let at = 0; at < piece.length && !stopped; at += 1) {
      const code = folded.charCodeAt(at);
      const ended = reader.endBefore(code);
      if (ended !== null) {
        readUntil(at);
        output += readWord(ended);
      }
      const alone = reader.take(code);
      if (alone !== null) {
        readUntil(at + 1);
        output += readWord(alone);
      }
    }
    if (!stopped) readUntil(piece.length);
    return longest < MIN_HELD_RUN && !stopped ? output + flush() : output;
  };

  return {
    push: (piece) => (stopped ? '' : pushPiece(piece)),
    end: () => {
      const last = stopped ? null : reader.end();
      const output = last === null ? '' : readWord(last);
      return stopped ? output : output + flush();
    },
  };
}
