/** Builds JSON arrays from the raw fields of documents, byte by byte and without parsing. */
import { releaseBuffer } from '../../../lib/release-buffer.ts';

const LINE_BREAK = 10;
const COMMA = 44;

/**
 * @param chunks JSON documents, one a line
 * @param before bytes of a document before its raw field; only the closing bracket follows the field
 * @throws Error when a document has no raw field
 */
export function rawList(chunks: readonly Uint8Array[], before: Uint8Array, reversed: boolean): Uint8Array {
  const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
  // The prefix left out of each line is longer than the comma that replaces it.
  const list = Buffer.allocUnsafeSlow(bytes + 2);
  let end = list.write('[');
  for (const chunk of reversed ? chunks.toReversed() : chunks) {
    const lines = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (const [from, to] of linesOf(lines, reversed)) {
      const at = lines.indexOf(before, from);
      if (at === -1 || at >= to) throw new Error('A document has no raw field');
      if (end > 1) list[end++] = COMMA;
      end += lines.copy(list, end, at + before.byteLength, to - 1);
    }
    releaseBuffer(chunk);
  }
  end += list.write(']', end);
  return list.subarray(0, end);
}

/** Start and end offset of each line. */
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
