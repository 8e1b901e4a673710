/** Puts lists together from what documents show, byte by byte: nothing is parsed, and no text is made of it. */

import { giveBack } from '../../../runtime/give-back.ts';

const LINE_BREAK = 10;
const COMMA = 44;

/**
 * @param lots documents as JSON, one a line: JSON itself holds no line break
 * @param before what stands in a document before the part that is shown; after it comes only the last bracket
 * @returns JSON of a list, in the order of the lots, or from the last line to the first
 * @throws Error when a document has no such part
 */
export function shownList(lots: readonly Uint8Array[], before: Uint8Array, reversed: boolean): Uint8Array {
  const bytes = lots.reduce((sum, { byteLength }) => sum + byteLength, 0);
  // What is left out of each line is longer than the comma that may come in its place.
  const list = Buffer.allocUnsafe(bytes + 2);
  let end = list.write('[');
  for (const lot of reversed ? lots.toReversed() : lots) {
    const lines = Buffer.from(lot.buffer, lot.byteOffset, lot.byteLength);
    for (const [from, to] of linesOf(lines, reversed)) {
      const at = lines.indexOf(before, from);
      if (at === -1 || at >= to) throw new Error('A document has no part that is shown');
      if (end > 1) list[end++] = COMMA;
      end += lines.copy(list, end, at + before.byteLength, to - 1);
    }
    giveBack(lot);
  }
  end += list.write(']', end);
  return list.subarray(0, end);
}

/** Where each line begins and ends. */
function* linesOf(lines: Buffer, reversed: boolean): Generator<readonly [from: number, to: number]> {
  if (reversed) {
    for (let to = lines.length; to > 0; ) {
      const from = lines.lastIndexOf(LINE_BREAK, to - 1) + 1;
      yield [from, to];
      to = from - 1;
    }
    return;
  }
  for (let from = 0; from < lines.length; ) {
    const found = lines.indexOf(LINE_BREAK, from);
    const to = found === -1 ? lines.length : found;
    yield [from, to];
    from = to + 1;
  }
}
