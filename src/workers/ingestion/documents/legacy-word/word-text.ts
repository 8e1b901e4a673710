import iconv from 'iconv-lite';
import { damaged } from '../unreadable.ts';
import { ansiEncoding } from './ansi-encoding.ts';
import { firstEndingAfter, formattingRuns } from './formatting-runs.ts';
import { modifiersOf } from './modifiers.ts';
import type { WordFile } from './word-file.ts';

/** The characters of all parts, one UTF-16 unit for each position, so that positions in it are the document's own. */
export interface WordText {
  readonly units: string;
  /** Where in the main stream the character at a position is kept. */
  offsetOf(position: number): number;
  /** Units as people read them: in Word 6 and 95 they are bytes of some charset until then. */
  decode(units: string): string;
}

/** Stands where a character is not to be read: it was deleted with changes tracked, or is hidden. */
export const UNREAD = '\uffff';

interface Stretch {
  /** First position, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly offset: number;
  readonly bytesEach: 1 | 2;
}

/** Puts the pieces together in which a document was saved. @throws Unreadable */
export function readWordText(file: WordFile): WordText {
  const stretches = stretchesOf(file);
  const length = stretches.at(-1)?.to ?? 0;
  // Every character has a place of its own in the file: what claims more would grow without end.
  if (length > file.main.length) throw damaged('it claims more text than it holds');
  const units = new Uint16Array(length);
  for (const stretch of stretches) copyStretch(file, stretch, units);
  applyCharacterFormatting(file, stretches, units);
  const encoding = file.version === 6 && !file.wideText ? ansiEncoding(file.language, file.macintosh) : null;
  return {
    units: Buffer.from(units.buffer).toString('utf16le'),
    offsetOf: (position) => offsetIn(stretches, position),
    decode: (text) => (encoding === null ? text : iconv.decode(Buffer.from(text, 'latin1'), encoding)),
  };
}

function stretchesOf(file: WordFile): readonly Stretch[] {
  const pieces = pieceTableOf(file.table('pieces'));
  if (pieces === null) {
    if (file.version === 8) throw damaged('the list of its text is missing');
    const to = Object.values(file.lengths).reduce((sum: number, length: number) => sum + length, 0);
    return [{ from: 0, to, offset: file.textStart, bytesEach: file.wideText ? 2 : 1 }];
  }
  const count = Math.floor((pieces.length - 4) / 12);
  const stretches: Stretch[] = [];
  for (let index = 0; index < count; index += 1) {
    const from = pieces.readUInt32LE(index * 4);
    const to = pieces.readUInt32LE(index * 4 + 4);
    if (from >= to || from !== (stretches.at(-1)?.to ?? 0)) continue;
    stretches.push({ from, to, ...placeOf(file, pieces.readUInt32LE((count + 1) * 4 + index * 8 + 2)) });
  }
  return stretches;
}

/** Word 97 marks text of one byte a character by a bit, and doubles where it is. */
function placeOf(file: WordFile, place: number): Pick<Stretch, 'offset' | 'bytesEach'> {
  if (file.version === 6) return { offset: place, bytesEach: file.wideText ? 2 : 1 };
  const single = (place & 0x40000000) !== 0;
  const offset = place & 0x3fffffff;
  return single ? { offset: offset >>> 1, bytesEach: 1 } : { offset, bytesEach: 2 };
}

/** The table stands behind any number of formatting lists, each with its own length. */
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

function copyStretch(file: WordFile, { from, to, offset, bytesEach }: Stretch, units: Uint16Array): void {
  const bytes = file.main.subarray(offset, offset + (to - from) * bytesEach);
  if (bytes.length < (to - from) * bytesEach) throw damaged('its text breaks off');
  const encoding = bytesEach === 2 ? 'utf16le' : file.version === 6 ? 'latin1' : 'windows-1252';
  const text = encoding === 'windows-1252' ? iconv.decode(bytes, encoding) : bytes.toString(encoding);
  for (let index = 0; index < to - from; index += 1) units[from + index] = text.charCodeAt(index);
}

function applyCharacterFormatting(file: WordFile, stretches: readonly Stretch[], units: Uint16Array): void {
  const runs = formattingRuns(file, 'characterPages').flatMap((run) => {
    const unit = replacementFor(run.modifiers, file);
    return unit === null ? [] : [{ ...run, unit }];
  });
  for (const { from, to, offset, bytesEach } of stretches) {
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

/** Marks that structure the text stay even where they are hidden. */
function replaceUnits(units: Uint16Array, first: number, last: number, unit: number): void {
  for (let position = first; position < last; position += 1) {
    if ((units[position] ?? 0) >= 0x20) units[position] = unit;
  }
}

/** What a run's characters are read as instead of what they are; null when they are read as they are. */
function replacementFor(modifiers: Buffer, file: WordFile): number | null {
  let unit: number | null = null;
  for (const { property, value } of modifiersOf(modifiers, file.version)) {
    if ((property === 'deleted' || property === 'hidden') && value === 1) return UNREAD.charCodeAt(0);
    // A character out of a font of symbols: its number follows the font's.
    if (property === 'symbol') unit = value >>> 16;
  }
  return unit;
}

function offsetIn(stretches: readonly Stretch[], position: number): number {
  let low = 0;
  let high = stretches.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stretches[middle]?.to ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  const stretch = stretches[low];
  return stretch === undefined ? 0 : stretch.offset + (position - stretch.from) * stretch.bytesEach;
}
