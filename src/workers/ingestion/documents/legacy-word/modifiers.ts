import type { WordVersion } from './word-file.ts';

/** What of a paragraph's or a run's formatting matters for its text. */
export type Property =
  | 'inTable'
  | 'rowEnd'
  | 'headerRow'
  | 'outlineLevel'
  | 'list'
  | 'listLevel'
  | 'simpleList'
  | 'deleted'
  | 'hidden'
  | 'symbol';

export interface Modifier {
  readonly property: Property;
  readonly value: number;
}

/** Single property modifiers of Word 97 and later, by their number ([MS-DOC] 2.6). */
const NEW: ReadonlyMap<number, Property> = new Map([
  [0x2416, 'inTable'],
  [0x2417, 'rowEnd'],
  [0x3404, 'headerRow'],
  [0x2640, 'outlineLevel'],
  [0x460b, 'list'],
  [0x260a, 'listLevel'],
  [0x0800, 'deleted'],
  [0x083c, 'hidden'],
  [0x6a09, 'symbol'],
]);

/** Those of Word 6 and 95. */
const OLD: ReadonlyMap<number, Property> = new Map([
  [13, 'simpleList'],
  [24, 'inTable'],
  [25, 'rowEnd'],
  [65, 'deleted'],
  [92, 'hidden'],
]);

/** The modifiers that matter, in the order in which they apply. What cannot be understood ends the list. */
export function modifiersOf(bytes: Buffer, version: WordVersion): Modifier[] {
  return version === 8 ? newModifiers(bytes) : oldModifiers(bytes);
}

const TABLE_DEFINITION = 0xd608;
const TAB_STOPS = 0xc615;

function newModifiers(bytes: Buffer): Modifier[] {
  const found: Modifier[] = [];
  let at = 0;
  while (at + 3 <= bytes.length) {
    const number = bytes.readUInt16LE(at);
    const length = newOperandLength(number, bytes, at + 2);
    if (length === null || at + 2 + length > bytes.length) break;
    const property = NEW.get(number);
    if (property !== undefined) found.push({ property, value: numberAt(bytes, at + 2, length) });
    at += 2 + length;
  }
  return found;
}

/** Bytes of the operand, its own count included; the number's highest bits say which kind it is. */
function newOperandLength(number: number, bytes: Buffer, at: number): number | null {
  switch (number >> 13) {
    case 0:
    case 1:
      return 1;
    case 3:
      return 4;
    case 6: {
      if (number === TABLE_DEFINITION) return at + 2 > bytes.length ? null : bytes.readUInt16LE(at) + 1;
      const count = bytes.readUInt8(at);
      // Its count may be too large for a byte, and is then found from what follows.
      return number === TAB_STOPS && count === 255 ? null : count + 1;
    }
    case 7:
      return 3;
    default:
      return 2;
  }
}

function numberAt(bytes: Buffer, at: number, length: number): number {
  return length >= 1 && length <= 4 ? bytes.readUIntLE(at, length) : 0;
}

/** Operand bytes of the modifiers 2 to 101; `v` is a count of bytes followed by them. */
const OLD_LENGTHS: readonly (number | 'v')[] = [
  // 2 to 20
  ...([2, 'v', 1, 1, 1, 1, 1, 1, 1, 1, 'v', 1, 1, 'v', 2, 2, 2, 2, 4] as const),
  // 21 to 51
  ...([2, 2, 'v', 1, 1, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 1, 1] as const),
  // 52 to 64 are not used
  ...([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] as const),
  // 65 to 82
  ...([1, 1, 1, 'v', 2, 4, 1, 2, 3, 'v', 1, 0, 0, 0, 0, 2, 'v', 'v'] as const),
  // 83 to 101
  ...([0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 3, 2, 2, 1, 2, 1, 2] as const),
];

function oldModifiers(bytes: Buffer): Modifier[] {
  const found: Modifier[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const number = bytes.readUInt8(at);
    const known = OLD_LENGTHS[number - 2];
    if (known === undefined) break;
    const length = known === 'v' ? bytes.readUInt8(at + 1) + 1 : known;
    if (at + 1 + length > bytes.length) break;
    const property = OLD.get(number);
    if (property !== undefined) found.push({ property, value: numberAt(bytes, at + 1, length) });
    at += 1 + length;
  }
  return found;
}
