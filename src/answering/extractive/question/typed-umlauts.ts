/** German words as they are typed without umlauts: `fuehrungszeugnis`, `oeffnungszeiten`. */
import { pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { anyHolds, type PassageWords } from '../terms/passage-words.ts';
import { isQuestionStopWord } from '../terms/question-words.ts';
import { isServiceWord } from '../thesaurus/synonyms.ts';

const WITH_VOWEL_PAIR = pattern('giu', /(?<!\p{L})\p{L}{0,20}(?:ae|oe|ue)\p{L}{1,24}(?!\p{L})/u);
const PAIR = /[ao]e|(?<![aeq])ue/gi;
const MAX_CHARACTERS_READ = 500;
const UMLAUTS: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' };
/** Small words, which no content holds as such. */
const SMALL = /^(?:fur|uber|konnen|konnte|mochte|mussen|durfen|spater|nachste[rnsm]?|wahrend|zuruck)$/;

/** Adds the umlauts of words that the content, the thesaurus or any question has only with them. */
export const withTypedUmlauts = (question: string, content: readonly PassageWords[]): string =>
  question.slice(0, MAX_CHARACTERS_READ).replace(WITH_VOWEL_PAIR, (typed) => {
    const meant = typed.replace(PAIR, (pair) => UMLAUTS[pair.toLowerCase()] ?? pair);
    const word = foldDiacritics(meant.toLowerCase());
    const isMeant =
      SMALL.test(word) ||
      anyHolds(content, `=${word}`) ||
      ((isServiceWord(word) || isQuestionStopWord(word)) && !isServiceWord(typed.toLowerCase()));
    return isMeant && !anyHolds(content, `=${typed.toLowerCase()}`) ? meant : typed;
  }) + question.slice(MAX_CHARACTERS_READ);
