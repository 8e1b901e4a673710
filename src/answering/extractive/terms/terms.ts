import { pattern } from '../../../lib/patterns.ts';

/** A word of a question, with its stem and marked forms (`=` exact, `~` beginning, `^` letter triples). */
export interface Term {
  readonly stem: string;
  readonly exact: string | null;
  readonly beginning: string | null;
  readonly triples: readonly string[];
  /** Other exact forms in the content, with their match strength. */
  readonly variants: ReadonlyMap<string, number>;
  /** Facts that the content tells and the word asks for, with their match strength. */
  readonly facts: ReadonlyMap<string, number>;
  /** A number of years, which only ranges and years of age match. */
  readonly isYears?: boolean;
  /** The subject of a yes-or-no question. */
  readonly isSubject?: boolean;
  /** The place, named by the content, with which the question ends. */
  readonly isPlace?: boolean;
  /** The property that a yes-or-no question asks for. */
  readonly isPredicate?: boolean;
  /** A Russian or Polish verb. */
  readonly isVerb?: boolean;
  /** The question writes it as a name. */
  readonly isName: boolean;
  /** Share of its rarity that counts. */
  readonly weight: number;
}

/** A shared beginning may be chance, so it counts less. */
export const BEGINNING_STRENGTH = 0.7;
const TRIPLES_STRENGTH = 0.8;
const OTHER_MARKS_STRENGTH = 0.5;
const MIN_TRIPLES_SHARE = 0.6;
const NO_VARIANTS: ReadonlyMap<string, number> = new Map();
const NO_FACTS: ReadonlyMap<string, number> = new Map();

/** The folded word. Its stem depends on the language of the text. */
export const wordOf = ({ exact, stem }: Pick<Term, 'exact' | 'stem'>): string => exact?.slice(1) ?? stem;

const CODE = pattern('u', /^\p{L}{1,6}\d{1,6}\p{L}?$/u);

/**
 * True for letters with digits, which name one thing: `e8`, `bl210`.
 * @param word folded, in lower case
 */
export const isCode = (word: string): boolean => CODE.test(word);

export function termsOf(analysedWords: readonly string[]): readonly Term[] {
  const terms = new Map<string, Term>();
  let open: { stem: string; exact: string | null; beginning: string | null; triples: string[] } | null = null;
  for (const word of analysedWords) {
    if (open !== null && word.startsWith('=')) open.exact = word;
    else if (open !== null && word.startsWith('~')) open.beginning = word;
    else if (open !== null && word.startsWith('^')) open.triples.push(word);
    else {
      const term = {
        stem: word,
        exact: null,
        beginning: null,
        triples: [],
        variants: NO_VARIANTS,
        facts: NO_FACTS,
        isName: false,
        weight: 1,
      };
      open = term;
      if (!terms.has(word)) terms.set(word, term);
    }
  }
  return [...terms.values()];
}

/** Match strength, from 0 to 1. */
export function strengthOf(term: Term, words: ReadonlySet<string>): number {
  if (term.exact === null ? words.has(term.stem) : words.has(term.exact) || holdsStem(words, term.stem))
    return hasOtherMarks(term, words) ? OTHER_MARKS_STRENGTH : 1;
  const beginning = term.beginning !== null && words.has(term.beginning) ? BEGINNING_STRENGTH : 0;
  const strongest = Math.max(beginning, strongestHeld(term.variants, words), strongestHeld(term.facts, words));
  if (strongest > 0 || term.triples.length === 0) return strongest;
  const share = term.triples.filter((triple) => words.has(triple)).length / term.triples.length;
  return share >= MIN_TRIPLES_SHARE ? share * TRIPLES_STRENGTH : 0;
}

export const isHeldIn = (content: readonly { readonly words: ReadonlySet<string> }[], term: Term): boolean =>
  content.some(({ words }) => strengthOf(term, words) > 0);

function strongestHeld(strengths: ReadonlyMap<string, number>, words: ReadonlySet<string>): number {
  let strongest = 0;
  for (const [word, strength] of strengths) if (strength > strongest && words.has(word)) strongest = strength;
  return strongest;
}

/** Vietnamese `ngủ` (sleep) is no `ngữ` (language); a visitor who leaves the marks out may mean either. */
const hasOtherMarks = ({ exact, triples: [written, other] }: Term, words: ReadonlySet<string>): boolean =>
  exact !== null &&
  written !== undefined &&
  other === undefined &&
  written.length === exact.length &&
  !written.endsWith(exact.slice(1)) &&
  !words.has(written);

/** Words of different meaning share a stem of two letters: Turkish `müdür` and `musunuz`. */
const MIN_STEM = 3;

const holdsStem = (words: ReadonlySet<string>, stem: string): boolean => stem.length >= MIN_STEM && words.has(stem);
