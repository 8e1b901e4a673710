/**
 * One cycle for each import that leads back to a module on the path (depth first).
 * @param graph module to the modules it imports; targets that are no key are leaves
 * @returns each cycle as a path that ends where it begins
 */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const finished = new Set<string>();
  const path: string[] = [];

  const visit = (module: string): void => {
    const start = path.indexOf(module);
    if (start >= 0) {
      cycles.push([...path.slice(start), module]);
      return;
    }
    if (finished.has(module)) return;
    path.push(module);
    for (const target of graph.get(module) ?? []) visit(target);
    path.pop();
    finished.add(module);
  };
  for (const module of graph.keys()) visit(module);
  return cycles;
}
