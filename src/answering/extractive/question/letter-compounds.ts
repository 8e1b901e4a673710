/** Words with a letter before them, where the content has them: an e-bike is no bike, a T-shirt not any shirt. */

import { pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { boundedQuestion } from '../terms/bounded-question.ts';
import { anyHolds, type PassageWords } from '../terms/passage-words.ts';
import type { Term } from '../terms/terms.ts';

const COMPOUND = pattern('gu', /(?<![\p{L}\p{N}-])(\p{L})-(\p{L}{3,})(?![\p{L}\p{N}-])/u);

/**
 * The word alone no longer matches.
 * @param terms with variants
 */
export function withLetterCompounds(
  terms: readonly Term[],
  question: string,
  content: readonly PassageWords[],
): readonly Term[] {
  const compounds = new Map(
    [...foldDiacritics(boundedQuestion(question).toLowerCase()).matchAll(COMPOUND)].map(
      ([, letter = '', word = '']) => [`=${word}`, letter + word],
    ),
  );
  if (compounds.size === 0) return terms;
  return terms.map((term) => {
    const compound = compounds.get(term.exact ?? '');
    if (compound === undefined) return term;
    const forms = [compound, `${compound}s`, compound.replace(/s$/, '')].flatMap((form) => [form, `=${form}`]);
    const known = forms.filter((form) => anyHolds(content, form));
    if (known.length === 0) return term;
    const variants = new Map(known.map((form): [string, number] => [form, 1]));
    return { ...term, stem: compound, exact: `=${compound}`, beginning: null, triples: [], variants };
  });
}
