/** Vectors that search compares without a model's endpoint: the meaning of English words, and the letters of any. */
import type { FoldedPassage } from '../analysis/analyse.ts';
import { hashedPassageVector, hashedVector } from '../feature-hashing/hashed-vector.ts';
import { searchedText } from '../passage.ts';
import { meaningVector } from './meaning-vector.ts';

/**
 * Weight of the hashed letters beside the meaning. Both share the dimensions, which mixes them by about .02 of cosine. Letters find
 * misspelled words, also in languages whose words are unknown (nDCG@10 of the vectors alone: Spanish .62 without them, .70 with them, Arabic
 * .09 and .31); English loses nothing up to here.
 */
const LETTERS_WEIGHT = 0.4;

/** Unit length, deterministic. */
export const offlineVector = (text: string): Float32Array<ArrayBuffer> =>
  joined(meaningVector(text), hashedVector(text));

/** The vector of the passage's searched text, without analysing that again. */
export const offlinePassageVector = (passage: FoldedPassage): Float32Array<ArrayBuffer> =>
  joined(meaningVector(searchedText(passage)), hashedPassageVector(passage));

function joined(
  meaning: Float32Array<ArrayBuffer> | null,
  letters: Float32Array<ArrayBuffer>,
): Float32Array<ArrayBuffer> {
  if (meaning === null) return letters;
  const sum = meaning.map((value, at) => value + LETTERS_WEIGHT * (letters[at] ?? 0));
  const length = Math.sqrt(sum.reduce((square, value) => square + value * value, 0));
  return length === 0 ? letters : sum.map((value) => value / length);
}
