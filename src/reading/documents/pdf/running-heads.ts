import type { PdfLine } from './page-lines.ts';

/** At each edge of a page. */
const EDGE_LINES = 2;
const MIN_PAGES = 4;
const MIN_SHARE = 0.5;

/** Removes headers and footers that most pages repeat, page numbers aside. The first page keeps them. */
export function withoutRunningHeaders(pages: readonly (readonly PdfLine[])[]): readonly (readonly PdfLine[])[] {
  const repeated = repeatedEdges(pages);
  const kept = new Set<string>();
  return pages.map((lines) => {
    const edges = edgesOf(lines);
    return lines.filter((line, index) => {
      if (!edges.has(index)) return true;
      const key = normalize(line.text);
      if (!repeated.has(key)) return true;
      // A bare page number is never kept.
      if (kept.has(key) || key === '#') return false;
      kept.add(key);
      return true;
    });
  });
}

const normalize = (line: string) => line.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().toLowerCase();

function edgesOf(lines: readonly PdfLine[]): ReadonlySet<number> {
  const filled = lines.flatMap((line, index) => (line.text === '' ? [] : [index]));
  return new Set([...filled.slice(0, EDGE_LINES), ...filled.slice(-EDGE_LINES)]);
}

function repeatedEdges(pages: readonly (readonly PdfLine[])[]): ReadonlySet<string> {
  const seen = new Map<string, number>();
  for (const lines of pages) {
    const keys = new Set([...edgesOf(lines)].map((index) => normalize(lines[index]?.text ?? '')));
    for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const few = pages.length < MIN_PAGES ? sameOnAll(pages) : null;
  if (few !== null) return few;
  const enough = Math.max(MIN_PAGES, pages.length * MIN_SHARE);
  return new Set([...seen].filter(([, times]) => times >= enough).map(([key]) => key));
}

/** In a document of few pages: at the same place of every page. */
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
