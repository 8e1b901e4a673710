/** Removes leftovers around removed text: double spaces, spaces before the end of the sentence, empty brackets, emphasis and list items. */

/** Longer gaps stay. */
export const MAX_GAP = 12;

const GAP_BEFORE = /[ \t]{0,11}(?:[(（]|[*_]{1,3}|~~?){0,2}[ \t]{0,11}$/;
/** A list marker, the marks of a heading or of emphasis, without text behind them. */
const BEGUN_LINE = /^[ \t]{0,11}(?:[-*+]|\d{1,9}[.)]?|#{1,6})?[ \t]{0,11}(?:[(（]|[*_]{1,3}|~~?){0,2}[ \t]{0,11}$/;
const MARKUP_ONLY = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)]|#{1,6})[ \t]*(?:[*_]{1,3}|~~)?|[*_]{2,3}|~~)[ \t]*$/;
const LINE_ENDS = /^[ \t]*[.,;:!?]?[ \t]*(?:\r?\n|$)/;

const OPENING_BRACKET = /[(（][ \t]*$/;
const CLOSING_BRACKET = /^[ \t]*[)）]/;
const OPENING_EMPHASIS = /(?:[*_]{1,3}|~~)$/;
const CLOSING_EMPHASIS = /^(?:[*_]{1,3}|~~)/;
const SENTENCE_ENDS = /^[ \t]*(?:[.,;!?…)）。，；！？]+(?=[\s"'”»）)]|$)|\r?\n|$)/;

/**
 * Returns the end of the text that may go with what is removed after it.
 * @param line text of the line before the removal, as far as it is known
 * @param pending text that is not sent yet
 */
export function removableEnd(line: string, pending: string): string {
  if (line.length <= pending.length && BEGUN_LINE.test(line)) return line;
  return GAP_BEFORE.exec(pending.slice(-2 * MAX_GAP))?.[0] ?? '';
}

interface ClosedGap {
  readonly kept: string;
  readonly skipped: number;
}

/**
 * Drops spaces only where others stay or the sentence ends, so that no two words join.
 * @param unsent as `removableEnd` gives it
 * @param rest text after the removal: `MAX_GAP` characters, or all there is
 */
export function closedGap(unsent: string, rest: string, line: string): ClosedGap {
  const inner = withoutEmptyPairs(unsent, rest);
  const after = rest.slice(inner.skipped);
  const lineEnd = LINE_ENDS.exec(after)?.[0];
  if (lineEnd !== undefined && line === unsent && MARKUP_ONLY.test(inner.kept)) {
    return { kept: '', skipped: inner.skipped + lineEnd.length };
  }
  const spaces = /^[ \t]*/.exec(after)?.[0].length ?? 0;
  if (SENTENCE_ENDS.test(after)) return { kept: inner.kept.trimEnd(), skipped: inner.skipped + spaces };
  const isSpaceDouble = line.trim() === '' || /[ \t]$/.test(inner.kept);
  return { kept: inner.kept, skipped: isSpaceDouble ? inner.skipped + spaces : inner.skipped };
}

/** Drops brackets and marks of emphasis that have become empty, from the inside out. */
function withoutEmptyPairs(unsent: string, rest: string): ClosedGap {
  let kept = unsent;
  let skipped = 0;
  for (;;) {
    const after = rest.slice(skipped);
    const bracket = CLOSING_BRACKET.exec(after)?.[0];
    const emphasis = CLOSING_EMPHASIS.exec(after)?.[0];
    if (bracket !== undefined && OPENING_BRACKET.test(kept)) {
      kept = kept.replace(OPENING_BRACKET, '');
      skipped += bracket.length;
    } else if (emphasis !== undefined && OPENING_EMPHASIS.exec(kept)?.[0] === emphasis) {
      kept = kept.slice(0, -emphasis.length);
      skipped += emphasis.length;
    } else return { kept, skipped };
  }
}
