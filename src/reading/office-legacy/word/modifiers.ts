import type { WordVersion } from './word-file.ts';

/** Formatting properties that affect the text. */
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

export interface PropertyModifier {
  readonly property: Property;
  readonly value: number;
}

/** Single property modifiers (sprms) of Word 97 and later, by code ([MS-DOC] 2.6). */
const WORD_97_SPRMS: ReadonlyMap<number, Property> = new Map([
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

/** Sprms of Word 6 and 95, by code. */
const WORD_6_SPRMS: ReadonlyMap<number, Property> = new Map([
  [13, 'simpleList'],
  [24, 'inTable'],
  [25, 'rowEnd'],
  [65, 'deleted'],
  [92, 'hidden'],
]);

/** Stops at the first malformed modifier. */
export function parseModifiers(bytes: Buffer, version: WordVersion): PropertyModifier[] {
  return version === 8 ? parseWord97(bytes) : parseWord6(bytes);
}

const TABLE_DEFINITION = 0xd608;
const TAB_STOPS = 0xc615;

function parseWord97(bytes: Buffer): PropertyModifier[] {
  const found: PropertyModifier[] = [];
  let at = 0;
  while (at + 3 <= bytes.length) {
    const number = bytes.readUInt16LE(at);
    const length = word97OperandBytes(number, bytes, at + 2);
    if (length === null || at + 2 + length > bytes.length) break;
    const property = WORD_97_SPRMS.get(number);
    if (property !== undefined) found.push({ property, value: numberAt(bytes, at + 2, length) });
    at += 2 + length;
  }
  return found;
}

/** Length in bytes, count included. The code's top three bits tell its kind. */
function word97OperandBytes(number: number, bytes: Buffer, at: number): number | null {
  switch (number >> 13) {
    case 0:
    case 1:
      return 1;
    case 3:
      return 4;
    case 6: {
      if (number === TABLE_DEFINITION) return at + 2 > bytes.length ? null : bytes.readUInt16LE(at) + 1;
      const count = bytes.readUInt8(at);
      // A count of 255 means that the length must be computed from the operand.
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

/** Operand lengths of codes 2 to 101; `v` is a count byte followed by that many bytes. */
const WORD_6_OPERAND_BYTES: readonly (number | 'v')[] = [
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

function parseWord6(bytes: Buffer): PropertyModifier[] {
  const found: PropertyModifier[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const number = bytes.readUInt8(at);
    const known = WORD_6_OPERAND_BYTES[number - 2];
    if (known === undefined) break;
    const length = known === 'v' ? bytes.readUInt8(at + 1) + 1 : known;
    if (at + 1 + length > bytes.length) break;
    const property = WORD_6_SPRMS.get(number);
    if (property !== undefined) found.push({ property, value: numberAt(bytes, at + 1, length) });
    at += 1 + length;
  }
  return found;
}
