/** Words that the content writes as two: `mbway` as "MB Way", `soc2` as "SOC 2". */
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import type { ReadPassage } from '../passages/read-passages.ts';
import { isCode, isHeldIn, type Term, wordOf } from '../terms/terms.ts';

const MIN_LETTERS = 5;
const TWO_WORDS = /(?<![\p{L}\p{N}])(?=([\p{L}\p{N}]{1,20})[ -]([\p{L}\p{N}]{1,20})(?![\p{L}\p{N}]))/gu;
/** Below 1, because the part alone may mean something else. */
const STRENGTH = 0.9;

const known = new WeakMap<ReadPassage, ReadonlyMap<string, string>>();

/** The longer of two neighbouring words, by both joined. */
function pairsOf(passage: ReadPassage): ReadonlyMap<string, string> {
  const before = known.get(passage);
  if (before !== undefined) return before;
  const found = new Map<string, string>();
  for (const { text } of passage.units) {
    for (const [, first = '', second = ''] of foldDiacritics(text.toLowerCase()).matchAll(TWO_WORDS))
      found.set(first + second, first.length > second.length ? first : second);
  }
  known.set(passage, found);
  return found;
}

/** Adds that word to terms that the content has in no other form. */
export function withSplitWords(terms: readonly Term[], content: readonly ReadPassage[]): readonly Term[] {
  return terms.map((term) => {
    const word = wordOf(term);
    if (term.exact === null || (word.length < MIN_LETTERS && !isCode(word)) || isHeldIn(content, term)) return term;
    const parts = content.flatMap((passage) => pairsOf(passage).get(word) ?? []);
    const variants = parts.map((part): [string, number] => [`=${part}`, STRENGTH]);
    return parts.length === 0 ? term : { ...term, variants: new Map([...term.variants, ...variants]) };
  });
}
