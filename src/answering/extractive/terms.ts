/** Terms of a question: each word with all its analysed forms. */

/** A word: its stem, and the marked forms that follow it (`=` exact, `~` beginning, `^` letter triples). */
export interface Term {
  readonly stem: string;
  readonly exact: string | null;
  readonly beginning: string | null;
  readonly triples: readonly string[];
}

/** A shared beginning may be chance, so it counts less. */
const BEGINNING_STRENGTH = 0.7;
const TRIPLES_STRENGTH = 0.8;
/** Smallest share of common letter triples that counts. */
const MIN_TRIPLES_SHARE = 0.6;

/** Distinct terms of analysed words, in order. */
export function termsOf(analysedWords: readonly string[]): readonly Term[] {
  const terms = new Map<string, Term>();
  let open: { stem: string; exact: string | null; beginning: string | null; triples: string[] } | null = null;
  for (const word of analysedWords) {
    if (open !== null && word.startsWith('=')) open.exact = word;
    else if (open !== null && word.startsWith('~')) open.beginning = word;
    else if (open !== null && word.startsWith('^')) open.triples.push(word);
    else {
      open = { stem: word, exact: null, beginning: null, triples: [] };
      if (!terms.has(word)) terms.set(word, open);
    }
  }
  return [...terms.values()];
}

/** Match strength of the term in analysed words, from 0 to 1. */
export function strengthOf(term: Term, words: ReadonlySet<string>): number {
  if (words.has(term.stem) || (term.exact !== null && words.has(term.exact))) return 1;
  if (term.beginning !== null && words.has(term.beginning)) return BEGINNING_STRENGTH;
  if (term.triples.length === 0) return 0;
  const share = term.triples.filter((triple) => words.has(triple)).length / term.triples.length;
  return share >= MIN_TRIPLES_SHARE ? share * TRIPLES_STRENGTH : 0;
}
