/** The text that was read from a source. */
import { expect, it } from 'vitest';
import { contentLength } from '../../src/text/document.ts';

it('is as long as its blocks, without the marks that they are written with', () => {
  const blocks = [
    { kind: 'heading', level: 2, text: 'abc' },
    { kind: 'list-item', depth: 1, marker: '-', text: 'de' },
    { kind: 'table', header: 'f', rows: ['gh', 'i'] },
    { kind: 'table', header: null, rows: ['jkl'] },
  ] as const;
  expect(contentLength({ blocks })).toBe(3 + 2 + 1 + 2 + 1 + 3);
});

it('is counted no further than it has to be', () => {
  let read = 0;
  const rows = {
    *[Symbol.iterator]() {
      for (; read < 1_000_000; read += 1) yield 'a | b';
    },
  };
  const blocks = [{ kind: 'table', header: null, rows: rows as unknown as readonly string[] }] as const;
  expect(contentLength({ blocks }, 5_000)).toBe(5_000);
  expect(read).toBeLessThan(1_001);
});
