/** Bundles the parts first, then the entry, which knows their hashed names. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, OutputFile, Plugin } from 'esbuild';
import type { WidgetFile } from '../../ports/widget-files.ts';

/** The only name that does not change with its content. */
export const ENTRY = 'widget.js';

export const WIDGET_SOURCES: URL = new URL('../../../widget/', import.meta.url);

/** Browsers since the spring of 2024: `AbortSignal.any` in every engine. */
const TARGET = ['es2022', 'chrome116', 'firefox124', 'safari17.4'];
/** The bundled packages' licences require their notice in every copy. */
const NOTICE = `/*! Chatledger widget (Apache-2.0). Contains, under the MIT licence (https://opensource.org/license/mit):
marked, Copyright (c) 2018+ MarkedJS, (c) 2011-2018 Christopher Jeffrey; eventsource-parser, Copyright (c) Espen Hovlandsdal. */`;

/** @param languages codes of `widget/strings` */
export async function bundleWidget(languages: readonly string[]): Promise<readonly WidgetFile[]> {
  const { build, transform } = await import('esbuild');
  const styles = stylesAsText((css) => transform(css, { loader: 'css', minify: true, target: TARGET }));
  const common = {
    absWorkingDir: fileURLToPath(WIDGET_SOURCES),
    bundle: true,
    minify: true,
    write: false,
    target: TARGET,
    charset: 'utf8',
    legalComments: 'none',
    banner: { js: NOTICE },
    outdir: 'out',
    plugins: [styles, lexerOnly],
    logLevel: 'silent',
    // Ignores a user's own tsconfig.json above the project.
    tsconfigRaw: {},
  } satisfies BuildOptions;
  const parts = await build({
    ...common,
    format: 'esm',
    entryPoints: [
      { in: 'panel/panel.ts', out: 'panel' },
      ...languages.map((language) => ({ in: `strings/${language}.ts`, out: `strings-${language}` })),
    ],
    entryNames: '[name]-[hash]',
  });
  const named = (prefix: string) => basename(partOf(parts.outputFiles, prefix).path);
  const manifest = {
    panel: named('panel-'),
    languages: Object.fromEntries(languages.map((language) => [language, named(`strings-${language}-`)])),
  };
  const entry = await build({
    ...common,
    format: 'iife',
    entryPoints: [{ in: 'entry/main.ts', out: 'widget' }],
    define: { WIDGET_PARTS: JSON.stringify(manifest) },
  });
  return [
    ...entry.outputFiles.map(({ contents }) => fileOf(ENTRY, contents)),
    ...parts.outputFiles.map(({ path, contents }) => fileOf(`widget/${basename(path)}`, contents)),
  ];
}

export const fileOf = (path: string, content: Uint8Array): WidgetFile => ({
  path,
  isImmutable: path !== ENTRY,
  content,
});

function partOf(files: readonly OutputFile[], prefix: string): OutputFile {
  const found = files.find(({ path }) => basename(path).startsWith(prefix));
  if (found === undefined) throw new Error(`The widget has no part ${prefix}`);
  return found;
}

/** Exports a style sheet's minified text, for a constructable style sheet. */
const stylesAsText = (minify: (css: string) => Promise<{ code: string }>): Plugin => ({
  name: 'styles',
  setup(build) {
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await minify(await readFile(path, 'utf8'));
      return { contents: `export const css = ${JSON.stringify(code.trim())};`, loader: 'js' };
    });
  },
});

/**
 * Leaves out marked's HTML renderers, a third of the package that tree shaking cannot drop. A package of another shape is
 * bundled whole.
 */
const lexerOnly: Plugin = {
  name: 'lexer only',
  setup(build) {
    build.onLoad({ filter: /[\\/]marked\.esm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const nameOf = (exported: string) => new RegExp(`[{,]\\s*([\\w$]+) as ${exported}\\b`).exec(source)?.[1];
      const [lexer, renderer] = [nameOf('Lexer'), nameOf('Renderer')];
      const at = source.indexOf(`var ${renderer}=class`);
      const contents = lexer === undefined || at < 0 ? source : `${source.slice(0, at)}\nexport{${lexer} as Lexer};`;
      return { contents, loader: 'js' };
    });
  },
};
