/** Numbers of chapters, steps and lists before the words of a heading: `3.1`, `Chapter 4:`, `(a)`, `iv.`, `§ 5`. */
const MARKED =
  /^\s*(?:§\s*\d+[a-z]?[.:]?|\(?(?:\d{1,3}[a-z]?|[a-z]|[ivx]{2,4})[.)](?=\s)|\d+(?:\.\d+)+\.?(?=\s)|(?:chapter|section|part|kapitel|teil|chapitre|capítulo|capitolo)\s+\w+[.:]?)\s+/iu;
/** Not the quantity of "3 ways to pay". */
const BARE = /^\s*\d{1,3}\s+(?=[\p{Lu}\p{Lo}])/u;

export const withoutNumber = (heading: string): string => heading.replace(MARKED, '').replace(BARE, '');
