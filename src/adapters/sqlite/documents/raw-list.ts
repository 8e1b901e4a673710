/** Builds JSON arrays from the raw fields of documents, byte by byte and without parsing. */
import { releaseBuffer } from '../../../lib/release-buffer.ts';

const LINE_BREAK = 10;
const COMMA = 44;
const OPENING_BRACE = 123;

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
      const start = rawFieldStart(lines, from, before);
      if (start >= to) throw new Error('A document has no raw field');
      if (end > 1) list[end++] = COMMA;
      end += lines.copy(list, end, start, to - 1);
    }
    releaseBuffer(chunk);
  }
  end += list.write(']', end);
  return list.subarray(0, end);
}

/** Offset of the raw field's object, or one behind all lines. Its brace is the first one, unless a text before it holds another. */
function rawFieldStart(lines: Buffer, from: number, before: Uint8Array): number {
  // Several times as fast as a search for many bytes.
  const brace = lines.indexOf(OPENING_BRACE, from + 1);
  if (endsAt(lines, brace, before)) return brace;
  const found = lines.indexOf(before, from);
  return found === -1 ? lines.length : found + before.byteLength;
}

/** Compares byte by byte: calls and closures cost more than the few bytes. */
function endsAt(lines: Buffer, end: number, bytes: Uint8Array): boolean {
  let index = bytes.byteLength;
  while (index > 0 && lines[end - bytes.byteLength + index - 1] === bytes[index - 1]) index -= 1;
  return index === 0;
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
