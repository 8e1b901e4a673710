/** The subject of a yes-or-no question: `ferns` of "Do ferns need sun?". */
import { oneOf, pattern } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { isFiller, isLight } from './question-words.ts';

const ASKED = pattern(
  'iu',
  /^\W*/u,
  oneOf(
    /do(?:es)?|is|are|can|will|must|should|has|have|may|braucht|brauchen|ist|sind|kann|können|darf|dürfen/u,
    /hat|haben|muss|müssen|mag|mögen|verträgt|vertragen/u,
  ),
  /\s+(?!(?:you|i|we|it|they|there|he|she|that|this|these|those|any|anyone|somebody|someone|ich|ihr|sie|man|wir|es|das|er|du|jemand)(?!\p{L}))(?:(?:an?|the|my|your|all|ein|eine|einen|der|die|das|mein|meine|eure?|ihre?)\s+)?(\p{L}[\p{L}\p{N}-]+)/u,
);
const MAX_READ = 200;

/** Folded, in lower case; null when a pronoun stands for it, and for any other question. */
export function subjectOf(question: string): string | null {
  const word = foldDiacritics(ASKED.exec(question.slice(0, MAX_READ))?.[1]?.toLowerCase() ?? '');
  return word === '' || isFiller(word) || isLight(word) ? null : word;
}
