/** Words of the thesaurus that a visitor misspelt: `Öffungszeiten`, where the content does not write them either. */
import { memoized } from '../../../text/analysis/memoize.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { anyHolds, type PassageWords } from './passage-words.ts';
import { isServiceWord, LONG_BEGINNINGS } from './synonyms.ts';
import { distance } from './terms.ts';

/** Shorter words are near to others: `shopping` is no `shipping`. */
const WORD = /\p{Script=Latin}{9,24}/gu;
const MAX_READ = 500;

/** The question with such words as the thesaurus spells them. */
export const withServiceSpelling = (question: string, content: readonly PassageWords[]): string =>
  question.slice(0, MAX_READ).replace(WORD, (written) => {
    const word = foldDiacritics(written.toLowerCase());
    return isServiceWord(word) || anyHolds(content, `=${word}`) ? written : (corrected(word) ?? written);
  }) + question.slice(MAX_READ);

/** One letter too few, too many or another, or two exchanged, in the part that the thesaurus knows. */
const corrected = memoized((word): string | null => {
  for (const beginning of LONG_BEGINNINGS) {
    if (beginning[0] !== word[0] || word.length < beginning.length - 1) continue;
    const length = [0, -1, 1].find((more) => distance(word.slice(0, beginning.length + more), beginning) <= 1);
    if (length !== undefined) return beginning + word.slice(beginning.length + length);
  }
  return null;
});
