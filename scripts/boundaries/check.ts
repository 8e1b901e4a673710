import { globSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';
import { circleRefusals } from './cycles.ts';
import { type Import, importsOf } from './imports.ts';
import { FOLDERS_WITHOUT_CYCLES_UNDER, LAYERS, PACKAGE_RULES } from './layers.ts';

export interface Report {
  readonly modules: number;
  readonly imports: number;
  /** One sentence each, beginning with the place. */
  readonly refusals: readonly string[];
}

/**
 * Checks every module under `root`/src. A tree without modules is refused, since the check then looked elsewhere.
 * @param root directory that holds src/
 */
export function checkBoundaries(root: string): Report {
  const files = globSync('src/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', { cwd: root }).map(toPosix).sort();
  const modules: Modules = new Map(
    files.map((file) => [file, importsOf(file, readFileSync(posix.join(toPosix(root), file), 'utf8'))]),
  );
  const refusals = [
    ...(files.length === 0 ? ['src/: no module was found, so nothing was checked'] : []),
    ...files.flatMap((file) => [...placeRefusals(file), ...importRefusals(file, modules)]),
    ...cycleRefusals(modules),
  ];
  return { modules: modules.size, imports: [...modules.values()].flat().length, refusals };
}

/** The imports of each module. */
type Modules = ReadonlyMap<string, readonly Import[]>;

function placeRefusals(file: string): string[] {
  const refusals: string[] = [];
  if (!file.endsWith('.ts')) refusals.push(`${file}: modules under src/ are TypeScript files named .ts`);
  if (!layerOf(file)) refusals.push(`${file}: belongs to no layer of scripts/boundaries/layers.ts`);
  return refusals;
}

function importRefusals(file: string, modules: Modules): string[] {
  return (modules.get(file) ?? []).flatMap((found) => {
    const target = moduleNamed(file, found);
    const reason = target === null ? packageRefusal(file, found) : moduleRefusal(file, target, modules);
    return reason === null ? [] : [`${file}:${found.line} ${reason}`];
  });
}

function cycleRefusals(modules: Modules): readonly string[] {
  const graph = new Map(
    [...modules].map(([file, imports]) => [file, imports.flatMap((found) => moduleNamed(file, found) ?? [])]),
  );
  return circleRefusals(graph, FOLDERS_WITHOUT_CYCLES_UNDER);
}

/** Path of the imported module of ours; null for a package and for a computed name. */
function moduleNamed(from: string, { specifier }: Import): string | null {
  return specifier?.startsWith('.') ? posix.join(posix.dirname(from), specifier) : null;
}

function moduleRefusal(from: string, to: string, modules: Modules): string | null {
  if (!to.startsWith('src/')) return `imports ${to}: src/ imports nothing outside itself`;
  if (!modules.has(to)) return `imports ${to}: there is no such module`;
  const layer = layerOf(from);
  const target = layerOf(to);
  if (!layer || !target || layer.mayUse === 'any') return null;
  if (layer !== target) {
    if (layer.mayUse.includes(target.name)) return null;
    const allowed = layer.mayUse.length === 0 ? 'nothing else of ours' : layer.mayUse.join(', ');
    return `imports ${to}: ${layer.name} may use ${allowed}`;
  }
  const parent = layer.siblingsApartUnder;
  if (parent && childOf(parent, from) !== childOf(parent, to))
    return `imports ${to}: ${layer.name} do not import one another`;
  return null;
}

function packageRefusal(from: string, { specifier }: Import): string | null {
  const layer = layerOf(from);
  if (specifier === null) return layer?.loadsByUrl ? null : 'imports a computed name, which cannot be checked';
  const name = packageOf(specifier);
  if (layer?.packages && !layer.packages.includes(name)) {
    return `imports ${name}: ${layer.name} may use only ${layer.packages.join(', ')}`;
  }
  const rule = PACKAGE_RULES.find((candidate) => candidate.package.test(name));
  return rule && !rule.onlyIn.test(from) ? `imports ${name}: ${rule.because}` : null;
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : specifier.startsWith('node:') ? undefined : 1).join('/');
}

function layerOf(file: string) {
  return LAYERS.find((layer) => layer.files.test(file));
}

function childOf(parent: string, file: string): string | undefined {
  return file.slice(parent.length).split('/')[0];
}

function toPosix(path: string): string {
  return path.split(sep).join('/');
}
