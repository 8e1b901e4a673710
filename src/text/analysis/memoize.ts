/**
 * Memoizes functions of a word: stemming takes a hundred times as long as a lookup, and few words make up most of any text.
 */
const MAX_MEMOIZED_WORDS = 20_000;
/** Longer words seldom repeat. UTF-16 units. */
const MAX_WORD_LENGTH = 24;

/** The function with a cache. Callers must not change its results. */
export function memoized<Made>(make: (word: string) => Made): (word: string) => Made {
  const known = new Map<string, Made>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const made = make(word);
    if (word.length > MAX_WORD_LENGTH) return made;
    if (known.size >= MAX_MEMOIZED_WORDS) known.clear();
    known.set(word, made);
    return made;
  };
}
