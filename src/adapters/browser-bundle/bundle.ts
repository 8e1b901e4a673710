import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';
import type { BrowserFile } from '../../ports/browser-files.ts';

const ROOT = new URL('../../../', import.meta.url);

export interface Bundle {
  readonly name: string;
  /** Folders that hold its sources, its own first. */
  readonly sources: readonly URL[];
  /** File whose name stays the same when its content changes, as HTML files do. */
  readonly entry: string;
  /** Paths are relative to the server's root. */
  build(): Promise<readonly (readonly [path: string, content: Uint8Array])[]>;
}

export const sourceFolder = (name: string): URL => new URL(`${name}/`, ROOT);

export const fileOf = ({ entry }: Pick<Bundle, 'entry'>, path: string, content: Uint8Array): BrowserFile => ({
  path,
  isImmutable: path !== entry && !path.endsWith('.html'),
  content,
});

/** Browsers since the spring of 2024: `AbortSignal.any` in every engine. */
export const TARGET = ['es2022', 'chrome116', 'firefox124', 'safari17.4'];

export const commonOptions = (sources: URL) =>
  ({
    absWorkingDir: fileURLToPath(sources),
    bundle: true,
    minify: true,
    write: false,
    target: TARGET,
    charset: 'utf8',
    legalComments: 'none',
    outdir: 'out',
    metafile: true,
    logLevel: 'silent',
    // Ignores a user's own tsconfig.json above the project.
    tsconfigRaw: {},
  }) satisfies BuildOptions;

/** Exports the minified text of a style sheet of the widget, for a constructable style sheet. */
export const stylesAsText = (minify: (css: string) => Promise<{ code: string }>): Plugin => ({
  name: 'styles',
  setup(build) {
    // The whole path counts: somebody may keep Chatledger itself in a folder named `widget`.
    const folder = fileURLToPath(sourceFolder('widget'));
    build.onLoad({ filter: /\.css$/ }, async ({ path }) => {
      if (!path.startsWith(folder)) return undefined;
      const { code } = await minify(await readFile(path, 'utf8'));
      return { contents: `export const css = ${JSON.stringify(code.trim())};`, loader: 'js' };
    });
  },
});
