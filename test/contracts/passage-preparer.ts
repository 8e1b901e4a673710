/** Contract of every passage preparer, compared with chunking and analysis done directly. */
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createOfflineEmbedder } from '../../src/adapters/offline/embedder.ts';
import type { PassagePreparer, PreparedPassage } from '../../src/ports/content/passage-preparer.ts';
import { analysePassage } from '../../src/text/analysis/analyse.ts';
import { chunkDocument } from '../../src/text/chunking/chunk-document.ts';
import type { Block, ReadDocument } from '../../src/text/document.ts';
import { searchedText } from '../../src/text/passage.ts';

const never = new AbortController().signal;

const documentOf = (blocks: readonly Block[]): ReadDocument => ({
  title: 'Guide',
  url: 'https://example.com/guide',
  language: 'en',
  blocks,
});

const section = (number: number): Block[] => [
  { kind: 'heading', level: 2, text: `Section ${number}` },
  { kind: 'paragraph', text: `Parcel ${number} travels for days. 退货政策 ${number}. `.repeat(1 + (number % 40)) },
  { kind: 'list-item', depth: 0, marker: '-', text: `Point ${number}` },
  { kind: 'code', text: `const parcel = ${number};` },
];
const sections = (count: number) => Array.from({ length: count }, (_, number) => section(number)).flat();
const rows = Array.from({ length: 5_000 }, (_, number) => `Article ${number} | ${number * 3} Euro | in stock`);

const documents: readonly (readonly [string, ReadDocument])[] = [
  ['a page', documentOf(sections(20))],
  ['an empty one', documentOf([])],
  ['one of many sections', documentOf(sections(1_000))],
  ['one of many short blocks', documentOf(Array.from({ length: 4_000 }, () => ({ kind: 'paragraph', text: 'a' })))],
  [
    'one long paragraph',
    documentOf([{ kind: 'paragraph', text: 'All in one sentence after another. '.repeat(40_000) }]),
  ],
  [
    'a table longer than what travels at once',
    documentOf([...section(1), { kind: 'table', header: 'Article | Price | Stock', rows }]),
  ],
];

/** The threads fold title and text apart, the embedder folds them together. */
const inManyScripts: readonly ReadDocument[] = [
  'Größe und Lieferung: 3–5 Werktage, ﬁx und fertig. ',
  '退货政策：三十天内可以退货。',
  'أسعار الشحن والتوصيل ١٢٣ درهم. ',
  'Đổi trả trong vòng 30 ngày. ',
  '\u0301\u00ad\ufeff e\u0301 the of and ',
].map((text) => ({ ...documentOf([{ kind: 'paragraph', text: text.repeat(20) }]), title: `${text} Guide’s` }));

function directly(document: ReadDocument): readonly PreparedPassage[] {
  return chunkDocument(document).map(({ ordinal: _, ...passage }) => ({
    ...passage,
    words: analysePassage(passage).join(' '),
    vector: null,
  }));
}

async function prepared(preparer: PassagePreparer, document: ReadDocument): Promise<PreparedPassage[]> {
  const all: PreparedPassage[] = [];
  for await (const some of preparer.prepare(document, 'ada', never)) all.push(...some);
  return all;
}

export function describePassagePreparerContract(
  name: string,
  open: (options: { makesVectors: boolean }) => PassagePreparer,
): void {
  describe(`${name} as a passage preparer`, () => {
    const preparer = open({ makesVectors: false });
    afterAll(() => preparer.close());

    test.each(documents)(
      'gives the passages and words of %s as they are cut and found directly',
      async (_, document) => {
        expect(await prepared(preparer, document)).toEqual(directly(document));
      },
    );

    test('keeps documents apart that are prepared at once', async () => {
      const all = await Promise.all(documents.map(([, document]) => prepared(preparer, document)));
      expect(all).toEqual(documents.map(([, document]) => directly(document)));
    });

    test('finds the words of passages that were cut before', async () => {
      const passages = directly(documentOf(sections(30)));
      const cut = passages.map(({ words: _words, vector: _vector, ...passage }) => passage);
      expect(await preparer.analyse(cut, never)).toEqual(passages);
      expect(await preparer.analyse([], never)).toEqual([]);
    });

    test('hashes the very vectors of the offline embedder where no model embeds', async () => {
      const making = open({ makesVectors: true });
      onTestFinished(() => making.close());
      for (const document of [documentOf(sections(20)), ...inManyScripts]) {
        const passages = await prepared(making, document);
        const vectors = await createOfflineEmbedder().embed(passages.map(searchedText), never);
        expect(passages.map(({ vector }) => vector)).toEqual(vectors);
        expect(await making.analyse(passages, never)).toEqual(passages);
      }
    });

    test('goes on after a caller aborted in the middle of a document', async () => {
      for await (const some of preparer.prepare(documentOf(sections(1_000)), 'ada', never)) {
        expect(some.length).toBeGreaterThan(0);
        break;
      }
      expect(await prepared(preparer, documentOf(section(1)))).toHaveLength(1);
    });

    test.each([
      ['a page', sections(20)],
      ['a long document', sections(1_000)],
    ])('rejects with the reason of the signal when that aborts over %s', async (_, blocks) => {
      const leaving = new AbortController();
      const iteration = preparer.prepare(documentOf(blocks), 'ada', leaving.signal)[Symbol.asyncIterator]();
      const first = iteration.next();
      leaving.abort(new Error('left'));
      await expect(first).rejects.toThrow('left');
      const { signal } = leaving;
      await expect(preparer.prepare(documentOf(blocks), 'ada', signal)[Symbol.asyncIterator]().next()).rejects.toThrow(
        'left',
      );
      await expect(preparer.analyse([], signal)).rejects.toThrow('left');
    });

    test('lets the event loop run while it prepares a long document', async () => {
      let longest = 0;
      let before = performance.now();
      const ticking = setInterval(() => {
        const now = performance.now();
        longest = Math.max(longest, now - before);
        before = now;
      }, 1);
      let turns = 0;
      for await (const some of preparer.prepare(documentOf(sections(4_000)), 'ada', never)) turns += some.length;
      clearInterval(ticking);
      expect(turns).toBeGreaterThan(500);
      // The machine may be busy with others: cutting it here would hold the loop for seconds.
      expect(longest).toBeLessThan(500);
    });
  });
}
