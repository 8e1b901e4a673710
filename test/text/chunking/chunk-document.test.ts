import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Chunk, chunkDocument } from '../../../src/text/chunking/chunk-document.ts';
import { sentencesOf } from '../../../src/text/chunking/sentences.ts';
import { estimateTokens } from '../../../src/text/chunking/token-estimate.ts';
import type { Block, ReadDocument } from '../../../src/text/document.ts';
import { expectLinear } from '../../support/growth.ts';

const documentOf = (blocks: readonly Block[]): ReadDocument => ({
  title: 'Guide',
  url: 'https://example.com/guide',
  language: 'en',
  blocks,
});

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const heading = (level: number, text: string): Block => ({ kind: 'heading', level, text });
const sentences = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `The ${word} number ${index} is sent by post on a working day.`).join(
    ' ',
  );

const compact = (text: string) => text.replace(/\s+/g, '');

const wordsOf = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.kind === 'table' ? block.rows : [block.text])).flatMap((text) => text.split(/\s+/));

describe('a chunk', () => {
  test('carries the title, the url and the headings it stands under', () => {
    const chunks = chunkDocument(
      documentOf([heading(1, 'Shipping'), heading(2, 'Abroad'), paragraph('Parcels abroad take nine days.')]),
    );
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toMatchObject({
      ordinal: 0,
      title: 'Guide',
      url: 'https://example.com/guide',
      headings: ['Shipping', 'Abroad'],
      text: 'Parcels abroad take nine days.',
    });
  });

  test('has the address of the paragraph it begins with, when that has one of its own', () => {
    const long = sentences(40, 'parcel');
    const blocks = ['a', 'b', 'c'].map((place) => ({ kind: 'paragraph', text: long, url: `/at/${place}` }) as const);
    const chunks = chunkDocument(documentOf([...blocks, paragraph(long), paragraph(long)]));
    const urls = [...new Set(chunks.map(({ url }) => url))];
    expect(urls).toEqual(['/at/a', '/at/b', '/at/c', 'https://example.com/guide']);
  });

  test('has a hash of its title, headings and text alone', () => {
    const blocks = [heading(1, 'A'), paragraph('Same words.')];
    const [one] = chunkDocument(documentOf(blocks));
    const [moved] = chunkDocument({ ...documentOf(blocks), url: 'https://example.com/elsewhere' });
    const [renamed] = chunkDocument({ ...documentOf(blocks), title: 'Other' });
    expect(one?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(moved?.hash).toBe(one?.hash);
    expect(renamed?.hash).not.toBe(one?.hash);
  });

  test('of long prose holds 400 to 500 tokens and opens with the end of the one before', () => {
    const chunks = chunkDocument(documentOf([paragraph(sentences(300, 'parcel'))]));
    expect(chunks.length).toBeGreaterThan(5);
    for (const chunk of chunks.slice(0, -1)) {
      expect(estimateTokens(chunk.text)).toBeGreaterThan(400);
      expect(estimateTokens(chunk.text)).toBeLessThanOrEqual(500);
    }
    for (const [index, chunk] of chunks.slice(1).entries()) {
      const before = chunks[index] as Chunk;
      const firstSentence = `${chunk.text.split('. ')[0]}.`;
      expect(before.text).toContain(firstSentence);
    }
  });

  test('of short sections gathers several, each under its own heading', () => {
    const chunks = chunkDocument(
      documentOf([
        heading(1, 'Questions'),
        heading(2, 'When do you open?'),
        paragraph('At nine.'),
        heading(2, 'When do you close?'),
        paragraph('At five.'),
      ]),
    );
    expect(chunks).toHaveLength(1);
    expect(chunks[0]?.headings).toEqual(['Questions']);
    expect(chunks[0]?.text).toBe('## When do you open?\n\nAt nine.\n\n## When do you close?\n\nAt five.');
  });

  test('ends with a paragraph when it is long enough and the next one does not fit', () => {
    const paragraphs = [paragraph(sentences(28, 'parcel')), paragraph(sentences(28, 'letter'))];
    const chunks = chunkDocument(documentOf([heading(1, 'Post'), ...paragraphs]));
    expect(chunks.map(({ text }) => [text.includes('parcel'), text.includes('letter')])[0]).toEqual([true, false]);
  });

  test('ends with its section when it is long enough', () => {
    const chunks = chunkDocument(
      documentOf([
        heading(1, 'One'),
        paragraph(sentences(25, 'letter')),
        heading(1, 'Two'),
        paragraph(sentences(5, 'card')),
      ]),
    );
    expect(chunks.map((chunk) => chunk.headings)).toEqual([['One'], ['Two']]);
    expect(chunks[1]?.text).not.toContain('letter');
  });

  test.each([
    'Das gilt z. B. für den Zoll.',
    'It was John C. Wells of Dr. Weber.',
    'Wir kommen am 27. November und am 3. Dezember.',
    'It costs 3.50 at https://shop.example/a.b today.',
  ])('is not cut at a full stop that ends no sentence: %s', (sentence) => {
    expect([...sentencesOf(`${sentence} Then more.`)].map(({ text }) => text.trim())).toEqual([sentence, 'Then more.']);
  });

  test('goes on behind a question or exclamation mark when a small letter follows it', () => {
    const texts = ({ text }: { text: string }) => text.trim();
    const labelled = 'Click “Forgot password?” on the login page, or Yahoo! in the list.';
    expect([...sentencesOf(`${labelled} Then log in.`)].map(texts)).toEqual([labelled, 'Then log in.']);
    expect([...sentencesOf('was kostet das? nichts! Wirklich?\nja.')].map(texts)).toEqual([
      'was kostet das?',
      'nichts!',
      'Wirklich?',
      'ja.',
    ]);
  });

  test('takes a Greek question mark for the end of a sentence', () => {
    expect([...sentencesOf('Πού είναι; Εδώ.')].map(({ text }) => text.trim())).toEqual(['Πού είναι;', 'Εδώ.']);
  });

  test('of a table says the header again', () => {
    const rows = Array.from({ length: 200 }, (_, index) => `Article ${index} | ${index}.99 EUR | in stock`);
    const chunks = chunkDocument(documentOf([{ kind: 'table', header: 'Name | Price | Stock', rows }]));
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks)
      expect(chunk.text.startsWith('Name | Price | Stock\n--- | --- | ---\nArticle ')).toBe(true);
    const found = chunks.flatMap((chunk) => chunk.text.split('\n').slice(2));
    expect(found).toEqual(rows);
  });

  test('of a table with a header without end says it once', () => {
    const header = Array.from({ length: 300 }, (_, index) => `column ${index}`).join(' | ');
    const chunks = chunkDocument(documentOf([{ kind: 'table', header, rows: ['a | b', 'c | d'] }]));
    for (const chunk of chunks) expect(estimateTokens(chunk.text)).toBeLessThanOrEqual(500);
    expect(compact(chunks.map((chunk) => chunk.text).join(''))).toBe(compact(`${header}a | bc | d`));
  });

  test.each([
    ['a paragraph', (text: string) => paragraph(text)],
    ['lines of code', (text: string): Block => ({ kind: 'code', text })],
  ])('of %s that is little but spaces holds no more than some six thousand characters', (_what, blockOf) => {
    const words = Array.from({ length: 400 }, (_, index) => `word${index}${' '.repeat(300)}`);
    for (const text of [words.join(''), words.join('\n'), `begin${' '.repeat(100_000)}end`]) {
      const chunks = chunkDocument(documentOf([blockOf(text)]));
      expect(Math.max(...chunks.map((chunk) => chunk.text.length))).toBeLessThan(6_500);
      expect(compact(chunks.map((chunk) => chunk.text).join(''))).toContain(compact(text).slice(-3));
    }
  });

  test('never cuts a line of code', () => {
    const lines = Array.from({ length: 300 }, (_, index) => `  const value${index} = compute(${index}, 'text');`);
    const chunks = chunkDocument(documentOf([{ kind: 'code', text: lines.join('\n') }]));
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) expect(chunk.text).toMatch(/^```\n[\s\S]+\n```$/);
    const found = chunks.flatMap((chunk) => chunk.text.split('\n').slice(1, -1));
    expect(found).toEqual(lines);
  });

  test('keeps a heading that has nothing under it', () => {
    const chunks = chunkDocument(
      documentOf([heading(1, 'Closed on Mondays'), heading(1, 'Contact'), paragraph('Call.')]),
    );
    expect(chunks.map((chunk) => chunk.text).join('\n')).toContain('Closed on Mondays');
  });
});

describe('chunks of scripts without spaces', () => {
  test.each([
    ['Chinese', '这是一个关于产品保修政策的很长的说明文字，'.repeat(200)],
    ['Thai', 'สินค้าทุกชิ้นมีการรับประกันคุณภาพเป็นเวลาหนึ่งปี'.repeat(200)],
    ['Japanese', 'この商品は一年間の保証があります。'.repeat(200)],
  ])('%s hold no more than their size', (_, text) => {
    const chunks = chunkDocument(documentOf([paragraph(text)]));
    expect(chunks.length).toBeGreaterThan(3);
    for (const chunk of chunks) expect(estimateTokens(chunk.text)).toBeLessThanOrEqual(500);
  });
});

describe('chunking', () => {
  test('makes nothing of an empty document', () => {
    expect(chunkDocument(documentOf([]))).toEqual([]);
    expect(chunkDocument(documentOf([paragraph('   \n ')]))).toEqual([]);
  });

  test.each([
    ['one line of letters', 10_000_000, 'x'],
    ['one line of spaces', 10_000_000, ' '],
    ['one line of stops', 10_000_000, '.'],
    ['one line of words', 2_000_000, 'word '],
    ['line breaks', 10_000_000, '\n'],
    ['emoji', 2_000_000, '😀'],
  ])('of up to 10 MB of hostile text takes time in proportion to its length: %s', (_, most, unit) => {
    expectLinear(most, (count) => {
      chunkDocument(documentOf([paragraph(unit.repeat(count))]));
    });
  });

  test('loses no character of the content and gives the same chunks again, whatever the document', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'word ', '. ', '\n', '。', 'ก', '|', '😀', '  '),
      maxLength: 2_000,
    });
    const block: fc.Arbitrary<Block> = fc.oneof(
      fc.record({ kind: fc.constant('heading' as const), level: fc.integer({ min: 1, max: 6 }), text }),
      fc.record({ kind: fc.constant('paragraph' as const), text }),
      fc.record({ kind: fc.constant('code' as const), text }),
      fc.record({
        kind: fc.constant('list-item' as const),
        depth: fc.nat(3),
        marker: fc.constantFrom('-', '1.'),
        text,
      }),
      fc.record({
        kind: fc.constant('table' as const),
        header: fc.option(text),
        rows: fc.array(text, { maxLength: 20 }),
      }),
    );
    fc.assert(
      fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
        const document = documentOf(blocks);
        const chunks = chunkDocument(document);
        expect(chunkDocument(document)).toEqual(chunks);
        expect(chunks.map((chunk) => chunk.ordinal)).toEqual(chunks.map((_, index) => index));
        const all = compact(chunks.map((chunk) => [...chunk.headings, chunk.text].join(' ')).join(' '));
        // Longer words may be cut.
        for (const word of wordsOf(blocks)) if (word.length < 100) expect(all).toContain(word);
      }),
      { numRuns: 200 },
    );
  });
});
