/** At each edge of a page. */
const EDGE_LINES = 2;
const MIN_PAGES = 4;
const MIN_SHARE = 0.5;

/** Removes headers and footers that most pages repeat, page numbers aside. The first page keeps them. */
export function withoutRunningHeaders(pages: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const repeated = repeatedEdges(pages);
  const kept = new Set<string>();
  return pages.map((lines) => {
    const edges = edgesOf(lines);
    return lines.filter((line, index) => {
      const key = normalize(line);
      if (!edges.has(index) || !repeated.has(key)) return true;
      // A bare page number is never kept.
      if (kept.has(key) || key === '#') return false;
      kept.add(key);
      return true;
    });
  });
}

const normalize = (line: string) => line.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().toLowerCase();

function edgesOf(lines: readonly string[]): ReadonlySet<number> {
  const filled = lines.flatMap((line, index) => (line === '' ? [] : [index]));
  return new Set([...filled.slice(0, EDGE_LINES), ...filled.slice(-EDGE_LINES)]);
}

function repeatedEdges(pages: readonly (readonly string[])[]): ReadonlySet<string> {
  const seen = new Map<string, number>();
  for (const lines of pages) {
    const keys = new Set([...edgesOf(lines)].map((index) => normalize(lines[index] ?? '')));
    for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const enough = Math.max(MIN_PAGES, pages.length * MIN_SHARE);
  return new Set([...seen].filter(([, times]) => times >= enough).map(([key]) => key));
}
