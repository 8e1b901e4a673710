/** Words of a passage, computed once. */
import { memoized } from '../../../text/analysis/memoize.ts';
import { conceptsOf } from '../thesaurus/synonyms.ts';
import { isRangeMark } from './number-ranges.ts';
import { digitsOf } from './number-words.ts';

type WordsByConcept = ReadonlyMap<number, readonly string[]>;

export interface PassageWords {
  /** All words and marks, as analysed. */
  readonly words: ReadonlySet<string>;
  /** Exact forms without their mark. */
  readonly spelled: readonly string[];
  /** Numbers in digits or words, ranges and years of age, as analysed. */
  readonly numbers: readonly string[];
  /** Exact forms without their mark, by concepts of the thesaurus. */
  readonly spelledByConcept: WordsByConcept;
  /** Words without exact forms, and stems. */
  readonly stemsByConcept: WordsByConcept;
}

/** Memoized, so that passages share the strings. */
const withoutMark = memoized((marked) => marked.slice(1));
const DIGITS = /^\d{1,3}$/;
const NONE: ReadonlySet<string> = new Set();
const MARKED = /^[=~^]/;

/** @param stopWords which the thesaurus must not read: Dutch `is` is Turkish for "job" */
export function passageWords(words: ReadonlySet<string>, stopWords: ReadonlySet<string> = NONE): PassageWords {
  const spelled: string[] = [];
  const stems: string[] = [];
  const numbers: string[] = [];
  for (const word of words) {
    if (word.startsWith('=')) spelled.push(withoutMark(word));
    else if (!MARKED.test(word)) stems.push(word);
    if (DIGITS.test(word) || isRangeMark(word) || (word.startsWith('=') && digitsOf(withoutMark(word)) !== null))
      numbers.push(word);
  }
  const contentWords = spelled.filter((word) => !stopWords.has(word));
  return { words, spelled, numbers, spelledByConcept: byConcept(contentWords), stemsByConcept: byConcept(stems) };
}

function byConcept(words: readonly string[]): WordsByConcept {
  const found = new Map<number, string[]>();
  for (const word of words) {
    for (const concept of conceptsOf(word)) {
      const holders = found.get(concept);
      if (holders === undefined) found.set(concept, [word]);
      else holders.push(word);
    }
  }
  return found;
}

export const anyHolds = (passages: readonly PassageWords[], word: string): boolean =>
  passages.some(({ words }) => words.has(word));
