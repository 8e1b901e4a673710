import { expect, test } from 'vitest';
import { type SlideItem, slideBlocks } from '../../../../src/reading/documents/powerpoint/slide-blocks.ts';

const slideOf = (items: readonly SlideItem[]) => ({ number: 1, isHidden: false, items, notes: [], footer: null });

test('A slide keeps all of very many paragraphs', () => {
  const paragraphs = Array.from({ length: 200_000 }, (_, number) => ({
    text: `Point ${number}`,
    depth: 0,
    bulleted: false,
  }));
  expect(slideBlocks([slideOf([{ kind: 'text', role: 'body', paragraphs }])])).toHaveLength(200_001);
});

test('A table that only arranges a slide gives a paragraph for each of very many cells', () => {
  const rows = Array.from({ length: 200_000 }, (_, number) => [`Cell ${number}`]);
  expect(slideBlocks([slideOf([{ kind: 'table', firstIsHeader: false, rows }])])).toHaveLength(200_001);
});
