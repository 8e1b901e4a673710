/** Tells titles, list items and captions among the lines of one paragraph. `title-lines.ts` has found the headings that only the whole text shows. */

import { isLabelled } from '../../../text/labelled-line.ts';
import { tellsAmount } from '../facts/prices.ts';
import { tellsTime } from '../facts/weekdays.ts';
import { isFragment } from './context-dependent-text.ts';

/** A short line above running text, as PDF files have headings. */
const TITLE_LINE = /^[\p{Lu}\p{Lo}\p{N}][^\n]{1,59}$/u;
/** Four words or more with an end, or a sentence of a script without spaces. */
const SENTENCE = /^[\p{Lu}\p{Lo}\p{N}"“„«]\S*(?:\s+\S+){3,}(?<=\S[.!?])$|^[^\s\p{ASCII}][^\n]{5,400}[。！？]$/u;
const LINE_END_MARK = /[\p{P}\p{S}]\s*$/u;
const MIN_CAPTIONS = 4;
const MIN_CAPTION_SHARE = 0.8;
/** Longer lines were wrapped; shorter ones were broken on purpose. */
const MAX_SHORT_LINE = 90;

export const areShort = (lines: readonly string[]): boolean =>
  lines.length > 1 && lines.every((line) => line.trim().length <= MAX_SHORT_LINE && !/[?？؟]/.test(line));

export function isTitleOf([first = '', second = '']: readonly string[]): boolean {
  const title = first.trim();
  if (!TITLE_LINE.test(title) || LINE_END_MARK.test(title)) return false;
  return second.trim().length > MAX_SHORT_LINE || (!/\p{N}/u.test(title) && SENTENCE.test(second.trim()));
}

/** A single line with numbers below a title may belong to it, as in an address. */
const MIN_LINES_BELOW = 2;

/** True for a title without numbers above lines with times or amounts: "Opening hours", but not "Monday closed". */
export function isTitleOfNumbers([first = '', ...lines]: readonly string[]): boolean {
  const title = first.trim();
  if (!TITLE_LINE.test(title) || LINE_END_MARK.test(title) || /\p{N}/u.test(title)) return false;
  if (isLabelled(title) || tellsTime(title)) return false;
  const isEntry = (line = '') => /\p{L}{2}/u.test(line) && (tellsTime(line) || tellsAmount(line));
  return lines.slice(0, MIN_LINES_BELOW).filter(isEntry).length === MIN_LINES_BELOW;
}

const MIN_ENTRIES = 3;

/** Number of first lines that are list items without marks. A sentence may stand below: "Helmets are included." */
export function entriesAmong(lines: readonly string[]): number {
  if (areEntries(lines)) return lines.length;
  const end = lines.findIndex((line) => !isLabelled(line.trim()));
  return end >= MIN_ENTRIES && lines.slice(end).every((line) => SENTENCE.test(line.trim())) ? end : 0;
}

/** Prices of things, or labels and their values. */
const areEntries = (lines: readonly string[]): boolean =>
  lines.length >= MIN_ENTRIES &&
  (lines.every((line) => isFragment(line.trim()) && tellsAmount(line)) ||
    lines.every((line) => isLabelled(line.trim())));

/** Generated captions, without punctuation. */
export function areCaptions(lines: readonly string[]): boolean {
  const running = lines.filter((line) => /^\p{Ll}/u.test(line.trim()) && isFragment(line.trim()));
  return lines.length >= MIN_CAPTIONS && running.length >= MIN_CAPTION_SHARE * lines.length;
}

/** Characters of text without the end of a sentence. */
const MIN_RUNNING = 240;
const SENTENCE_MARK = /[.!?;:…](?:\s|$)/u;
/** Some ten words. */
const CAPTION = /\S.{0,70}\S(?=\s|$)|\S+/gu;

/** A pasted transcript without any punctuation, cut into lines as captions have them; any other lines as they are. */
export function asCaptions(lines: readonly string[]): readonly string[] {
  const text = lines.join(' ');
  const isRunning = text.length >= MIN_RUNNING && /^\P{L}{0,20}\p{Ll}/u.test(text) && !SENTENCE_MARK.test(text);
  return isRunning && !areCaptions(lines) ? (text.match(CAPTION) ?? lines) : lines;
}

/** Runs of short lines within a text, such as an address above a sentence. */
export function linesAndText(
  lines: readonly string[],
): readonly { readonly isLines: boolean; readonly lines: string[] }[] {
  const isLine = lines.map((line) => isFragment(line.trim()));
  const parts: { readonly isLines: boolean; readonly lines: string[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const isLines = isLine[at] === true && (isLine[at - 1] === true || isLine[at + 1] === true);
    const last = parts.at(-1);
    if (last?.isLines === isLines) last.lines.push(line);
    else parts.push({ isLines, lines: [line] });
  }
  return parts;
}
