/** The bundle writes each source in ASCII. A source that would then mean something else keeps `npm ci` from making a bundle. */
import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';
import { asciiSource } from '../../scripts/ascii-source.ts';

it.each([
  ['a string', "const word = 'é';"],
  ['an emoji in a template', 'const words = `🙂`;'],
  ['a regular expression', 'const vowel = /[éè]/u;'],
  ['a raw template that new RegExp takes', 'const vowel = new RegExp(String.raw`[éè]\\s`);'],
  ['one on a line of its own', 'const vowel = new RegExp(\n  String.raw`[éè]\\s`,\n);'],
])('Written in ASCII, %s means what it meant', (_, source) => {
  const ascii = asciiSource(source, 'sample.ts');
  expect(ascii).toMatch(/^[\0-\x7f]+$/);
  expect(literalsOf('sample.ts', ascii)).toEqual(literalsOf('sample.ts', source));
});

it.each([
  ['a raw template', 'const words = 1;\nconst vowel = String.raw`[aé`;', 'sample.ts:2: the bundle cannot write'],
  ['a character after a backslash', 'const vowel = /\\é/;', 'sample.ts:1: the bundle cannot write'],
])('%s is refused, with its place and the remedy', (_, source, message) => {
  expect(() => asciiSource(source, 'sample.ts')).toThrow(message);
  expect(() => asciiSource(source, 'sample.ts')).toThrow('Give String.raw straight to new RegExp');
});

it('Every source can be written in ASCII without changing the value of a literal', () => {
  const modules = globSync('src/**/*.ts').map((name) => ({ name, source: readFileSync(name, 'utf8') }));
  const others = modules.filter(({ source }) => /[^\0-\x7f]/.test(source));
  expect(others.length).toBeGreaterThan(50);
  for (const { name, source } of others) {
    expect(literalsOf(name, asciiSource(source, name)), name).toEqual(literalsOf(name, source));
  }
});

/** Values of all literals in their order. The text of a raw template or a regular expression counts with its escapes read. */
function literalsOf(path: string, source: string): readonly unknown[] {
  const { program, errors } = parseSync(path, source);
  expect(errors, path).toEqual([]);
  const literals: unknown[] = [];
  /** Only a regular expression reads the escapes of a raw template. */
  const patterns = new Set<number>();
  new Visitor({
    NewExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === 'Identifier' && callee.name === 'RegExp' && first) patterns.add(first.start);
    },
    Literal: (node) => literals.push('regex' in node ? withEscapesRead(node.regex.pattern) : node.value),
    TemplateLiteral: ({ quasis }) => {
      for (const { value } of quasis) literals.push(value.cooked);
    },
    TaggedTemplateExpression: ({ start, quasi: { quasis } }) => {
      for (const { value } of quasis) literals.push(patterns.has(start) ? withEscapesRead(value.raw) : value.raw);
    },
  }).visit(program);
  return literals;
}

const withEscapesRead = (pattern: string) =>
  pattern.replace(/(?<!\\)((?:\\\\)*)\\u([0-9a-f]{4})/gi, (_, slashes: string, code: string) => {
    return slashes + String.fromCharCode(Number.parseInt(code, 16));
  });
