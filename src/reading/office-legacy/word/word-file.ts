import { damaged, otherFormat, PASSWORD_PROTECTED, TOO_OLD, Unreadable, wrongFormat } from '../../unreadable.ts';
import { CompoundFile } from '../compound-file/compound-file.ts';

/** Word 6 and 95 share one file layout, Word 97 to 2003 another. */
export type WordVersion = 6 | 8;

/** Characters of the document parts, which follow each other in this order. */
export interface PartLengths {
  readonly main: number;
  readonly footnotes: number;
  readonly headers: number;
  readonly macros: number;
  readonly comments: number;
  readonly endnotes: number;
  readonly textBoxes: number;
  readonly headerTextBoxes: number;
}

/** Streams of a .doc file and its file information block (FIB, [MS-DOC] 2.5). */
export interface WordFile {
  readonly version: WordVersion;
  /** The WordDocument stream; text and FKP offsets refer to it. */
  readonly main: Buffer;
  readonly lengths: PartLengths;
  /** Windows language id of the installation that wrote the file. */
  readonly language: number;
  readonly macintosh: boolean;
  /** Word 6 and 95 in East Asia: two bytes per character. */
  readonly wideText: boolean;
  /** Word 6 and 95: text offset when there is no piece table. */
  readonly textStart: number;
  readonly container: CompoundFile;
  /** Empty when the table is missing or out of bounds. */
  table(name: TableStreamName): Buffer;
  /** Empty when the table is missing. */
  behindTable(name: TableStreamName): Buffer;
}

/** Offsets of the (offset, length) pairs in the FIB. */
const TABLES = {
  styles: { 8: 0xa2, 6: 0x60 },
  characterPages: { 8: 0xfa, 6: 0xb8 },
  paragraphPages: { 8: 0x102, 6: 0xc0 },
  pieces: { 8: 0x1a2, 6: 0x160 },
  lists: { 8: 0x2e2, 6: null },
  listUses: { 8: 0x2ea, 6: null },
} as const;

export type TableStreamName = keyof typeof TABLES;

const WORD_97 = 0xa5ec;
const WORD_6 = 0xa5dc;
/** Word 1 and 2 for Windows count upwards from here. */
const WORD_1 = 0xa59b;
const MIN_FIB_BYTES = { 8: 0x2f2, 6: 0x168 } as const;

const EMPTY = Buffer.alloc(0);

/** @throws Unreadable when it is no Word document, is encrypted, or is truncated */
export function openWordFile(bytes: Uint8Array): WordFile {
  const container = new CompoundFile(bytes);
  const main = container.stream('WordDocument');
  if (main === null) throw noDocumentIn(container);
  if (main.length < 32) throw damaged('it breaks off');
  const version = versionOf(main);
  const flags = main.readUInt16LE(10);
  if ((flags & 0x0100) !== 0) throw new Unreadable(PASSWORD_PROTECTED);
  if (main.length < MIN_FIB_BYTES[version]) throw damaged('it breaks off');
  const tables = version === 6 ? main : container.stream((flags & 0x0200) === 0 ? '0Table' : '1Table');
  if (tables === null) throw damaged('its tables are missing');
  const placeOf = (name: TableStreamName) => {
    const at = TABLES[name][version];
    const start = at === null ? 0 : main.readUInt32LE(at);
    const end = at === null ? 0 : start + main.readUInt32LE(at + 4);
    return end > start && end <= tables.length ? { start, end } : null;
  };
  return {
    version,
    main,
    lengths: lengthsOf(main, version),
    language: main.readUInt16LE(6),
    macintosh: main.readUInt16LE(20) === 256,
    wideText: version === 6 && (flags & 0x1000) !== 0,
    textStart: main.readUInt32LE(24),
    container,
    table(name) {
      const place = placeOf(name);
      return place === null ? EMPTY : tables.subarray(place.start, place.end);
    },
    behindTable(name) {
      const place = placeOf(name);
      return place === null ? EMPTY : tables.subarray(place.end);
    },
  };
}

function noDocumentIn(container: CompoundFile): Unreadable {
  // Newer Office versions encrypt into a compound file, whatever the extension.
  if (container.has('EncryptedPackage')) return new Unreadable(PASSWORD_PROTECTED);
  const isExcel = container.has('Workbook') || container.has('Book');
  return isExcel ? otherFormat('an Excel workbook', '.doc') : wrongFormat('.doc');
}

function versionOf(main: Buffer): WordVersion {
  const magic = main.readUInt16LE(0);
  if (magic === WORD_97) return 8;
  if (magic === WORD_6) return 6;
  throw magic >= WORD_1 && magic < WORD_6 ? new Unreadable(TOO_OLD) : damaged('its head cannot be understood');
}

function lengthsOf(main: Buffer, version: WordVersion): PartLengths {
  const first = version === 8 ? 0x4c : 0x34;
  const length = (index: number) => Math.max(0, main.readInt32LE(first + index * 4));
  return {
    main: length(0),
    footnotes: length(1),
    headers: length(2),
    macros: length(3),
    comments: length(4),
    endnotes: length(5),
    textBoxes: length(6),
    headerTextBoxes: length(7),
  };
}
