/** The console: one style sheet, a script, and a chunk for each page that loads when it is first opened. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Metafile } from 'esbuild';
import {
  type Bundle,
  commonOptions,
  EVENTSOURCE_PARSER,
  lexerOnly,
  MARKED,
  noticeOf,
  sourceFolder,
  stylesAsText,
} from './bundle.ts';

const SOURCES = sourceFolder('console');
/** For owners: browsers since the summer of 2024, with `light-dark()` and nested style rules. */
const BROWSERS = ['es2023', 'chrome125', 'firefox128', 'safari17.5'];
/** The HTML shell of every page. */
const ENTRY = 'console/index.html';
const ASSETS = 'console/assets';
const PREACT = 'preact and preact-iso, Copyright (c) 2015-present Jason Miller, (c) The Preact Authors';
const SIGNALS = '@preact/signals, Copyright (c) 2022-present Preact Team';

export const consoleBundle: Bundle = {
  name: 'console',
  sources: [SOURCES, sourceFolder('widget')],
  entry: ENTRY,
  build,
};

async function build(): Promise<readonly (readonly [string, Uint8Array])[]> {
  const esbuild = await import('esbuild');
  const styles = stylesAsText((css) => esbuild.transform(css, { loader: 'css', minify: true, target: BROWSERS }));
  const notice = noticeOf('Chatledger console', [PREACT, SIGNALS, MARKED, EVENTSOURCE_PARSER]);
  const { outputFiles, metafile } = await esbuild.build({
    ...commonOptions(SOURCES),
    target: BROWSERS,
    entryPoints: ['main.tsx', 'styles/main.css'],
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    metafile: true,
    banner: { js: notice },
    plugins: [styles, lexerOnly],
  });
  const template = await readFile(new URL('index.html', SOURCES), 'utf8');
  return [
    [ENTRY, Buffer.from(shellOf(template, metafile))],
    ...outputFiles.map(({ path, contents }) => [`${ASSETS}/${basename(path)}`, contents] as const),
  ];
}

/** Names the style sheet, the script, and the chunks that the script imports at once. */
function shellOf(template: string, { outputs }: Metafile): string {
  const outputOf = (source: string) => {
    const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
    if (found === undefined) throw new Error(`The console has no ${source}`);
    return found;
  };
  const [script, { imports }] = outputOf('main.tsx');
  const [styles] = outputOf('styles/main.css');
  const address = (path: string) => `/${ASSETS}/${basename(path)}`;
  const preloads = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => address(path));
  return template
    .replace('__STYLES__', address(styles))
    .replace('__SCRIPT__', address(script))
    .replace('<!-- preloads -->', preloads.map((path) => `<link rel="modulepreload" href="${path}" />`).join(''));
}
