/** Tells line breaks made on purpose from those of an editor that wraps its lines. */
import { isLabelled } from '../../../text/labelled-line.ts';
import { splitLines } from './line-buffer.ts';
import { spacedRow } from './spaced-rows.ts';
import { lengthWithWord, WrapWidths } from './wrap-widths.ts';

/** Editors wrap at 60 to 100 characters. */
const MIN_WRAPPED_CHARACTERS = 60;
const MAX_WRAPPED_CHARACTERS = 120;
const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]$/u;
const BEGINS_SMALL = /^\p{Ll}/u;
const ENDS_WITH_COMMA = /[,，、]\s?$/u;
/** Rows of a Markdown table are never wrapped. */
const IS_PROSE = /^[^|].*\S\s+\S/u;

/** Stands between two lines of a paragraph. */
export type LineSeparator = (before: string, line: string) => '\n' | ' ' | '';

const isSpaced = (line: string): boolean => spacedRow(line) !== null;

/** Linear in the text. */
export function lineSeparatorOf(text: string): LineSeparator {
  const widths = wrapWidthsOf(text);
  return (before, line) => {
    const isContinued = BEGINS_SMALL.test(line) || ENDS_WITH_COMMA.test(before.slice(-2));
    // A long word, such as an address, leaves a short line above it.
    if ((isContinued ? lengthWithWord(before, line) : before.length) < MIN_WRAPPED_CHARACTERS) return '\n';
    const areLabelled = (isLabelled(before) && isLabelled(line)) || (isSpaced(before) && isSpaced(line));
    const isWrapped = widths === null || widths.isBreak(before, line);
    if (!isContinued && (areLabelled || !isWrapped)) return '\n';
    return UNSPACED_END.test(before.slice(-2)) || /^\s/.test(line) ? '' : ' ';
  };
}

/** Returns null unless a paragraph stands in one line, which an editor that wraps lines would have wrapped too. */
function wrapWidthsOf(text: string): WrapWidths | null {
  const widths = new WrapWidths();
  let hasLongLine = false;
  for (const line of splitLines(text)) {
    widths.add(line);
    hasLongLine ||= line.length > MAX_WRAPPED_CHARACTERS && IS_PROSE.test(line);
  }
  widths.endParagraph();
  return hasLongLine ? widths : null;
}
