/** What a hashed embedding is made of. */
import { analyseQuery } from '../../text/analysis/analyse.ts';

export interface Feature {
  readonly name: string;
  readonly weight: number;
}

const exactForm = '=';
const marks = new Set(['~', '^', exactForm]);
/** Without counts over a collection, length is the only hint of how telling a word is. */
const fullWeightLength = 8;
const pairWeight = 0.5;
const trigramWeight = 0.2;

/**
 * Telling words with their beginnings, pairs of neighbours, and letter triples, so that a misspelt word still comes near. The exact
 * form of a word gives the triples and is no feature by itself.
 */
export function* featuresOf(text: string): Generator<Feature> {
  let previous: string | undefined;
  for (const word of analyseQuery(text)) {
    const mark = word.charAt(0);
    if (mark === exactForm) {
      yield* trigramsOf(word);
      continue;
    }
    yield { name: word, weight: Math.min(word.length, fullWeightLength) / fullWeightLength };
    if (marks.has(mark)) continue;
    if (previous !== undefined) yield { name: `${previous} ${word}`, weight: pairWeight };
    previous = word;
  }
}

function* trigramsOf(word: string): Generator<Feature> {
  for (let start = 0; start + 3 <= word.length; start += 1) {
    yield { name: ` ${word.slice(start, start + 3)}`, weight: trigramWeight };
  }
}
