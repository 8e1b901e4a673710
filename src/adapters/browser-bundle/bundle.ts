/** Options that all bundles for browsers share. */
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
    build.onLoad({ filter: /[\\/]widget[\\/].+\.css$/ }, async ({ path }) => {
      const { code } = await minify(await readFile(path, 'utf8'));
      return { contents: `export const css = ${JSON.stringify(code.trim())};`, loader: 'js' };
    });
  },
});

/** Options of marked's lexer, which `widget/shared/markdown` never changes. */
const LEXER_OPTIONS = {
  gfm: 'true',
  breaks: 'true',
  pedantic: 'false',
  silent: 'false',
  extensions: '(void 0)',
  hooks: '(void 0)',
} as const satisfies Record<string, string>;
const READ_OPTION = new RegExp(`\\bthis\\.options\\.(${Object.keys(LEXER_OPTIONS).join('|')})\\b`, 'g');

/** Drops marked's rules for the option `pedantic`: their entries in the two lists of rules, and what these name. */
function withoutPedanticRules(source: string): string {
  return [...source.matchAll(/,pedantic:([\w$]+)\}/g)].reduce((rest, [entry, rules = '']) => {
    const declared = new RegExp(`,${rules.replaceAll('$', '\\$')}=\\{[^;]*?\\.getRegex\\(\\)\\}(?=,[\\w$]+=)`);
    return declared.test(rest) ? rest.replace(declared, '').replace(entry, '}') : rest;
  }, source);
}

/**
 * Leaves out what tree shaking cannot drop from marked: its HTML renderers, a third of the package, and the rules and
 * branches of options that are never set. A package of another shape is bundled whole.
 */
export const lexerOnly: Plugin = {
  name: 'lexer only',
  setup(build) {
    build.onLoad({ filter: /[\\/]marked\.esm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const nameOf = (exported: string) => new RegExp(`[{,]\\s*([\\w$]+) as ${exported}\\b`).exec(source)?.[1];
      const [lexer, tokenizer, renderer] = [nameOf('Lexer'), nameOf('Tokenizer'), nameOf('Renderer')];
      const at = source.indexOf(`var ${renderer}=class`);
      if (lexer === undefined || tokenizer === undefined || at < 0) return { contents: source, loader: 'js' };
      const rules = withoutPedanticRules(source.slice(0, at)).replace(
        READ_OPTION,
        (_, option: keyof typeof LEXER_OPTIONS) => LEXER_OPTIONS[option],
      );
      return { contents: `${rules}\nexport{${lexer} as Lexer,${tokenizer} as Tokenizer};`, loader: 'js' };
    });
  },
};
