/** Stemming takes a hundred times as long as a lookup, and few words make up most of any text. */
const MAX_MEMOIZED_WORDS = 20_000;
/** UTF-16 units; longer words seldom repeat. */
const MAX_WORD_LENGTH = 24;

/** Callers must not change the results. */
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
