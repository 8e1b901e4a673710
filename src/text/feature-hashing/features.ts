import { memoized } from '../analysis/memoize.ts';
import { continueHash, finishHash, NO_TEXT } from './feature-hash.ts';

const EXACT_FORM = '=';
const FORM_MARKS = new Set(['~', '^', EXACT_FORM]);
/** Length hints how specific a word is, without document frequencies. */
const FULL_WEIGHT_LENGTH = 8;
const PAIR_WEIGHT = 0.5;
const TRIGRAM_WEIGHT = 0.2;

interface WordFeatures {
  /** Only of the exact form, which is no feature itself. */
  readonly trigrams: readonly number[];
  /** Feature of any other form. */
  readonly hash: number;
  readonly weight: number;
  /** Hash prefix of pairs that begin with the word. */
  readonly pair: number | null;
}

const featuresOf = memoized((word): WordFeatures => {
  const mark = word.charAt(0);
  const weight = Math.min(word.length, FULL_WEIGHT_LENGTH) / FULL_WEIGHT_LENGTH;
  const pair = FORM_MARKS.has(mark) ? null : continueHash(continueHash(NO_TEXT, word), ' ');
  return {
    trigrams: mark === EXACT_FORM ? trigramsOf(word) : [],
    hash: finishHash(continueHash(NO_TEXT, word)),
    weight,
    pair,
  };
});

function trigramsOf(word: string): number[] {
  const trigrams: number[] = [];
  for (let start = 0; start + 3 <= word.length; start += 1) {
    trigrams.push(finishHash(continueHash(continueHash(NO_TEXT, ' '), word, start, start + 3)));
  }
  return trigrams;
}

export interface FeatureSink {
  add(hash: number, weight: number): void;
}

/**
 * Adds stems, beginnings, pairs of words, and trigrams of exact forms, which keep misspelt words close.
 * @param words as `analyseQuery` gives them
 */
export function addFeatures(words: readonly string[], sink: FeatureSink): void {
  let previousPair: number | null = null;
  for (const word of words) {
    const { trigrams, hash, weight, pair } = featuresOf(word);
    if (word.startsWith(EXACT_FORM)) {
      for (const trigram of trigrams) sink.add(trigram, TRIGRAM_WEIGHT);
      continue;
    }
    sink.add(hash, weight);
    if (pair === null) continue;
    if (previousPair !== null) sink.add(finishHash(continueHash(previousPair, word)), PAIR_WEIGHT);
    previousPair = pair;
  }
}
