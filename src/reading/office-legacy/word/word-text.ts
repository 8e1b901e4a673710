import iconv from 'iconv-lite';
import { decodeText } from '../../decoding/decode-text.ts';
import { damaged } from '../../unreadable.ts';
import { ansiEncoding } from './ansi-encoding.ts';
import { firstEndingAfter, formattingRuns } from './formatting-runs.ts';
import { parseModifiers } from './modifiers.ts';
import type { WordFile } from './word-file.ts';

/** One UTF-16 unit per character position (CP). */
export interface WordText {
  readonly units: string;
  /** Offset of a character position in the main stream. */
  offsetOf(position: number): number;
  /** Units are bytes of an ANSI charset in Word 6 and 95. */
  decode(units: string): string;
}

/** Replaces deleted and hidden characters. */
export const UNREAD = '\uffff';

interface Piece {
  /** First character position, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly offset: number;
  readonly bytesEach: 1 | 2;
}

/** @throws Unreadable */
export function readWordText(file: WordFile): WordText {
  const pieces = readPieces(file);
  const length = pieces.at(-1)?.to ?? 0;
  // Each character occupies bytes in the file, which bounds the claimed length.
  if (length > file.main.length) throw damaged('it claims more text than it holds');
  const units = new Uint16Array(length);
  for (const piece of pieces) copyPiece(file, piece, units);
  applyCharacterFormatting(file, pieces, units);
  const encoding = file.version === 6 && !file.wideText ? encodingOf(file, units) : null;
  return {
    units: Buffer.from(units.buffer).toString('utf16le'),
    offsetOf: (position) => offsetIn(pieces, position),
    decode: (text) => (encoding === null ? text : iconv.decode(Buffer.from(text, 'latin1'), encoding)),
  };
}

/** Other scripts are told from Western text with certainty. */
const OTHER_SCRIPT = /^(?:windows-(?:125[1356]|874)|cp932|cp949|gb18030|big5-hkscs)$/;
const SAMPLE_UNITS = 64 * 1024;

/** The language of the installation decides, unless it is a Western one that the text belies. */
function encodingOf(file: WordFile, units: Uint16Array): string {
  const said = ansiEncoding(file.language, file.macintosh);
  if (said !== 'windows-1252') return said;
  const written = Uint8Array.from(units.subarray(0, SAMPLE_UNITS).filter((unit) => unit >= 0x20 && unit <= 0xff));
  const found = decodeText(written).encoding;
  return OTHER_SCRIPT.test(found) ? found : said;
}

function readPieces(file: WordFile): readonly Piece[] {
  const table = pieceTableOf(file.table('pieces'));
  if (table === null) {
    if (file.version === 8) throw damaged('the list of its text is missing');
    const to = Object.values(file.lengths).reduce((sum: number, length: number) => sum + length, 0);
    return [{ from: 0, to, offset: file.textStart, bytesEach: file.wideText ? 2 : 1 }];
  }
  const count = Math.floor((table.length - 4) / 12);
  const pieces: Piece[] = [];
  for (let index = 0; index < count; index += 1) {
    const from = table.readUInt32LE(index * 4);
    const to = table.readUInt32LE(index * 4 + 4);
    if (from >= to || from !== (pieces.at(-1)?.to ?? 0)) continue;
    pieces.push({ from, to, ...placeOf(file, table.readUInt32LE((count + 1) * 4 + index * 8 + 2)) });
  }
  return pieces;
}

/** Word 97 marks one-byte text by a bit and doubles its offset. */
function placeOf(file: WordFile, place: number): Pick<Piece, 'offset' | 'bytesEach'> {
  if (file.version === 6) return { offset: place, bytesEach: file.wideText ? 2 : 1 };
  const single = (place & 0x40000000) !== 0;
  const offset = place & 0x3fffffff;
  return single ? { offset: offset >>> 1, bytesEach: 1 } : { offset, bytesEach: 2 };
}

/** The piece table (Pcdt) follows any number of formatting lists (Prc), each with its length. */
function pieceTableOf(bytes: Buffer): Buffer | null {
  let at = 0;
  while (at + 5 <= bytes.length) {
    const kind = bytes.readUInt8(at);
    if (kind === 2) return bytes.subarray(at + 5, at + 5 + bytes.readUInt32LE(at + 1));
    if (kind !== 1) return null;
    at += 3 + bytes.readUInt16LE(at + 1);
  }
  return null;
}

function copyPiece(file: WordFile, { from, to, offset, bytesEach }: Piece, units: Uint16Array): void {
  const bytes = file.main.subarray(offset, offset + (to - from) * bytesEach);
  if (bytes.length < (to - from) * bytesEach) throw damaged('its text breaks off');
  const text = decoded(bytes, file, bytesEach);
  for (let index = 0; index < to - from; index += 1) units[from + index] = text.charCodeAt(index);
}

function decoded(bytes: Buffer, { version }: WordFile, bytesEach: Piece['bytesEach']): string {
  if (bytesEach === 2) return bytes.toString('utf16le');
  return version === 6 ? bytes.toString('latin1') : iconv.decode(bytes, 'windows-1252');
}

function applyCharacterFormatting(file: WordFile, pieces: readonly Piece[], units: Uint16Array): void {
  const runs = formattingRuns(file, 'characterPages').flatMap((run) => {
    const unit = replacementFor(run.modifiers, file);
    return unit === null ? [] : [{ ...run, unit }];
  });
  for (const { from, to, offset, bytesEach } of pieces) {
    const end = offset + (to - from) * bytesEach;
    for (let index = firstEndingAfter(runs, offset); index < runs.length; index += 1) {
      const run = runs[index];
      if (run === undefined || run.start >= end) break;
      const first = from + Math.max(0, Math.floor((run.start - offset) / bytesEach));
      const last = from + Math.ceil((Math.min(run.end, end) - offset) / bytesEach);
      replaceUnits(units, first, last, run.unit);
    }
  }
}

/** Structural marks stay even when hidden. */
function replaceUnits(units: Uint16Array, first: number, last: number, unit: number): void {
  for (let position = first; position < last; position += 1) {
    if ((units[position] ?? 0) >= 0x20) units[position] = unit;
  }
}

function replacementFor(modifiers: Buffer, file: WordFile): number | null {
  let unit: number | null = null;
  for (const { property, value } of parseModifiers(modifiers, file.version)) {
    if ((property === 'deleted' || property === 'hidden') && value === 1) return UNREAD.charCodeAt(0);
    // Symbol: font index in the low word, character in the high word.
    if (property === 'symbol') unit = value >>> 16;
  }
  return unit;
}

function offsetIn(pieces: readonly Piece[], position: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.to ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  const piece = pieces[low];
  return piece === undefined ? 0 : piece.offset + (position - piece.from) * piece.bytesEach;
}
