const MARKS = /[\p{M}\uff9e\uff9f]/gu;

/** Without case and accents. Marks go first, since browsers sort those of one letter in quadratic time. */
const folded = (text: string): string => text.replace(MARKS, '').normalize('NFKD').replace(MARKS, '').toLowerCase();

/** @param search words as they were typed @returns true when the text has each of them, also within a word */
export const hasWords = (text: string, search: string): boolean =>
  folded(search)
    .split(/\s+/)
    .every((word) => folded(text).includes(word));
