/** Words remembered: a stem takes a hundred times as long to find as to look up, and few words are most of any text. */
const REMEMBERED_WORDS = 20_000;
/** What is longer is seldom met twice. UTF-16 units. */
const LONGEST_REMEMBERED = 24;

/** The same function of a word, that gives back what it made of it before. What it makes must not be changed by anybody. */
export function remembering<Made>(make: (word: string) => Made): (word: string) => Made {
  const known = new Map<string, Made>();
  return (word) => {
    const found = known.get(word);
    if (found !== undefined) return found;
    const made = make(word);
    if (word.length > LONGEST_REMEMBERED) return made;
    if (known.size >= REMEMBERED_WORDS) known.clear();
    known.set(word, made);
    return made;
  };
}
