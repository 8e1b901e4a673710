/** The subject of a yes-or-no question: `ferns` of "Do ferns need sun?", `bizum` of "Can I pay with Bizum?". */
import { oneOf, pattern, sequence } from '../../../lib/patterns.ts';
import { foldDiacritics } from '../../../text/analysis/normalise.ts';
import { isGenericWord, isQuestionStopWord } from '../terms/question-words.ts';

const ASKED = pattern(
  'iu',
  /^\W*/u,
  oneOf(
    /do(?:es)?|is|are|can|will|must|should|has|have|may|braucht|brauchen|ist|sind|kann|können|darf|dürfen/u,
    /hat|haben|muss|müssen|mag|mögen|verträgt|vertragen/u,
  ),
  /\s+(?!(?:you|i|we|it|they|there|he|she|that|this|these|those|any|anyone|somebody|someone|ich|ihr|sie|man|wir|es|das|er|du|jemand)(?!\p{L}))(?:(?:an?|the|my|your|all|ein|eine|einen|der|die|das|mein|meine|eure?|ihre?)\s+)?(\p{L}[\p{L}\p{N}-]+)/u,
);
/** "Can I pay with Bizum?" is about Bizum. */
const PAID_WITH = pattern(
  'iu',
  /(?<!\p{L})/u,
  oneOf(
    sequence(
      /(?:pay|payer|r[eé]gler|pagar|pagare|betalen|zapłacić|zaplacic|płacić|placic)\s(?:\p{L}{1,12}\s)?/u,
      /(?:with|by|via|per|par|avec|con|com|met|z|przez)\s(?:(?:an?|my|una?|la|il|le|ma|mi|een|de)\s)?/u,
      /(\p{L}[\p{L}\p{N}-]+)\W*$/u,
    ),
    /(?:mit|per|met|via)\s(?:(?:der|meiner|einer|de|een)\s)?(\p{L}[\p{L}\p{N}-]+)\s(?:be)?(?:zahlen|talen)\W*$/u,
  ),
);
const MAX_READ = 200;

/** Folded, in lower case; null when a pronoun stands for it, and for any other question. */
export function subjectOf(question: string): string | null {
  const read = question.slice(0, MAX_READ);
  const paid = PAID_WITH.exec(read);
  const subject = paid?.[1] ?? paid?.[2] ?? ASKED.exec(read)?.[1] ?? '';
  const word = foldDiacritics(subject.toLowerCase());
  return word === '' || isQuestionStopWord(word) || isGenericWord(word) ? null : word;
}

/** The property that is asked for of a thing: `safe` of "Is my money safe?" English. */
const PREDICATE =
  /^\W*(?:is|are)\s(?:(?:an?|the|my|your|our|all)\s)?\p{L}[\p{L}-]*(?:\s\p{L}[\p{L}-]*)?\s(\p{L}+)\W*$/iu;

/** Folded, in lower case; null for any other question. */
export function predicateOf(question: string): string | null {
  const word = foldDiacritics(PREDICATE.exec(question.slice(0, MAX_READ))?.[1]?.toLowerCase() ?? '');
  return subjectOf(question) === null || word === '' || isQuestionStopWord(word) || isGenericWord(word) ? null : word;
}
