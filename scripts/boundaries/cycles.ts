import { posix } from 'node:path';

/** Module to the modules it imports. Targets that are no key are leaves. */
type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * Circles of modules, and of folders.
 * @param parents folders below each import one another without circles; modules right in it do not count
 * @returns one sentence each, beginning with the place
 */
export function circleRefusals(modules: Graph, parents: readonly string[]): string[] {
  const ofFolders = parents.flatMap((parent) => findCycles(foldersBelow(parent, modules)));
  return [
    ...findCycles(modules).map((cycle) => `${cycle[0]}: imports itself in a circle: ${cycle.join(' -> ')}`),
    ...ofFolders.map((cycle) => `${cycle[0]}/: folder imports itself in a circle: ${cycle.join(' -> ')}`),
  ];
}

/** The folders below `parent`, each with the other folders that its modules import. */
function foldersBelow(parent: string, modules: Graph): Graph {
  const isBelow = (folder: string) => folder.startsWith(parent);
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of modules) {
    const from = posix.dirname(file);
    if (!isBelow(from)) continue;
    const others = folders.get(from) ?? new Set();
    for (const to of targets.map(posix.dirname)) if (to !== from && isBelow(to)) others.add(to);
    folders.set(from, others);
  }
  return new Map([...folders].map(([folder, others]) => [folder, [...others]]));
}

/** One cycle, a path that ends where it begins, for each import that leads back to a module on the path (depth first). */
function findCycles(graph: Graph): string[][] {
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
