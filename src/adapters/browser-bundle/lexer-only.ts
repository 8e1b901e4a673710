/**
 * Reduces marked to its lexer. Leaves out what tree shaking cannot drop: the HTML renderers, a third of the package, and rules
 * and branches of options that are never set.
 */
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
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

/** The names of marked's two lists of rules by dialect, which are the last of its rules. */
const RULE_LISTS = /([\w$]+)=\{normal:[\w$:,]+\},([\w$]+)=\{normal:[\w$:,]+\};/;
/** The lexer chooses a dialect, by options that never change here. */
const CHOICE = /(block:[\w$]+)\.normal,(inline:[\w$]+)\.normal\};.*?(?=this\.tokenizer\.rules=)/s;
/** Names of HTML elements, which a pattern outside of the rules reads as well. */
const ELEMENTS = /,[\w$]+="address\|[^"]*"/;

type Rules = Readonly<Record<string, RegExp>>;

const literal = (rules: Rules): string => `{${Object.entries(rules).map(([name, rule]) => `${name}:${rule}`)}}`;

/**
 * Replaces the code that builds the rules of all dialects by the rules of one.
 * @returns null for a package of another shape
 */
function withRules(source: string, block: Rules, inline: Rules): string | null {
  const lists = RULE_LISTS.exec(source);
  const start = source.lastIndexOf(',', source.indexOf(String(block.newline)));
  if (lists === null || start < 0 || !CHOICE.test(source)) return null;
  const building = source.slice(start, lists.index);
  const elements = ELEMENTS.exec(building)?.[0] ?? '';
  const rules = `${elements},${lists[1]}=${literal(block)},${lists[2]}=${literal(inline)};`;
  const after = source.slice(lists.index + lists[0].length).replace(CHOICE, '$1,$2};');
  return source.slice(0, start) + rules + after;
}

/** Unused code of the lexer: methods of the class itself, defaults of options, and a test of browsers from before 2023. */
const UNUSED = [
  /static (?:get )?\w+\([^)]*\)\{(?:[^{}]|\{[^{}]*\})*\}/g,
  /(?<=this\.options=\w+)\|\|[\w$]+/g,
  /(?<=\})var [\w$]+=[\w$]+\(\);/g,
  /(?<=\bvar )[\w$]+=\(\([\w$]+=""\)=>\{try\{.*?\}\)\(\),/g,
];

/** The widget decodes character references, by numbers and by names alike. */
const DECODING = /text:[\w$]+\?([\w$]+\[0\]):[\w$]+\(\1\)/;

/** An entry of the list of expressions; the slashes of a literal may stand in its classes. */
const EXPRESSION =
  /,(\w+):(?:\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])+\/[a-z]*|[\w$]+\([\w$]+=>new RegExp\(`[^`]*`\)\))(?=[,}])/g;

/** Drops the expressions that only the HTML renderers use. */
const withoutUnusedExpressions = (source: string): string =>
  source.replace(EXPRESSION, (entry, name: string) => (source.includes(`.${name}`) ? entry : ''));

/** Long names of marked's rules, state and methods, which nothing outside of it reads: the bundler shortens them. */
function innerNames(source: string): RegExp {
  const names = source.matchAll(/[{,](\w*[a-z][A-Z]\w*):|this\.(?:lexer\.)?(\w*[a-z][A-Z]\w*)/g);
  return new RegExp(`^(?:${[...names].map(([, key, member]) => key ?? member).join('|')})$`);
}

/**
 * A package of another shape is bundled whole.
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
      const { rules } = ((await import(pathToFileURL(path).href)) as typeof import('marked')).Lexer;
      const lexing = withRules(source.slice(0, at), rules.block.gfm, rules.inline.breaks);
      if (lexing === null) return { contents: source, loader: 'js' };
      const needed = UNUSED.reduce((rest, unused) => rest.replace(unused, ''), lexing)
        .replace(DECODING, 'text:$1')
        .replace(READ_OPTION, (_, option: keyof typeof LEXER_OPTIONS) => LEXER_OPTIONS[option]);
      const used = await transform(`${needed}\nexport{${lexer} as Lexer,${tokenizer} as Tokenizer};`, {
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
