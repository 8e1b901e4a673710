import { sectionHeads } from './section-heads.ts';
import type { PdfLine } from './text-lines.ts';

const EDGE_LINES = 2;
const MIN_PAGES = 4;
const MIN_SHARE = 0.5;
/** Page numbers grow by at most this on a page: a sheet may hold two. */
const MAX_PAGE_STEP = 2;

export interface KeptLines {
  /** Headers and footers, on the first page that has them. */
  readonly running: readonly PdfLine[];
  /** The page without them. */
  readonly lines: readonly PdfLine[];
}

/** Headers and footers are lines that most pages repeat, with other numbers of pages, parts or chapters at most, or those of a part. */
export function keptHeaders(pages: readonly (readonly PdfLine[])[]): readonly KeptLines[] {
  const repeated = repeatedEdges(pages);
  const ofParts = sectionHeads(pages);
  const kept = new Set<string>();
  return pages.map((lines) => {
    const edges = edgesOf(lines);
    const running: PdfLine[] = [];
    const others = lines.filter((line, index) => {
      const key = edges.has(index) ? normalize(line.text) : '';
      if (key === '' || !repeated.has(key)) return !ofParts.has(line);
      // Bare page numbers are never kept.
      if (!kept.has(key) && key !== '#') running.push(line);
      kept.add(key);
      return false;
    });
    return { running, lines: others };
  });
}

const normalize = (line: string) => line.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().toLowerCase();

function edgesOf(lines: readonly PdfLine[]): ReadonlySet<number> {
  const filled = lines.flatMap((line, index) => (line.text === '' ? [] : [index]));
  return new Set([...filled.slice(0, EDGE_LINES), ...filled.slice(-EDGE_LINES)]);
}

interface EdgeText {
  pages: number;
  /** By line, in order. */
  readonly numbers: (readonly number[])[];
}

function repeatedEdges(pages: readonly (readonly PdfLine[])[]): ReadonlySet<string> {
  const seen = new Map<string, EdgeText>();
  for (const lines of pages) {
    const found = [...edgesOf(lines)].map((index) => lines[index]?.text ?? '');
    for (const text of found) {
      const known = seen.get(normalize(text)) ?? { pages: 0, numbers: [] };
      known.numbers.push([...text.matchAll(/\d+/g)].map(([digits]) => Number(digits)));
      seen.set(normalize(text), known);
    }
    for (const key of new Set(found.map(normalize))) {
      const known = seen.get(key);
      if (known !== undefined) known.pages += 1;
    }
  }
  const few = pages.length < MIN_PAGES ? sameOnAll(pages) : null;
  const enough = Math.max(MIN_PAGES, pages.length * MIN_SHARE);
  const isRepeated = (key: string, times: number) => (few === null ? times >= enough : few.has(key));
  return new Set(
    [...seen].flatMap(([key, { pages: times, numbers }]) =>
      isRepeated(key, times) && (key === '#' || numbersCount(numbers, pages.length)) ? [key] : [],
    ),
  );
}

/** True when numbers only count pages: prices and sizes differ more, and fall, too. */
function numbersCount(lines: readonly (readonly number[])[], pages: number): boolean {
  const [first = []] = lines;
  const last = lines.at(-1) ?? [];
  const grows = lines.every((numbers, at) => numbers.every((number, place) => number >= (lines[at - 1]?.[place] ?? 0)));
  return grows && last.every((number, place) => number - (first[place] ?? 0) <= MAX_PAGE_STEP * pages);
}

/** A document of few pages repeats lines at the same place of every page. */
function sameOnAll(pages: readonly (readonly PdfLine[])[]): ReadonlySet<string> {
  const [first = [], ...others] = pages;
  if (others.length === 0) return new Set();
  const placesOf = (lines: readonly PdfLine[]) =>
    new Set(
      [...edgesOf(lines)].map(
        (index) => `${normalize(lines[index]?.text ?? '')} ${Math.round(lines[index]?.top ?? 0)}`,
      ),
    );
  const rest = others.map(placesOf);
  const repeated = [...edgesOf(first)].filter((index) => {
    const { text = '', top = 0 } = first[index] ?? {};
    return rest.every((places) => places.has(`${normalize(text)} ${Math.round(top)}`));
  });
  return new Set(repeated.map((index) => normalize(first[index]?.text ?? '')));
}
