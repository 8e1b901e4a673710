/** What a question asks for, as far as words tell: each of its words in all the forms that `analyseQuery` gives of it. */

/** One word: its stem, and the marked forms (`=` itself, `~` its beginning, `^` its letter triples) that follow the stem. */
export interface Term {
  readonly stem: string;
  readonly exact: string | null;
  readonly beginning: string | null;
  readonly triples: readonly string[];
}

/** A beginning shared by chance is less than the same word. */
const BEGINNING_STRENGTH = 0.7;
const TRIPLES_STRENGTH = 0.8;
/** Fewer letter triples in common than this share say nothing. */
const FEWEST_TRIPLES = 0.6;

/** The different terms among analysed words, in order. */
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

/** How surely the analysed words hold the term, from 0 to 1. */
export function strengthOf(term: Term, words: ReadonlySet<string>): number {
  if (words.has(term.stem) || (term.exact !== null && words.has(term.exact))) return 1;
  if (term.beginning !== null && words.has(term.beginning)) return BEGINNING_STRENGTH;
  if (term.triples.length === 0) return 0;
  const share = term.triples.filter((triple) => words.has(triple)).length / term.triples.length;
  return share >= FEWEST_TRIPLES ? share * TRIPLES_STRENGTH : 0;
}
