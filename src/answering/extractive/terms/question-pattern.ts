/** Patterns of questions as people type them, with accents or without: "cuánto dura" and "cuanto dura", "wie groß" and "wie gross". */
import { pattern, sequence } from '../../../lib/patterns.ts';
import { normalForm } from '../../../text/normal-form.ts';

const ACCENTS = /[\u0300-\u036f]/g;
const OTHER_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ı: 'i', ø: 'o', đ: 'd' };
const WITHOUT_ACCENT = /[ßłıøđ]/gu;

/** Keeps syllables of Hangul and letters of other scripts whole, so that classes of characters stay such. */
const withoutAccents = (text: string): string =>
  normalForm(normalForm(text, 'NFD').replace(ACCENTS, ''), 'NFC').replace(
    WITHOUT_ACCENT,
    (letter) => OTHER_LETTERS[letter] ?? letter,
  );

/** Many patterns test the same question, one after the other. */
let [lastQuestion, lastFolded] = ['', ''];

function foldedQuestion(question: string): string {
  if (question !== lastQuestion) [lastQuestion, lastFolded] = [question, withoutAccents(question)];
  return lastFolded;
}

/** @param parts as those of `pattern`, in which no accent tells words apart */
export function questionPattern(flags: 'iu' | 'u', ...parts: readonly (RegExp | string)[]): Pick<RegExp, 'test'> {
  const folded = pattern(flags, withoutAccents(sequence(...parts)));
  return { test: (question) => folded.test(foldedQuestion(question)) };
}
