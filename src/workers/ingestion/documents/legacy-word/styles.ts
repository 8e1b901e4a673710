import { type Modifier, modifiersOf } from './modifiers.ts';
import type { WordFile } from './word-file.ts';

export interface Style {
  /** 1 to 9 for the headings that Word brings along and styles made from them, 1 for the title; null for all others. */
  readonly headingLevel: number | null;
  /** Those of the styles it is made from first. */
  readonly modifiers: readonly Modifier[];
}

interface WrittenStyle {
  /** What Word knows the style as, whatever its name in the language of the user. */
  readonly identity: number;
  /** Number of the style it is made from. */
  readonly base: number;
  readonly modifiers: readonly Modifier[];
}

const TITLE = 62;
const MAX_STYLES = 4_000;
const MAX_ANCESTORS = 12;
const PARAGRAPH_STYLE = 1;

/** Styles by their number ([MS-DOC] 2.9.271). A sheet that cannot be understood gives none: the text is still there. */
export function readStyles(file: WordFile): readonly (Style | null)[] {
  const written = writtenStyles(file);
  return written.map((_, number) => inherited(written, number));
}

function writtenStyles(file: WordFile): readonly (WrittenStyle | null)[] {
  const sheet = file.table('styles');
  if (sheet.length < 6) return [];
  const count = Math.min(sheet.readUInt16LE(2), MAX_STYLES);
  const baseBytes = sheet.readUInt16LE(4);
  const styles: (WrittenStyle | null)[] = [];
  let at = 2 + sheet.readUInt16LE(0);
  for (let number = 0; number < count && at + 2 <= sheet.length; number += 1) {
    const bytes = sheet.subarray(at + 2, at + 2 + sheet.readUInt16LE(at));
    styles.push(writtenStyle(bytes, baseBytes, file));
    at += 2 + sheet.readUInt16LE(at);
  }
  return styles;
}

function writtenStyle(bytes: Buffer, baseBytes: number, file: WordFile): WrittenStyle | null {
  if (bytes.length < Math.max(8, baseBytes) + 2) return null;
  const identity = bytes.readUInt16LE(0) & 0x0fff;
  const kind = bytes.readUInt16LE(2) & 0x000f;
  const base = bytes.readUInt16LE(2) >>> 4;
  if (kind !== PARAGRAPH_STYLE) return null;
  // The name, with its length before and a zero behind it; what follows begins at an even place.
  const nameBytes = file.version === 8 ? 4 + bytes.readUInt16LE(baseBytes) * 2 : 2 + bytes.readUInt8(baseBytes);
  const at = (baseBytes + nameBytes + 1) & ~1;
  const properties = at + 2 <= bytes.length ? bytes.subarray(at + 2, at + 2 + bytes.readUInt16LE(at)) : Buffer.alloc(0);
  // The first two bytes say the style's number once more.
  return { identity, base, modifiers: modifiersOf(properties.subarray(2), file.version) };
}

function inherited(styles: readonly (WrittenStyle | null)[], number: number): Style | null {
  const line: WrittenStyle[] = [];
  let next = number;
  while (line.length < MAX_ANCESTORS) {
    const style = styles[next];
    if (style === undefined || style === null || line.includes(style)) break;
    line.unshift(style);
    next = style.base;
  }
  if (line.length === 0) return null;
  let headingLevel: number | null = null;
  for (const { identity } of line) {
    if (identity >= 1 && identity <= 9) headingLevel = identity;
    else if (identity === TITLE) headingLevel = 1;
  }
  return { headingLevel, modifiers: line.flatMap(({ modifiers }) => modifiers) };
}
