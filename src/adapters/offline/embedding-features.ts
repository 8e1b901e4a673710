/** What a hashed embedding is made of. */
import { analyseQuery } from '../../text/analysis/analyse.ts';
import { remembering } from '../../text/analysis/remembering.ts';
import { finishedHash, hashOn, NO_TEXT } from './feature-hash.ts';

const exactForm = '=';
const marks = new Set(['~', '^', exactForm]);
/** Without counts over a collection, length is the only hint of how telling a word is. */
const fullWeightLength = 8;
const pairWeight = 0.5;
const trigramWeight = 0.2;

/** What a word gives wherever it stands. */
interface WordFeatures {
  /** Of the exact form, which is nothing by itself. */
  readonly trigrams: readonly number[];
  /** Of any other form. */
  readonly hash: number;
  readonly weight: number;
  /** Where the hash of a pair begins that the word is the first of; null for what is in no pair. */
  readonly pair: number | null;
}

const featuresOf = remembering((word): WordFeatures => {
  const mark = word.charAt(0);
  const weight = Math.min(word.length, fullWeightLength) / fullWeightLength;
  const pair = marks.has(mark) ? null : hashOn(hashOn(NO_TEXT, word), ' ');
  return {
    trigrams: mark === exactForm ? trigramsOf(word) : [],
    hash: finishedHash(hashOn(NO_TEXT, word)),
    weight,
    pair,
  };
});

function trigramsOf(word: string): number[] {
  const trigrams: number[] = [];
  for (let start = 0; start + 3 <= word.length; start += 1) {
    trigrams.push(finishedHash(hashOn(hashOn(NO_TEXT, ' '), word, start, start + 3)));
  }
  return trigrams;
}

/** Takes the hash of a feature and its weight; the same feature comes as often as it occurs. */
export interface FeatureTaker {
  add(hash: number, weight: number): void;
}

/**
 * Telling words with their beginnings, pairs of neighbours, and letter triples, so that a misspelt word still comes near. The exact
 * form of a word gives the triples and is no feature by itself.
 */
export function addFeatures(text: string, taker: FeatureTaker): void {
  let before: number | null = null;
  for (const word of analyseQuery(text)) {
    const { trigrams, hash, weight, pair } = featuresOf(word);
    if (word.startsWith(exactForm)) {
      for (const trigram of trigrams) taker.add(trigram, trigramWeight);
      continue;
    }
    taker.add(hash, weight);
    if (pair === null) continue;
    if (before !== null) taker.add(finishedHash(hashOn(before, word)), pairWeight);
    before = pair;
  }
}
