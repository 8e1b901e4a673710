/** The widget: its parts are bundled first, then the entry, which knows their hashed names. */
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import type { OutputFile } from 'esbuild';
import { type Bundle, commonOptions, lexerOnly, sourceFolder, stylesAsText, TARGET } from './bundle.ts';
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
    plugins: [styles, lexerOnly],
  };
  const parts = await esbuild.build({
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
  const entry = await esbuild.build({
    ...common,
    format: 'iife',
    entryPoints: [{ in: 'entry/main.ts', out: 'widget' }],
    define: { WIDGET_PARTS: JSON.stringify(manifest) },
  });
  return [
    ...withNotices('Chatledger widget', entry).map(([, content]) => [ENTRY, content] as const),
    ...withNotices('Chatledger widget', parts).map(([path, content]) => [`widget/${basename(path)}`, content] as const),
  ];
}

async function languagesOf(): Promise<readonly string[]> {
  const names = await readdir(new URL('strings/', SOURCES));
  return names.map((name) => name.replace(/\.ts$/, '')).sort();
}

function partOf(files: readonly OutputFile[], prefix: string): OutputFile {
  const found = files.find(({ path }) => basename(path).startsWith(prefix));
  if (found === undefined) throw new Error(`The widget has no part ${prefix}`);
  return found;
}
