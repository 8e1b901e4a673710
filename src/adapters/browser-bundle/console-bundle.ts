/** The console: one style sheet, a script, and a second script with the pages that need a session. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { BuildOptions, Metafile, Plugin } from 'esbuild';
import { type Bundle, commonOptions, sourceFolder, stylesAsText } from './bundle.ts';
import { lexerOnly } from './lexer-only.ts';
import { withNotices } from './package-notices.ts';

const SOURCES = sourceFolder('console');
/** Owners have browsers since the summer of 2024, with `light-dark()` and nested style rules. */
const BROWSERS = ['es2023', 'chrome125', 'firefox128', 'safari17.5'];
/** The HTML shell of every page. */
const ENTRY = 'console/index.html';
/** The website in the frame of Look. */
const PREVIEW = 'console/preview.html';
const ASSETS = 'console/assets';

/**
 * Makes the later pages import the entry, which has run by then, so that the entry and the code they share are one file and
 * compress better.
 */
const entryInSharedFile: Plugin = {
  name: 'entry in shared file',
  setup(build) {
    build.onLoad({ filter: /[\\/]later-pages\.ts$/ }, async ({ path }) => {
      return { contents: `${await readFile(path, 'utf8')}\nimport '../main.tsx';`, loader: 'ts' };
    });
  },
};

export const consoleBundle: Bundle = {
  name: 'console',
  sources: [SOURCES, sourceFolder('widget')],
  entry: ENTRY,
  build,
};

async function build(): Promise<readonly (readonly [string, Uint8Array])[]> {
  const esbuild = await import('esbuild');
  const styles = stylesAsText((css) => esbuild.transform(css, { loader: 'css', minify: true, target: BROWSERS }));
  const common = {
    ...commonOptions(SOURCES),
    target: BROWSERS,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    plugins: [styles, lexerOnly(esbuild.transform)],
  } satisfies BuildOptions;
  const main = await esbuild.build({
    ...common,
    plugins: [...common.plugins, entryInSharedFile],
    entryPoints: ['main.tsx', 'styles/main.css'],
    format: 'esm',
    splitting: true,
    jsx: 'transform',
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    inject: ['jsx.ts'],
  });
  // A classic script, which runs before the widget's.
  const preview = await esbuild.build({
    ...common,
    entryPoints: ['preview/preview.ts', 'preview/preview.css'],
    format: 'iife',
  });
  const [shell, page] = await Promise.all(
    ['index.html', 'preview/preview.html'].map((name) => readFile(new URL(name, SOURCES), 'utf8')),
  );
  return [
    [ENTRY, htmlOf(shell, main.metafile, 'main.tsx', 'styles/main.css')],
    [PREVIEW, htmlOf(page, preview.metafile, 'preview/preview.ts', 'preview/preview.css')],
    ...[main, preview].flatMap((built) =>
      withNotices('Chatledger console', built)
        .filter(([path]) => !isStub(basename(path), built.metafile))
        .map(([path, content]) => [`${ASSETS}/${basename(path)}`, content] as const),
    ),
  ];
}

/** True for a file that only imports another: HTML names that one. */
const isStub = (name: string, { outputs }: Metafile): boolean => {
  const [, output] = Object.entries(outputs).find(([path]) => basename(path) === name) ?? [];
  return output !== undefined && Object.keys(output.inputs).length === 0;
};

/** Names the style sheet, and the script with what it imports at once. */
function htmlOf(template: string | undefined, { outputs }: Metafile, main: string, sheet: string): Uint8Array {
  const outputOf = (source: string) => {
    const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
    if (found === undefined) throw new Error(`The console has no ${source}`);
    return found;
  };
  const [script, { imports }] = outputOf(main);
  const [styles] = outputOf(sheet);
  const address = (path: string) => `/${ASSETS}/${basename(path)}`;
  const imported = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
  const [first = script, ...others] = isStub(basename(script), { outputs, inputs: {} })
    ? imported
    : [script, ...imported];
  const preloads = others.map(address);
  const html = (template ?? '')
    .replace(/>\s+</g, '><')
    .replace('__STYLES__', address(styles))
    .replace('__SCRIPT__', address(first))
    .replace('<!-- preloads -->', preloads.map((path) => `<link rel="modulepreload" href="${path}" />`).join(''));
  return Buffer.from(html);
}
