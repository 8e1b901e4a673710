/** Without case and accents. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** @param search words as they were typed @returns true when the text has each of them, also within a word */
export const hasWords = (text: string, search: string): boolean =>
  folded(search)
    .split(/\s+/)
    .every((word) => folded(text).includes(word));
