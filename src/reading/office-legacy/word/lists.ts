import { formatNumber, type NumberFormat } from '../../documents/word/number-formats.ts';
import type { WordFile } from './word-file.ts';

/** Level of a list (LVLF). */
interface ListLevel {
  /** `null` for bullets and levels without a number. */
  readonly format: NumberFormat | null;
  readonly start: number;
  /** The characters 0 to 8 stand for the numbers of the levels. */
  readonly text: string;
}

interface List {
  readonly id: number;
  readonly levels: readonly ListLevel[];
}

const MAX_LISTS = 4_000;
const MAX_LEVELS = 9;
const BULLET = 23;
const NO_NUMBER = 255;
const MAX_LABEL_CHARACTERS = 60;
const MAX_START = 1_000_000;

/** Formats by number format code (nfc); others are read as decimal. */
const FORMATS: ReadonlyMap<number, NumberFormat | null> = new Map([
  [1, 'upper-roman'],
  [2, 'lower-roman'],
  [3, 'upper-letter'],
  [4, 'lower-letter'],
  [22, 'padded'],
  [BULLET, null],
  [NO_NUMBER, null],
]);

/** Gives the number that Word displays. */
export class ListNumbering {
  readonly #lists: ReadonlyMap<number, List>;
  /** List ids by list override index (LFO), from 1. */
  readonly #uses: readonly number[];
  readonly #counts = new Map<number, number[]>();

  constructor(file: WordFile) {
    this.#lists = new Map(readLists(file).map((list) => [list.id, list]));
    this.#uses = readOverrides(file.table('listUses'));
  }

  /** Empty for bullets. */
  labelOf(use: number, level: number): string {
    const list = this.#lists.get(this.#uses[use - 1] ?? -1);
    const kind = list?.levels[Math.min(level, (list?.levels.length ?? 1) - 1)];
    if (list === undefined || kind === undefined || kind.format === null) return '';
    const counts = this.#counts.get(list.id) ?? [];
    this.#counts.set(list.id, counts);
    const number = (counts[level] ?? kind.start - 1) + 1;
    counts[level] = number;
    // An item restarts the numbering of deeper levels.
    counts.length = level + 1;
    return kind.text
      .replace(/\p{Cc}/gu, (place) => {
        const at = place.charCodeAt(0);
        const { format, start } = list.levels[at] ?? { format: null, start: 1 };
        return at < MAX_LEVELS ? formatNumber(counts[at] ?? start, format ?? 'decimal') : ' ';
      })
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, MAX_LABEL_CHARACTERS);
  }
}

/** Levels of all lists follow the list table, one list after the other. */
function readLists(file: WordFile): List[] {
  const table = file.table('lists');
  if (table.length < 2) return [];
  const count = Math.min(table.readUInt16LE(0), MAX_LISTS, Math.floor((table.length - 2) / 28));
  const levels = new LevelReader(file.behindTable('lists'));
  const lists: List[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = 2 + index * 28;
    const simple = (table.readUInt8(at + 26) & 1) === 1;
    lists.push({ id: table.readUInt32LE(at), levels: levels.read(simple ? 1 : MAX_LEVELS) });
  }
  return lists;
}

class LevelReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** May return fewer when the bytes end. */
  read(wanted: number): ListLevel[] {
    const levels: ListLevel[] = [];
    while (levels.length < wanted && this.#at + 28 <= this.#bytes.length) {
      const at = this.#at;
      const format = this.#bytes.readUInt8(at + 4);
      // Skips paragraph and number formatting, then the number's text.
      const text = at + 28 + this.#bytes.readUInt8(at + 24) + this.#bytes.readUInt8(at + 25);
      this.#at = text + 2 > this.#bytes.length ? text : text + 2 + this.#bytes.readUInt16LE(text) * 2;
      const start = this.#bytes.readInt32LE(at);
      levels.push({
        format: FORMATS.has(format) ? (FORMATS.get(format) ?? null) : 'decimal',
        start: Math.abs(start) <= MAX_START ? start : 1,
        text: this.#bytes.toString('utf16le', text + 2, Math.min(this.#at, text + 2 + MAX_LABEL_CHARACTERS * 2)),
      });
    }
    return levels;
  }
}

function readOverrides(table: Buffer): number[] {
  if (table.length < 4) return [];
  const count = Math.min(table.readUInt32LE(0), MAX_LISTS * 4, Math.floor((table.length - 4) / 16));
  return Array.from({ length: count }, (_, index) => table.readUInt32LE(4 + index * 16));
}
