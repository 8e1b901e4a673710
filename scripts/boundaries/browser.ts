/** Imports that code for browsers may have: never `src/`, and the widget never the console. */
import { globSync, readFileSync } from 'node:fs';
import { posix, sep } from 'node:path';
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
  { files: /^console\//, mayUse: /^(?:console|widget\/shared)\// },
];

/** @returns one sentence for each refused import, beginning with its place */
export function browserRefusals(root: string): readonly string[] {
  const files = globSync('{widget,console}/**/*.{ts,tsx}', { cwd: root }).map((file) => file.split(sep).join('/'));
  return files.sort().flatMap((file) => {
    const layer = BROWSER_LAYERS.find((candidate) => candidate.files.test(file));
    return importsOf(file, readFileSync(posix.join(root, file), 'utf8')).flatMap(({ specifier, line }) => {
      if (!specifier?.startsWith('.')) return [];
      const target = posix.join(posix.dirname(file), specifier);
      return layer?.mayUse.test(target)
        ? []
        : [`${file}:${line} imports ${target}: it may use ${layer?.mayUse.source}`];
    });
  });
}
