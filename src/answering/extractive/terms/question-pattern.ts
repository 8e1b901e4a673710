/** Patterns of questions as people type them: "cuánto dura" and "cuanto dura", "wie groß" and "wie gross", 几点 and 幾點. */
import { pattern, sequence } from '../../../lib/patterns.ts';
import { normalForm } from '../../../text/normal-form.ts';
import { inTraditionalChinese } from '../../../text/traditional-chinese.ts';

const ACCENTS = /[\u0300-\u036f]/g;
const OTHER_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ł: 'l', ı: 'i', ø: 'o', đ: 'd' };
const WITHOUT_ACCENT = /[ßłıøđ]/gu;

/** One of the forms that a letter or ideograph is written in. Keeps syllables of Hangul and letters of other scripts whole, so that classes of characters stay such. */
const inOneForm = (text: string): string =>
  inTraditionalChinese(
    normalForm(normalForm(text, 'NFD').replace(ACCENTS, ''), 'NFC').replace(
      WITHOUT_ACCENT,
      (letter) => OTHER_LETTERS[letter] ?? letter,
    ),
  );

/** Many patterns test the same question, one after the other. */
let [lastQuestion, lastFolded] = ['', ''];

function foldedQuestion(question: string): string {
  if (question !== lastQuestion) [lastQuestion, lastFolded] = [question, inOneForm(question)];
  return lastFolded;
}

/** @param parts as those of `pattern`, in which no accent and no form of ideographs tells words apart */
export function questionPattern(flags: 'iu' | 'u', ...parts: readonly (RegExp | string)[]): Pick<RegExp, 'test'> {
  const folded = pattern(flags, inOneForm(sequence(...parts)));
  return { test: (question) => folded.test(foldedQuestion(question)) };
}
