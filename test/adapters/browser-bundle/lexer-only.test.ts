/** marked's lexer as the bundles have it, beside the package's own. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { Lexer, type MarkedOptions, Tokenizer } from 'marked';
import { expect, it } from 'vitest';
import { lexerOnly } from '../../../src/adapters/browser-bundle/lexer-only.ts';
import { decodeEntities } from '../../../widget/shared/markdown/entities.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

/** All that answers are made of, and what a careless model writes. */
const MARKDOWN = `# Heading #\n\nTitle\n=====\n\nA *line* with **strong _both_** words, \`code\`, ~~gone~~ and <b>raw</b> &amp; \\*text\\*
&#38;lt; &#x26;#60; &#0; &#xd800; &#1114112; &#12345678; &unknown; & &copy; at 5 &euro;
broken here.  \nhttps://example.com/a_b, www.example.com. and ada@example.com

> Quoted\n> - list in it\nlazy

1. one\n   1. deep\n   2. deeper\n\n2) two
- [ ] open\n- [x] done\n\n  more

| a | b |\n|:--|--:|\n| 1 \\| 2 | **x** |\n
\`\`\`ts\nconst a = 1;\n\`\`\`\n
~~~\nopen fence

[link](https://example.com "title") ![image](</a b.png>) [ref] [ref][] [other][ref]\n\n[ref]: https://example.com 'Title'

    indented code\n\n***\n<div>\nhtml\n</div>\n\n<script>x</script>\n**never [closed](here`;

/** The lexer writes its tokenizer into the options: each needs its own. */
const options = (): MarkedOptions => ({ gfm: true, breaks: true });
const READ = ['type', 'raw', 'text', 'href', 'title', 'depth', 'lang', 'ordered', 'start', 'loose', 'task', 'checked'];
const CHILDREN = ['tokens', 'items', 'header', 'rows', 'align'];

/** Tokens by the properties that the chat and the console read, with the character references that these decode. */
const read = (tokens: readonly object[]): string => decodeEntities(JSON.stringify(tokens, [...READ, ...CHILDREN]));

it('The lexer of the bundles reads Markdown as that of the package does, wherever the text ends', async () => {
  const outfile = join(temporaryDirectory(), 'lexer.mjs');
  await build({
    stdin: { contents: "export { Lexer, Tokenizer } from 'marked';", resolveDir: import.meta.dirname },
    ...{ bundle: true, format: 'esm', outfile },
    plugins: [lexerOnly(transform)],
  });
  expect(readFileSync(outfile, 'utf8')).not.toMatch(
    /Renderer|walkTokens|lexInline|numericCharacter|getRegex|pedantic|inlineQueue|linkParenPossible/,
  );
  const bundled = (await import(outfile)) as { Lexer: typeof Lexer; Tokenizer: typeof Tokenizer };
  // A method of another name could not be overridden, which is what bounds the time that the lexer takes.
  expect(Object.getOwnPropertyNames(bundled.Tokenizer.prototype)).toEqual(
    Object.getOwnPropertyNames(Tokenizer.prototype),
  );
  for (let end = 0; end <= MARKDOWN.length; end++) {
    const text = MARKDOWN.slice(0, end);
    expect(read(new bundled.Lexer(options()).lex(text))).toBe(read(new Lexer(options()).lex(text)));
  }
});
