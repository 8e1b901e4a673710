/** English words of the content that mean about the same as a word of the question that it lacks: `pause` for `stop`. */
import { wordLikeness } from '../../../text/word-vectors/word-likeness.ts';
import type { PassageWords } from '../terms/passage-words.ts';
import { isGenericWord, isQuestionStopWord } from '../terms/question-words.ts';
import { isHeldIn, type Term, wordOf } from '../terms/terms.ts';

/** Likeness of most words of one kind, such as two cities, and of one meaning, such as `bike` and `bicycle`. */
const SAME_KIND = 0.42;
const SAME_MEANING = 0.58;
/** Least likeness for a question of one word; that of `kids` and `children` is greater. */
const MIN_LIKENESS_ALONE = 0.6;
/** Less than the strength of the thesaurus, which is surer. */
const NEAR_STRENGTH = 0.75;
const ENGLISH_WORD = /^[a-z]{3,}$/;
/** Most words of a question that are compared with the whole content: the first words of a long one say enough. */
const MAX_COMPARED = 6;

export function withNearWords(terms: readonly Term[], content: readonly PassageWords[]): readonly Term[] {
  const least = terms.length === 1 ? MIN_LIKENESS_ALONE : SAME_KIND;
  let compared = 0;
  return terms.map((term) => {
    if (compared === MAX_COMPARED || !isAskedByMeaning(term) || isHeldIn(content, term)) return term;
    compared += 1;
    const near = nearWords(wordOf(term), content, least);
    return near.size === 0 ? term : { ...term, variants: near };
  });
}

/** Names have no near words, and words for facts are answered by facts. */
const isAskedByMeaning = (term: Term): boolean =>
  !term.isName &&
  term.facts.size === 0 &&
  term.variants.size === 0 &&
  ENGLISH_WORD.test(wordOf(term)) &&
  !isGenericWord(wordOf(term));

function nearWords(asked: string, content: readonly PassageWords[], least: number): ReadonlyMap<string, number> {
  const near = new Map<string, number>();
  for (const word of new Set(content.flatMap(({ spelled }) => spelled))) {
    const likeness = isGenericWord(word) || isQuestionStopWord(word) ? 0 : wordLikeness(asked, word);
    if (likeness <= least) continue;
    near.set(`=${word}`, NEAR_STRENGTH * Math.min(1, (likeness - SAME_KIND) / (SAME_MEANING - SAME_KIND)));
  }
  return near;
}
