/** What a hashed embedding is made of. */
import { analyseQuery } from '../../text/analysis/analyse.ts';
import { finishedHash, hashOn, NO_TEXT } from './feature-hash.ts';

const exactForm = '=';
const marks = new Set(['~', '^', exactForm]);
/** Without counts over a collection, length is the only hint of how telling a word is. */
const fullWeightLength = 8;
const pairWeight = 0.5;
const trigramWeight = 0.2;

/**
 * Telling words with their beginnings, pairs of neighbours, and letter triples, so that a misspelt word still comes near. The exact
 * form of a word gives the triples and is no feature by itself. Pairs and triples are hashed where they stand instead of being put
 * together first: there are thousands in a passage.
 * @param add takes the hash of a feature and its weight; the same feature comes as often as it occurs
 */
export function addFeatures(text: string, add: (hash: number, weight: number) => void): void {
  let previous: string | undefined;
  for (const word of analyseQuery(text)) {
    const mark = word.charAt(0);
    if (mark === exactForm) {
      for (let start = 0; start + 3 <= word.length; start += 1) {
        add(finishedHash(hashOn(hashOn(NO_TEXT, ' '), word, start, start + 3)), trigramWeight);
      }
      continue;
    }
    add(finishedHash(hashOn(NO_TEXT, word)), Math.min(word.length, fullWeightLength) / fullWeightLength);
    if (marks.has(mark)) continue;
    if (previous !== undefined) add(finishedHash(hashOn(hashOn(hashOn(NO_TEXT, previous), ' '), word)), pairWeight);
    previous = word;
  }
}
