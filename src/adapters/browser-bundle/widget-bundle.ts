/** The widget: its parts are bundled first, then the entry, which knows their hashed names. */
import { hash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { OutputFile } from 'esbuild';
import { type Bundle, commonOptions, sourceFolder, stylesAsText, TARGET } from './bundle.ts';
import { lexerOnly } from './lexer-only.ts';
import { withNotices } from './package-notices.ts';

const SOURCES = sourceFolder('widget');
const ENTRY = 'widget.js';

export const widgetBundle: Bundle = { name: 'widget', sources: [SOURCES], entry: ENTRY, build };

async function build(): Promise<readonly (readonly [string, Uint8Array])[]> {
  const esbuild = await import('esbuild');
  const languages = await languagesOf();
  const styles = stylesAsText((css) => esbuild.transform(css, { loader: 'css', minify: true, target: TARGET }));
  const common = {
    ...commonOptions(SOURCES),
    plugins: [styles, lexerOnly(esbuild.transform)],
  };
  const [panel, strings] = await Promise.all([
    esbuild.build({
      ...common,
      format: 'esm',
      entryPoints: [{ in: 'panel/panel.ts', out: 'panel' }],
      entryNames: '[name]-[hash]',
    }),
    esbuild.build({ ...common, format: 'esm', entryPoints: languages.map((language) => `strings/${language}.ts`) }),
  ]);
  // One hash for all languages, so that the entry does not grow with each.
  const stringsHash = hashOf(strings.outputFiles);
  const parts = [
    ...withNotices('Chatledger widget', panel).map(([path, content]) => [basename(path), content] as const),
    ...strings.outputFiles.map(
      ({ path, contents }) => [`strings-${basename(path, '.js')}-${stringsHash}.js`, contents] as const,
    ),
  ];
  const manifest = { panel: basename(parts[0]?.[0] ?? '', '.js'), strings: stringsHash };
  const entry = await esbuild.build({
    ...common,
    format: 'iife',
    entryPoints: [{ in: 'entry/main.ts', out: 'widget' }],
    define: { WIDGET_PARTS: JSON.stringify(manifest) },
  });
  return [
    ...withNotices('Chatledger widget', entry).map(([, content]) => [ENTRY, content] as const),
    ...parts.map(([name, content]) => [`widget/${name}`, content] as const),
  ];
}

async function languagesOf(): Promise<readonly string[]> {
  const names = await readdir(new URL('strings/', SOURCES));
  return names.map((name) => name.replace(/\.ts$/, '')).sort();
}

/** A hash as long as the bundler's own. */
const hashOf = (files: readonly OutputFile[]): string =>
  hash('sha256', files.map(({ text }) => text).join('\n'))
    .slice(0, 8)
    .toUpperCase();
