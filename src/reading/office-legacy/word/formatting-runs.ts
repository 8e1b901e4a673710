import type { WordFile } from './word-file.ts';

/** Applies to the main stream's bytes from `start` to `end`. */
export interface FormattingRun {
  readonly start: number;
  readonly end: number;
  /** Style index (istd); 0 for characters. */
  readonly style: number;
  readonly modifiers: Buffer;
}

type PageKind = 'characterPages' | 'paragraphPages';

const PAGE_BYTES = 512;
/** By version of Word. */
const PARAGRAPH_ENTRY_BYTES = { 6: 7, 8: 13 } as const;
const NO_MODIFIERS = Buffer.alloc(0);

/** Formatted disk pages (FKPs): 512-byte pages of formatting that a bin table lists. Sorted; overlapping runs are dropped. */
export function formattingRuns(file: WordFile, kind: PageKind): readonly FormattingRun[] {
  const runs = pageNumbers(file, kind).flatMap((page) => {
    const bytes = file.main.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
    return bytes.length < PAGE_BYTES ? [] : readPage(bytes, file, kind);
  });
  runs.sort((one, other) => one.start - other.start);
  let end = 0;
  return runs.filter((run) => {
    if (run.start < end) return false;
    end = run.end;
    return true;
  });
}

export function runAt(runs: readonly FormattingRun[], offset: number): FormattingRun | null {
  const run = runs[firstEndingAfter(runs, offset)];
  return run !== undefined && run.start <= offset ? run : null;
}

export function firstEndingAfter(runs: readonly FormattingRun[], offset: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((runs[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Drops duplicates: a hostile table may repeat one page a million times. */
function pageNumbers(file: WordFile, kind: PageKind): readonly number[] {
  const table = file.table(kind);
  const size = file.version === 8 ? 4 : 2;
  const count = Math.floor((table.length - 4) / (4 + size));
  const pages = new Set<number>();
  for (let index = 0; index < count; index += 1) pages.add(table.readUIntLE((count + 1) * 4 + index * size, size));
  return [...pages];
}

function readPage(page: Buffer, file: WordFile, kind: PageKind): FormattingRun[] {
  const count = page.readUInt8(PAGE_BYTES - 1);
  const entryBytes = kind === 'characterPages' ? 1 : PARAGRAPH_ENTRY_BYTES[file.version];
  const runs: FormattingRun[] = [];
  for (let index = 0; index < count; index += 1) {
    const entry = (count + 1) * 4 + index * entryBytes;
    if (entry >= PAGE_BYTES - 1) break;
    const start = page.readUInt32LE(index * 4);
    const end = page.readUInt32LE(index * 4 + 4);
    if (start >= end) continue;
    const at = page.readUInt8(entry) * 2;
    if (at === 0) runs.push({ start, end, style: 0, modifiers: NO_MODIFIERS });
    else
      runs.push({ start, end, ...(kind === 'paragraphPages' ? paragraphAt(page, at, file) : charactersAt(page, at)) });
  }
  return runs;
}

function charactersAt(page: Buffer, at: number) {
  return { style: 0, modifiers: page.subarray(at + 1, at + 1 + page.readUInt8(at)) };
}

function paragraphAt(page: Buffer, at: number, file: WordFile) {
  const [from, length] = paragraphExtent(page, at, file);
  const properties = page.subarray(from, from + length);
  if (properties.length < 2) return { style: 0, modifiers: NO_MODIFIERS };
  return { style: properties.readUInt16LE(0), modifiers: properties.subarray(2) };
}

/** Lengths are counted in words of two bytes. */
function paragraphExtent(page: Buffer, at: number, file: WordFile): readonly [from: number, length: number] {
  const words = page.readUInt8(at);
  if (file.version === 6) return [at + 1, words * 2];
  // Word 97: the length is odd, except that a first count of zero is followed by a second count.
  if (words > 0) return [at + 1, words * 2 - 1];
  return [at + 2, page.readUInt8(Math.min(at + 1, PAGE_BYTES - 1)) * 2];
}
