import { describe, expect, test } from 'vitest';
import { chunkDocument } from '../../../src/text/chunking/chunk-document.ts';
import type { Block, ReadDocument } from '../../../src/text/document.ts';

const documentOf = (blocks: readonly Block[]): ReadDocument => ({
  title: 'Guide',
  url: 'https://example.com/guide',
  language: 'en',
  blocks,
});

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const heading = (level: number, text: string): Block => ({ kind: 'heading', level, text });

describe('the hashes of a long page', () => {
  const numbers = (seed: number) => {
    let state = seed;
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
  };
  const next = numbers(11);
  const sentence = () =>
    `${Array.from({ length: 6 + Math.floor(next() * 14) }, () => Math.floor(5_000 ** next()).toString(36)).join(' ')}.`;
  const prose = () => paragraph(Array.from({ length: 1 + Math.floor(next() * 7) }, sentence).join(' '));
  const hashes = (blocks: readonly Block[]) => chunkDocument(documentOf(blocks)).map(({ hash }) => hash);

  /** Number of chunks that are new after an edit, and of all. */
  const changed = (before: readonly Block[], after: readonly Block[]) => {
    const known = new Set(hashes(before));
    const all = hashes(after);
    return { fresh: all.filter((hash) => !known.has(hash)).length, all: all.length };
  };

  test.each([
    ['at its beginning', 0],
    ['in its middle', 0.5],
    ['near its end', 0.95],
  ])('stay but for those around a paragraph put in %s', (_where, share) => {
    for (let round = 0; round < 10; round += 1) {
      const blocks = Array.from({ length: 400 }, prose);
      const at = Math.floor(blocks.length * share);
      const { fresh, all } = changed(blocks, blocks.toSpliced(at, 0, prose()));
      expect(all).toBeGreaterThan(80);
      expect(fresh).toBeLessThan(25);
    }
  });

  test('stay but for those around it on average, wherever a paragraph is put in or taken out', () => {
    let sum = 0;
    for (let round = 0; round < 30; round += 1) {
      const blocks = Array.from({ length: 400 }, prose);
      const at = Math.floor(next() * blocks.length);
      const edited = round % 2 === 0 ? blocks.toSpliced(at, 0, prose()) : blocks.toSpliced(at, 1);
      sum += changed(blocks, edited).fresh;
    }
    expect(sum / 30).toBeLessThan(10);
  });

  test('stay but for those around a row put in front of a table', () => {
    const rows = Array.from({ length: 1_500 }, sentence);
    const table = (all: readonly string[]): Block => ({ kind: 'table', header: 'Name | Price', rows: all });
    expect(changed([table(rows)], [table([sentence(), ...rows])]).fresh).toBeLessThan(25);
  });

  test('stay in all sections but the one that was edited', () => {
    const sections = Array.from({ length: 40 }, (_, index) => [
      heading(2, `Section ${index}`),
      prose(),
      prose(),
      prose(),
    ]);
    const edited = sections.with(20, [heading(2, 'Section 20'), prose(), prose()]);
    expect(changed(sections.flat(), edited.flat()).fresh).toBeLessThan(12);
  });
});
