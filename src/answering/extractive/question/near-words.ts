/** Words of an English content that mean about the same as a word of the question that it lacks: `pause` for `stop`. */
import { wordLikeness } from '../../../text/word-vectors/word-likeness.ts';
import type { PassageWords } from '../terms/passage-words.ts';
import { isGenericWord, isQuestionStopWord } from '../terms/question-words.ts';
import { isHeldIn, type Term, wordOf } from '../terms/terms.ts';

/** Likeness of most words of the same kind, such as two months or two cities, and of the same meaning, such as `bike` and `bicycle`. */
const SAME_KIND = 0.42;
const SAME_MEANING = 0.58;
/** Where nothing else is asked for, the meaning has to be as near as that of `kids` and `children`. */
const MIN_LIKENESS_ALONE = 0.6;
/** The thesaurus is surer. */
const NEAR_STRENGTH = 0.75;
const ENGLISH_WORD = /^[a-z]{3,}$/;

export function withNearWords(terms: readonly Term[], content: readonly PassageWords[]): readonly Term[] {
  const least = terms.length === 1 ? MIN_LIKENESS_ALONE : SAME_KIND;
  return terms.map((term) => {
    if (!isAskedByMeaning(term) || isHeldIn(content, term)) return term;
    const near = nearWords(wordOf(term), content, least);
    return near.size === 0 ? term : { ...term, variants: near };
  });
}

/** A name means nothing else, and a word that asks for a fact is answered by that. */
const isAskedByMeaning = (term: Term): boolean =>
  !term.isName &&
  term.facts.size === 0 &&
  term.variants.size === 0 &&
  ENGLISH_WORD.test(wordOf(term)) &&
  !isGenericWord(wordOf(term));

function nearWords(asked: string, content: readonly PassageWords[], least: number): ReadonlyMap<string, number> {
  const near = new Map<string, number>();
  for (const { spelled } of content) {
    for (const word of spelled) {
      if (near.has(`=${word}`) || isGenericWord(word) || isQuestionStopWord(word)) continue;
      const likeness = wordLikeness(asked, word);
      if (likeness <= least) continue;
      near.set(`=${word}`, NEAR_STRENGTH * Math.min(1, (likeness - SAME_KIND) / (SAME_MEANING - SAME_KIND)));
    }
  }
  return near;
}
