/** Imports that code for browsers may have: never `src/`, the widget never the console, and no circles of modules or folders. */
import { globSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';
import { circleRefusals } from './cycles.ts';
import { importsOf } from './imports.ts';

interface BrowserLayer {
  readonly files: RegExp;
  /** Besides packages and style sheets. */
  readonly mayUse: RegExp;
}

/** The first that matches is the module's. */
const BROWSER_LAYERS: readonly BrowserLayer[] = [
  { files: /^widget\/shared\//, mayUse: /^widget\/shared\// },
  { files: /^widget\//, mayUse: /^widget\// },
  // The live preview is the widget itself.
  { files: /^console\/(?:preview|pages\/look)\//, mayUse: /^(?:console|widget)\// },
  // The frame around the pages knows only their names.
  {
    files: /^console\/(?:api|browser|shell|state|ui)\//,
    mayUse: /^(?:console\/(?:api|browser|shell|state|ui)|widget\/shared)\//,
  },
  { files: /^console\//, mayUse: /^(?:console|widget\/shared)\// },
];

const FOLDERS_WITHOUT_CYCLES_UNDER = ['console/', 'widget/panel/'];

/** @returns one sentence for each refused import, beginning with its place */
export function browserRefusals(root: string): readonly string[] {
  const files = globSync('{widget,console}/**/*.{ts,tsx}', { cwd: root }).map((file) => file.split(sep).join('/'));
  const graph = new Map<string, readonly string[]>();
  const refusals = files.sort().flatMap((file) => {
    const layer = BROWSER_LAYERS.find((candidate) => candidate.files.test(file));
    const imports = importsOf(file, readFileSync(posix.join(root, file), 'utf8')).flatMap(({ specifier, line }) =>
      specifier?.startsWith('.') ? [{ target: posix.join(posix.dirname(file), specifier), line }] : [],
    );
    graph.set(
      file,
      imports.map(({ target }) => target),
    );
    return imports
      .filter(({ target }) => layer?.mayUse.test(target) !== true)
      .map(({ target, line }) => `${file}:${line} imports ${target}: it may use ${layer?.mayUse.source}`);
  });
  return [...refusals, ...circleRefusals(graph, FOLDERS_WITHOUT_CYCLES_UNDER)];
}
