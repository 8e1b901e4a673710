/** Lines at the top and bottom of a page that can be running heads. */
const EDGE_LINES = 2;
const MIN_PAGES = 4;
const SHARE = 0.5;

/** Pages without the heads and feet that most of them repeat (page numbers folded); the first page that has one keeps it. */
export function linesWithoutRunningHeads(pages: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const repeated = repeatedEdges(pages);
  const kept = new Set<string>();
  return pages.map((lines) => {
    const edges = edgesOf(lines);
    return lines.filter((line, index) => {
      const key = folded(line);
      if (!edges.has(index) || !repeated.has(key)) return true;
      // Nothing but a page number says nothing at all.
      if (kept.has(key) || key === '#') return false;
      kept.add(key);
      return true;
    });
  });
}

const folded = (line: string) => line.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().toLowerCase();

function edgesOf(lines: readonly string[]): ReadonlySet<number> {
  const filled = lines.flatMap((line, index) => (line === '' ? [] : [index]));
  return new Set([...filled.slice(0, EDGE_LINES), ...filled.slice(-EDGE_LINES)]);
}

function repeatedEdges(pages: readonly (readonly string[])[]): ReadonlySet<string> {
  const seen = new Map<string, number>();
  for (const lines of pages) {
    const keys = new Set([...edgesOf(lines)].map((index) => folded(lines[index] ?? '')));
    for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const enough = Math.max(MIN_PAGES, pages.length * SHARE);
  return new Set([...seen].filter(([, times]) => times >= enough).map(([key]) => key));
}
