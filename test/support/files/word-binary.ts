import { compoundFileOf } from './compound-file.ts';

export interface BinaryParagraph {
  readonly text: string;
  /** Terminator, `\r` by default. */
  readonly end?: string;
  /** Index into STYLES. */
  readonly style?: number;
  /** Bytes of modifiers as Word 97 writes them (Word 6 where the document is one). */
  readonly modifiers?: readonly number[];
  /** Modifiers of all its characters. */
  readonly characters?: readonly number[];
}

/** `bullet`, `number` (`1.`), or a code of Word's with a text in which the characters 0 to 8 stand for the levels' numbers. */
export type BinaryLevel =
  | 'bullet'
  | 'number'
  | { readonly code: number; readonly text: string; readonly start?: number };

export interface BinaryDocument {
  readonly paragraphs: readonly BinaryParagraph[];
  readonly footnotes?: readonly BinaryParagraph[];
  readonly headerTextBoxes?: readonly BinaryParagraph[];
  readonly encrypted?: boolean;
  /** Lists by their levels, bulleted or counted; paragraphs name them by place, from 1. */
  readonly lists?: readonly (readonly BinaryLevel[])[];
  /** Bytes of modifiers of the style of index 0. */
  readonly styleModifiers?: readonly number[];
}

/** Built-in identities by index: normal, heading 1, heading 2, a style of one's own made from heading 2. */
const STYLES = [
  { identity: 0, base: 0xfff },
  { identity: 1, base: 0 },
  { identity: 2, base: 0 },
  { identity: 0xffe, base: 2 },
];

export const IN_TABLE = [0x16, 0x24, 1];
export const ROW_END = [...IN_TABLE, 0x17, 0x24, 1];
export const listItem = (list: number, level: number) => [0x0b, 0x46, list, 0, 0x0a, 0x26, level];

const TEXT_AT = 0x400;
const PARAGRAPHS_ON_PAGE = 8;

/** A document as Word 97 saves it, by hand: enough for a reader, nothing more. Every second paragraph is a piece of one byte a character. */
export function docOf(document: BinaryDocument): Uint8Array {
  const { footnotes = [], headerTextBoxes = [] } = document;
  const paragraphs = [...document.paragraphs, ...footnotes, ...headerTextBoxes].map((one) => ({ end: '\r', ...one }));
  const texts = paragraphs.map(({ text, end }, index) => {
    const narrow = index % 2 === 1 && [...(text + end)].every((character) => character < '\u0080');
    return { narrow, bytes: Buffer.from(text + end, narrow ? 'latin1' : 'utf16le') };
  });
  const places: number[] = [];
  let at = TEXT_AT;
  for (const { bytes } of texts) {
    places.push(at);
    at += bytes.length;
  }
  places.push(at);
  const pagesAt = Math.ceil(at / 512);
  const runs = paragraphs.map((paragraph, index) => ({
    start: places[index] ?? 0,
    end: places[index + 1] ?? 0,
    properties: Buffer.from([paragraph.style ?? 0, 0, ...(paragraph.modifiers ?? [])]),
  }));
  const characterRuns = runs.map((run, index) => ({
    ...run,
    properties: Buffer.from(paragraphs[index]?.characters ?? []),
  }));
  const paragraphPages = inPages(runs);
  const characterPages = inPages(characterRuns);
  const pages = [...paragraphPages.map(paragraphPage), ...characterPages.map(characterPage)];
  const table = new Table();
  const styles = table.add(styleSheet(document.styleModifiers ?? []));
  const papx = table.add(pageTable(paragraphPages, pagesAt));
  const chpx = table.add(pageTable(characterPages, pagesAt + paragraphPages.length));
  const clx = table.add(pieceTable(texts, places));
  const lists = (document.lists ?? []).map((levels, index) => ({ id: 77 + index, levels }));
  const plfLst = table.add(listTable(lists));
  table.add(Buffer.concat(lists.flatMap(({ levels }) => levelsOf(levels))));
  const plfLfo = table.add(listUses(lists));
  const main = Buffer.alloc((pagesAt + pages.length) * 512);
  main.writeUInt16LE(0xa5ec, 0);
  main.writeUInt16LE(0xc1, 2);
  main.writeUInt16LE(0x0200 | (document.encrypted === true ? 0x0100 : 0), 10);
  for (const [index, all] of [
    [0, document.paragraphs],
    [1, footnotes],
    [7, headerTextBoxes],
  ] as const) {
    const length = all.reduce((sum, { text, end = '\r' }) => sum + text.length + end.length, 0);
    main.writeInt32LE(length, 0x4c + index * 4);
  }
  for (const [where, { start, length }] of [
    [0xa2, styles],
    [0xfa, chpx],
    [0x102, papx],
    [0x1a2, clx],
    [0x2e2, plfLst],
    [0x2ea, plfLfo],
  ] as const) {
    main.writeUInt32LE(start, where);
    main.writeUInt32LE(length, where + 4);
  }
  for (const [index, { bytes }] of texts.entries()) bytes.copy(main, places[index]);
  for (const [index, page] of pages.entries()) page.copy(main, (pagesAt + index) * 512);
  return compoundFileOf({ WordDocument: main, '1Table': table.bytes() });
}

/** As Word 6 and 95 save it: one byte a character in the charset of `language`, formatting in the same stream. */
export function oldDocOf(bytes: Buffer, language: number): Uint8Array {
  const main = Buffer.concat([Buffer.alloc(TEXT_AT), bytes, Buffer.alloc(4_096)]);
  main.writeUInt16LE(0xa5dc, 0);
  main.writeUInt16LE(104, 2);
  main.writeUInt16LE(language, 6);
  main.writeUInt32LE(TEXT_AT, 24);
  main.writeInt32LE(bytes.length, 0x34);
  return compoundFileOf({ WordDocument: main });
}

class Table {
  readonly #parts: Buffer[] = [];
  #length = 0;

  add(part: Buffer): { start: number; length: number } {
    const start = this.#length;
    this.#parts.push(part);
    this.#length += part.length;
    return { start, length: part.length };
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

interface Run {
  readonly start: number;
  readonly end: number;
  readonly properties: Buffer;
}

function inPages(runs: readonly Run[]): readonly (readonly Run[])[] {
  const pages: Run[][] = [];
  for (let index = 0; index < runs.length; index += PARAGRAPHS_ON_PAGE) {
    pages.push(runs.slice(index, index + PARAGRAPHS_ON_PAGE));
  }
  return pages;
}

function paragraphPage(runs: readonly Run[]): Buffer {
  // A count of zero, then the count in units of two bytes.
  return formattingPage(runs, 13, (properties) =>
    Buffer.concat([Buffer.from([0, Math.ceil(properties.length / 2)]), properties]),
  );
}

function characterPage(runs: readonly Run[]): Buffer {
  return formattingPage(runs, 1, (properties) => Buffer.concat([Buffer.from([properties.length]), properties]));
}

function formattingPage(runs: readonly Run[], entryBytes: number, counted: (properties: Buffer) => Buffer): Buffer {
  const page = Buffer.alloc(512);
  page.writeUInt8(runs.length, 511);
  let free = 510;
  for (const [index, { start, end, properties }] of runs.entries()) {
    page.writeUInt32LE(start, index * 4);
    page.writeUInt32LE(end, index * 4 + 4);
    const bytes = counted(properties);
    free = (free - bytes.length) & ~1;
    page.writeUInt8(free / 2, (runs.length + 1) * 4 + index * entryBytes);
    bytes.copy(page, free);
  }
  return page;
}

function pageTable(pages: readonly (readonly Run[])[], first: number): Buffer {
  const table = Buffer.alloc((pages.length + 1) * 4 + pages.length * 4);
  for (const [index, page] of pages.entries()) {
    table.writeUInt32LE(page[0]?.start ?? 0, index * 4);
    table.writeUInt32LE(page.at(-1)?.end ?? 0, index * 4 + 4);
    table.writeUInt32LE(first + index, (pages.length + 1) * 4 + index * 4);
  }
  return table;
}

function pieceTable(texts: readonly { narrow: boolean; bytes: Buffer }[], places: readonly number[]): Buffer {
  const table = Buffer.alloc(5 + (texts.length + 1) * 4 + texts.length * 8);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(table.length - 5, 1);
  let position = 0;
  for (const [index, { narrow, bytes }] of texts.entries()) {
    const place = places[index] ?? 0;
    position += narrow ? bytes.length : bytes.length / 2;
    table.writeUInt32LE(position, 5 + (index + 1) * 4);
    table.writeUInt32LE(narrow ? 0x40000000 + place * 2 : place, 5 + (texts.length + 1) * 4 + index * 8 + 2);
  }
  return table;
}

function styleSheet(modifiers: readonly number[]): Buffer {
  const head = Buffer.alloc(20);
  head.writeUInt16LE(18, 0);
  head.writeUInt16LE(STYLES.length, 2);
  head.writeUInt16LE(10, 4);
  const styles = STYLES.map(({ identity, base }, index) => {
    const own = Buffer.from(index === 0 ? modifiers : []);
    // Ten bytes of facts, a name of one letter with its length and its end, then the style's index and modifiers with their length.
    const style = Buffer.concat([Buffer.alloc(2 + 10 + 6 + 2 + 2), own]);
    style.writeUInt16LE(style.length - 2, 0);
    style.writeUInt16LE(identity, 2);
    style.writeUInt16LE(1 | (base << 4), 4);
    style.writeUInt16LE(1, 12);
    style.write('S', 14, 'utf16le');
    style.writeUInt16LE(2 + own.length, 18);
    return style;
  });
  return Buffer.concat([head, ...styles]);
}

interface BinaryList {
  readonly id: number;
  readonly levels: readonly BinaryLevel[];
}

function listTable(lists: readonly BinaryList[]): Buffer {
  const table = Buffer.alloc(2 + lists.length * 28);
  table.writeUInt16LE(lists.length, 0);
  for (const [index, { id, levels }] of lists.entries()) {
    table.writeUInt32LE(id, 2 + index * 28);
    table.writeUInt8(levels.length === 1 ? 1 : 0, 2 + index * 28 + 26);
  }
  return table;
}

/** A list has one level or nine. */
function levelsOf(kinds: readonly BinaryLevel[]): Buffer[] {
  return Array.from({ length: kinds.length === 1 ? 1 : 9 }, (_, index) => {
    const kind = kinds[index] ?? 'bullet';
    const plain = { code: kind === 'bullet' ? 23 : 0, text: `${String.fromCharCode(index)}.` };
    const { code, text, start = 1 } = typeof kind === 'string' ? { ...plain, start: 1 } : kind;
    const level = Buffer.alloc(28 + 2 + text.length * 2);
    level.writeInt32LE(start, 0);
    level.writeUInt8(code, 4);
    level.writeUInt16LE(text.length, 28);
    level.write(text, 30, 'utf16le');
    return level;
  });
}

function listUses(lists: readonly BinaryList[]): Buffer {
  const table = Buffer.alloc(4 + lists.length * 16);
  table.writeUInt32LE(lists.length, 0);
  for (const [index, { id }] of lists.entries()) table.writeUInt32LE(id, 4 + index * 16);
  return table;
}
