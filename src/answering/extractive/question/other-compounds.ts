/** English compounds that share only their first part with a word: a motorway is no motorbike. */
import { wordLikeness } from '../../../text/word-vectors/word-likeness.ts';
import { anyHolds, type PassageWords } from '../terms/passage-words.ts';
import { type Term, wordOf } from '../terms/terms.ts';

/** Letters of the first part, and of what follows it. */
const MIN_FIRST = 4;
const MIN_REST = 3;
/** Endings that are words too: "membership" is what members have. */
const ENDING =
  /^(?:ing|ings|able|ably|less|ship|ships|men|ness|age|ages|ant|ants|ate|ion|ions|ally|ally|ive|ory|ary|ure|ist|ists|hip)$/u;

/** Drops beginnings that the content has only in such compounds. */
export function withoutOtherCompounds(terms: readonly Term[], content: readonly PassageWords[]): readonly Term[] {
  return terms.map((term) => {
    const { beginning, exact } = term;
    if (beginning === null || exact === null || !anyHolds(content, beginning)) return term;
    if (anyHolds(content, exact) || anyHolds(content, term.stem)) return term;
    const asked = wordOf(term);
    const alike = content.flatMap(({ spelled }) => spelled.filter((word) => word.startsWith(beginning.slice(1))));
    return alike.length > 0 && alike.every((word) => areOtherCompounds(asked, word))
      ? { ...term, beginning: null }
      : term;
  });
}

function areOtherCompounds(one: string, other: string): boolean {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared >= MIN_FIRST && isPart(one.slice(shared)) && isPart(other.slice(shared));
}

const isPart = (rest: string): boolean => rest.length >= MIN_REST && !ENDING.test(rest) && wordLikeness(rest, rest) > 0;
