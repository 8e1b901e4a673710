/** Reduces marked to its lexer, by what tree shaking cannot see. */
import { readFile } from 'node:fs/promises';
import type { Plugin, TransformOptions } from 'esbuild';

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

/** Marks what builds a rule as pure, so that the bundler drops those that nothing names: of dialects that marked prepares and never offers. */
function withPureRules(source: string): string {
  const [, build] = /function ([\w$]+)\([\w$]+,[\w$]+=""\)\{let [\w$]+=typeof/.exec(source) ?? [];
  if (build === undefined) return source;
  const rule = new RegExp(
    String.raw`(?<=,[\w$]+=)${build.replaceAll('$', '\\$')}\((?:(?!\.getRegex\(\)[,;]).)*?\.getRegex\(\)(?=[,;])`,
    'g',
  );
  return source.replace(rule, '/* @__PURE__ */(()=>$&)()');
}

/** An entry of the list of expressions; the slashes of a literal may stand in its classes. */
const EXPRESSION = /,(\w+):\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\/[a-z]*(?=[,}])/g;

/** Drops the expressions that only the HTML renderers use. */
const withoutUnusedExpressions = (source: string): string =>
  source.replace(EXPRESSION, (entry, name: string) => (source.includes(`.${name}`) ? entry : ''));

/** Long names of marked's rules and of its state, which nothing outside of it reads: the bundler shortens them. */
const innerNames = (source: string): RegExp =>
  new RegExp(
    `^(?:${[...source.matchAll(/\.(?:rules\.\w+|state)\.(\w*[A-Z]\w*)/g)].map(([, name]) => name).join('|')})$`,
  );

/**
 * Leaves out what tree shaking cannot drop from marked: its HTML renderers, a third of the package, and the rules and
 * branches of options that are never set. A package of another shape is bundled whole.
 * @param transform the bundler's own
 */
export const lexerOnly = (
  transform: (source: string, options: TransformOptions) => Promise<{ code: string }>,
): Plugin => ({
  name: 'lexer only',
  setup(build) {
    build.onLoad({ filter: /[\\/]marked\.esm\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const nameOf = (exported: string) => new RegExp(`[{,]\\s*([\\w$]+) as ${exported}\\b`).exec(source)?.[1];
      const [lexer, tokenizer, renderer] = [nameOf('Lexer'), nameOf('Tokenizer'), nameOf('Renderer')];
      const at = source.indexOf(`var ${renderer}=class`);
      if (lexer === undefined || tokenizer === undefined || at < 0) return { contents: source, loader: 'js' };
      const lexing = withoutPedanticRules(source.slice(0, at)).replace(
        READ_OPTION,
        (_, option: keyof typeof LEXER_OPTIONS) => LEXER_OPTIONS[option],
      );
      const used = await transform(`${withPureRules(lexing)}\nexport{${lexer} as Lexer,${tokenizer} as Tokenizer};`, {
        format: 'esm',
        treeShaking: true,
        minifySyntax: true,
        minifyWhitespace: true,
      });
      const { code } = await transform(withoutUnusedExpressions(used.code), {
        format: 'esm',
        mangleProps: innerNames(used.code),
      });
      return { contents: code, loader: 'js' };
    });
  },
});
