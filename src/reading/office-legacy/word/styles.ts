import { type PropertyModifier, parseModifiers } from './modifiers.ts';
import type { WordFile } from './word-file.ts';

export interface Style {
  /** 1 to 9 for built-in headings and styles derived from them, 1 for the title; otherwise null. */
  readonly headingLevel: number | null;
  /** Inherited modifiers first. */
  readonly modifiers: readonly PropertyModifier[];
}

interface StyleDefinition {
  /** Built-in style id (sti), independent of the localized name. */
  readonly identity: number;
  readonly base: number;
  readonly modifiers: readonly PropertyModifier[];
}

const TITLE = 62;
const MAX_STYLES = 4_000;
const MAX_ANCESTORS = 12;
const PARAGRAPH_STYLE = 1;

/** By style index ([MS-DOC] 2.9.271). A malformed sheet gives no styles: the text is still readable. */
export function readStyles(file: WordFile): readonly (Style | null)[] {
  const written = readDefinitions(file);
  return written.map((_, number) => resolveStyle(written, number));
}

function readDefinitions(file: WordFile): readonly (StyleDefinition | null)[] {
  const sheet = file.table('styles');
  if (sheet.length < 6) return [];
  const count = Math.min(sheet.readUInt16LE(2), MAX_STYLES);
  const baseBytes = sheet.readUInt16LE(4);
  const styles: (StyleDefinition | null)[] = [];
  let at = 2 + sheet.readUInt16LE(0);
  for (let number = 0; number < count && at + 2 <= sheet.length; number += 1) {
    const bytes = sheet.subarray(at + 2, at + 2 + sheet.readUInt16LE(at));
    styles.push(readDefinition(bytes, baseBytes, file));
    at += 2 + sheet.readUInt16LE(at);
  }
  return styles;
}

function readDefinition(bytes: Buffer, baseBytes: number, file: WordFile): StyleDefinition | null {
  if (bytes.length < Math.max(8, baseBytes) + 2) return null;
  const identity = bytes.readUInt16LE(0) & 0x0fff;
  const kind = bytes.readUInt16LE(2) & 0x000f;
  const base = bytes.readUInt16LE(2) >>> 4;
  if (kind !== PARAGRAPH_STYLE) return null;
  // Skips the length-prefixed, zero-terminated name; properties are aligned to even offsets.
  const nameBytes = file.version === 8 ? 4 + bytes.readUInt16LE(baseBytes) * 2 : 2 + bytes.readUInt8(baseBytes);
  const at = (baseBytes + nameBytes + 1) & ~1;
  const properties = at + 2 <= bytes.length ? bytes.subarray(at + 2, at + 2 + bytes.readUInt16LE(at)) : Buffer.alloc(0);
  // The first two bytes repeat the style index.
  return { identity, base, modifiers: lastOfEach(parseModifiers(properties.subarray(2), file.version)) };
}

/** A hostile style repeats a property thousands of times, and each of its paragraphs would go through them. */
const lastOfEach = (modifiers: readonly PropertyModifier[]): readonly PropertyModifier[] => [
  ...new Map(modifiers.map((modifier) => [modifier.property, modifier])).values(),
];

function resolveStyle(styles: readonly (StyleDefinition | null)[], number: number): Style | null {
  const line: StyleDefinition[] = [];
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
