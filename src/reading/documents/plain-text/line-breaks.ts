/** Tells line breaks that were made on purpose from those of an editor that wraps its lines. */
import { isLabelled } from '../../../text/labelled-line.ts';
import { splitLines } from './line-buffer.ts';

/** Editors wrap at 60 to 100 characters. */
const MIN_WRAPPED_CHARACTERS = 60;
const MAX_WRAPPED_CHARACTERS = 120;
const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u;
const BEGINS_SMALL = /^\p{Ll}/u;

/** What stands between two lines of a paragraph. */
export type LineSeparator = (before: string, line: string) => '\n' | ' ' | '';

/** Linear in the text. */
export function lineSeparatorOf(text: string): LineSeparator {
  const isWrapped = wasWrapped(text);
  return (before, line) => {
    if (before.length < MIN_WRAPPED_CHARACTERS) return '\n';
    const isContinued = BEGINS_SMALL.test(line);
    const areLabelled = isLabelled(before) && isLabelled(line);
    if (!isContinued && (areLabelled || !isWrapped)) return '\n';
    return UNSPACED_END.test(before.slice(-2)) || /^\s/.test(line) ? '' : ' ';
  };
}

/** False where a paragraph stands in one line: an editor that wraps lines would have wrapped it too. */
function wasWrapped(text: string): boolean {
  for (const line of splitLines(text)) {
    const isProse = line.length > MAX_WRAPPED_CHARACTERS && /\S\s+\S/.test(line);
    if (isProse) return false;
  }
  return true;
}
