import { describe, expect, test } from 'vitest';
import type { IndexedPassage, SearchIndex, SearchQuery } from '../../src/ports/search-index.ts';
import { NO_RANKING } from '../../src/text/ranking/ranking.ts';
import { type EmptyPlace, openFor } from '../support/stores/store-place.ts';

/** Dimensions of the index that a contract test opens. */
export const contractDimensions = 8;

const chatbotId = '0198c0de-0000-7000-8000-000000000001';
const otherChatbotId = '0198c0de-0000-7000-8000-000000000002';

/** A unit vector that turns from one axis to the next as `angle` goes from 0 to 1. */
function direction(axis: number, angle = 0): Float32Array {
  const vector = new Float32Array(contractDimensions);
  vector[axis] = Math.cos((angle * Math.PI) / 2);
  vector[axis + 1] = Math.sin((angle * Math.PI) / 2);
  return vector;
}

function passage(id: string, words: string, changes: Partial<IndexedPassage> = {}): IndexedPassage {
  return {
    id,
    chatbotId,
    sourceId: 'source-1',
    generation: 'generation-1',
    ordinal: 0,
    title: 'A title',
    url: 'https://example.com/page',
    headings: ['Outer', 'Inner'],
    text: `Text of ${id}`,
    words,
    vector: direction(0),
    ...changes,
  };
}

function asking(changes: Partial<SearchQuery>): SearchQuery {
  return { chatbotId, generations: ['generation-1'], words: [], vector: null, limit: 10, ...changes };
}

async function idsByWords(index: SearchIndex, words: readonly string[], changes: Partial<SearchQuery> = {}) {
  return (await index.search(asking({ words, ...changes }))).byWords.ids;
}

async function idsByVector(index: SearchIndex, vector: Float32Array, changes: Partial<SearchQuery> = {}) {
  return (await index.search(asking({ vector, ...changes }))).byVector.ids;
}

/** @param emptyPlace see EmptyPlace; its index has `contractDimensions` dimensions. */
export function describeSearchIndexContract(name: string, emptyPlace: EmptyPlace<SearchIndex>): void {
  async function indexWith(...passages: readonly IndexedPassage[]): Promise<SearchIndex> {
    const index = await openFor(emptyPlace());
    await index.putPassages(passages);
    await index.refresh();
    return index;
  }

  describe(`A search index in ${name}: words`, () => {
    test('the result tells how many passages hold each word', async () => {
      const index = await indexWith(passage('a', 'opening hours'), passage('b', 'hours'), passage('c', 'unrelated'));
      const { statistics } = await index.search(asking({ words: ['opening', 'hours', 'absent'] }));
      expect(statistics?.passages).toBe(3);
      expect(Object.fromEntries(statistics?.frequencies ?? [])).toEqual({ opening: 1, hours: 2, absent: 0 });
    });

    test('any word of the query finds a passage', async () => {
      const index = await indexWith(passage('a', 'opening hours'), passage('b', 'delivery'), passage('c', 'unrelated'));
      expect(new Set(await idsByWords(index, ['hours', 'delivery', 'absent']))).toEqual(new Set(['a', 'b']));
    });

    test('more of the words, rarer words and repeats within a passage rank higher', async () => {
      const filler = Array.from({ length: 8 }, (_, place) => passage(`f${place}`, 'common filler filler filler'));
      const index = await indexWith(
        ...filler,
        passage('both', 'common rare filler filler'),
        passage('rare', 'filler rare filler filler'),
        passage('often', 'often often often filler'),
        passage('once', 'often filler filler filler'),
      );
      expect((await idsByWords(index, ['common', 'rare'])).slice(0, 3)).toEqual(['both', 'rare', expect.any(String)]);
      expect(await idsByWords(index, ['often'])).toEqual(['often', 'once']);
    });

    test('a shorter passage ranks above a longer one with the same word', async () => {
      const index = await indexWith(passage('long', `price${' filler'.repeat(60)}`), passage('short', 'price filler'));
      expect(await idsByWords(index, ['price'])).toEqual(['short', 'long']);
    });

    test('a repeated word of the query weighs more', async () => {
      const index = await indexWith(passage('a', 'apple filler'), passage('b', 'banana filler'));
      expect(await idsByWords(index, ['apple', 'banana', 'banana'])).toEqual(['b', 'a']);
      expect(await idsByWords(index, ['apple', 'apple', 'banana'])).toEqual(['a', 'b']);
    });

    test('expansion words match too, with the weight they are given', async () => {
      const index = await indexWith(
        passage('a', 'apple filler'),
        passage('b', 'banana filler'),
        passage('c', 'filler'),
      );
      const ranked = (weight: number) =>
        idsByWords(index, ['apple'], { expansionWords: new Map([['banana', weight]]) });
      expect(await ranked(0.3)).toEqual(['a', 'b']);
      expect(await ranked(3)).toEqual(['b', 'a']);
      expect(await idsByWords(index, ['banana', 'apple'], { expansionWords: new Map([['apple', 0.1]]) })).toEqual([
        'a',
        'b',
      ]);
      expect(await idsByWords(index, [], { expansionWords: new Map([['banana', 1]]) })).toEqual(['b']);
    });

    test('scores fall along the ranking', async () => {
      const index = await indexWith(
        passage('a', 'one two three'),
        passage('b', 'one two filler'),
        passage('c', 'one filler filler'),
      );
      const { byWords } = await index.search(asking({ words: ['one', 'two', 'three'] }));
      expect(byWords.scores).toHaveLength(3);
      expect(byWords.scores).toEqual(byWords.scores.toSorted().toReversed());
    });

    test('a query without words gives no ranking by words, one with unknown words an empty one', async () => {
      const index = await indexWith(passage('a', 'word'));
      expect(await idsByWords(index, [])).toEqual([]);
      expect(await idsByWords(index, ['absent'])).toEqual([]);
    });

    test('the limit holds for each ranking', async () => {
      const index = await indexWith(...Array.from({ length: 12 }, (_, place) => passage(`p${place}`, 'word')));
      const found = await index.search(asking({ words: ['word'], vector: direction(0), limit: 5 }));
      expect([found.byWords.ids.length, found.byVector.ids.length]).toEqual([5, 5]);
    });

    test.each([
      ['operators', ['AND', 'OR', 'NOT', 'NEAR', 'TO']],
      [
        'signs of query languages',
        ['"', '*', 'a*', '(', ')', ':', 'text:x', '^2', '-a', '+', '{a}', '~', "'", '\\', '--', ';', '%', '_', '/'],
      ],
      ['marks of the analysis', ['=exact', '~begin', '^tri', 'c++', 'c#', 'user@example.com', '3.14']],
      ['every script', ['naïve', 'ελληνικα', 'привет', 'हिन्दी', 'ภาษา', 'العربيه', '漢字', '한국', 'עברית', '👩‍👩‍👧']],
    ])('%s are plain words', async (_, words) => {
      const index = await indexWith(
        ...words.map((word, place) => passage(`p${place}`, `${word} ${'z'.repeat(place + 3)}`)),
        passage('none', 'plain words only'),
      );
      for (const [place, word] of words.entries())
        expect([word, await idsByWords(index, [word])]).toEqual([word, [`p${place}`]]);
    });

    test('a query of thousands of words is answered', async () => {
      const index = await indexWith(passage('a', 'needle'));
      expect(await idsByWords(index, ['needle', ...Array.from({ length: 4_000 }, (_, place) => `w${place}`)])).toEqual([
        'a',
      ]);
    });

    test('a passage of a hundred thousand words is kept', async () => {
      const words = Array.from({ length: 100_000 }, (_, place) => `w${place % 20_000}`).join(' ');
      const index = await indexWith(passage('a', words));
      expect(await idsByWords(index, ['w19999'])).toEqual(['a']);
    });
  });

  describe(`A search index in ${name}: vectors`, () => {
    test('the nearest passage comes first, with its cosine as score', async () => {
      const index = await indexWith(
        passage('far', 'w', { vector: direction(0, 0.9) }),
        passage('near', 'w', { vector: direction(0, 0.1) }),
        passage('same', 'w', { vector: direction(0) }),
        passage('opposite', 'w', { vector: direction(0).map((value) => -value) }),
      );
      const { byVector, byWords } = await index.search(asking({ vector: direction(0) }));
      expect(byVector.ids).toEqual(['same', 'near', 'far', 'opposite']);
      expect(byVector.scores[0]).toBeCloseTo(1, 2);
      expect(byVector.scores[3]).toBeCloseTo(-1, 2);
      expect(byWords).toEqual(NO_RANKING);
    });

    test('without a vector there is no ranking by vectors', async () => {
      const index = await indexWith(passage('a', 'word'));
      expect((await index.search(asking({ words: ['word'] }))).byVector).toEqual(NO_RANKING);
    });

    test('both rankings come from one search', async () => {
      const index = await indexWith(
        passage('words', 'wanted', { vector: direction(4) }),
        passage('vector', 'other', { vector: direction(0) }),
      );
      const { byWords, byVector } = await index.search(asking({ words: ['wanted'], vector: direction(0), limit: 1 }));
      expect([byWords.ids, byVector.ids]).toEqual([['words'], ['vector']]);
    });

    test('a vector of another dimension is refused, with the whole batch', async () => {
      const index = await indexWith();
      const wrong = new Float32Array(contractDimensions + 1);
      await expect(index.putPassages([passage('a', 'word'), passage('b', 'word', { vector: wrong })])).rejects.toThrow(
        RangeError,
      );
      await index.refresh();
      expect(await index.countPassages(chatbotId, 'generation-1')).toBe(0);
      await expect(index.search(asking({ vector: wrong }))).rejects.toThrow(RangeError);
    });
  });

  describe(`A search index in ${name}: what counts`, () => {
    test("a chatbot never finds another's passages, not even under the same ids", async () => {
      const theirs = { chatbotId: otherChatbotId, text: 'theirs' };
      const index = await indexWith(
        passage('a', 'secret'),
        passage('a', 'secret', theirs),
        passage('b', 'secret', theirs),
      );
      expect(await idsByWords(index, ['secret'])).toEqual(['a']);
      expect(await idsByVector(index, direction(0))).toEqual(['a']);
      expect((await index.getPassages(chatbotId, ['a', 'b'])).map(({ text }) => text)).toEqual(['Text of a']);
      expect((await index.getPassages(otherChatbotId, ['a', 'b'])).map(({ text }) => text)).toEqual([
        'theirs',
        'theirs',
      ]);
      expect(await index.countPassages(otherChatbotId, 'generation-1')).toBe(2);
    });

    test('only the named generations are found', async () => {
      const index = await indexWith(
        passage('old', 'word', { generation: 'old' }),
        passage('new', 'word', { generation: 'new' }),
        passage('other', 'word', { generation: 'other', sourceId: 'source-2' }),
      );
      const generations = ['new', 'other'];
      expect(new Set(await idsByWords(index, ['word'], { generations }))).toEqual(new Set(generations));
      expect(new Set(await idsByVector(index, direction(0), { generations }))).toEqual(new Set(generations));
      expect(await idsByWords(index, ['word'], { generations: ['new'], limit: 1 })).toEqual(['new']);
      expect(await idsByVector(index, direction(0), { generations: ['new'], limit: 1 })).toEqual(['new']);
      expect(await idsByWords(index, ['word'], { generations: ['unknown'] })).toEqual([]);
    });

    test('without generations nothing is found', async () => {
      const index = await indexWith(passage('a', 'word'));
      const found = await index.search(asking({ words: ['word'], vector: direction(0), generations: [] }));
      expect(found).toEqual({ byWords: NO_RANKING, byVector: NO_RANKING, statistics: null });
    });

    test('a passage put again is replaced in every respect', async () => {
      const index = await indexWith(passage('a', 'before shared'), passage('b', 'shared'));
      const again = passage('a', 'after shared', {
        ordinal: 7,
        title: 'New',
        url: null,
        headings: [],
        text: 'New text',
        vector: direction(3),
      });
      await index.putPassages([again]);
      await index.refresh();
      expect(await idsByWords(index, ['before'])).toEqual([]);
      expect(await idsByWords(index, ['after'])).toEqual(['a']);
      expect(new Set(await idsByWords(index, ['shared']))).toEqual(new Set(['a', 'b']));
      expect((await idsByVector(index, direction(3)))[0]).toBe('a');
      expect(await index.countPassages(chatbotId, 'generation-1')).toBe(2);
      const { words: _words, vector: _vector, ...stored } = again;
      expect(await index.getPassages(chatbotId, ['a'])).toEqual([stored]);
    });

    test('putting the same again, together or later, changes nothing', async () => {
      const index = await indexWith(passage('a', 'word'), passage('a', 'word'), passage('b', 'word other'));
      await index.putPassages([passage('b', 'word other'), passage('a', 'word')]);
      await index.refresh();
      expect(await idsByWords(index, ['word'])).toEqual(['a', 'b']);
      expect([...(await idsByVector(index, direction(0)))].sort()).toEqual(['a', 'b']);
      expect(await index.countPassages(chatbotId, 'generation-1')).toBe(2);
    });
  });

  describe(`A search index in ${name}: passages`, () => {
    test('come back as they were put, in the order asked for, without the unknown', async () => {
      const put = [
        passage('a', 'w', { ordinal: 1 }),
        passage('b', 'w', { url: null, headings: [], title: '' }),
        passage('c', 'w'),
      ];
      const index = await indexWith(...put);
      const [a, b, c] = put.map(({ words: _words, vector: _vector, ...rest }) => rest);
      expect(await index.getPassages(chatbotId, ['c', 'unknown', 'a', 'b'])).toEqual([c, a, b]);
      expect(await index.getPassages(chatbotId, [])).toEqual([]);
    });

    test('keep every character of their texts', async () => {
      const text = 'Quote " \' ` \\ percent % null \u0000 tab \t line \n emoji 👩‍👩‍👧 mark e\u0301 <script> {{y}}';
      const index = await indexWith(passage('a', 'w', { text, title: text, headings: [text, ''] }));
      expect(await index.getPassages(chatbotId, ['a'])).toMatchObject([{ text, title: text, headings: [text, ''] }]);
    });

    test('with half a surrogate pair are kept, that half replaced', async () => {
      const index = await indexWith(passage('a', 'w', { text: 'before \ud800 after' }));
      expect((await index.getPassages(chatbotId, ['a']))[0]?.text).toBe('before \ufffd after');
    });

    test('are counted by generation', async () => {
      const index = await indexWith(
        passage('a', 'w'),
        passage('b', ''),
        passage('c', 'w', { generation: 'generation-2' }),
      );
      expect(await index.countPassages(chatbotId, 'generation-1')).toBe(2);
      expect(await index.countPassages(chatbotId, 'generation-2')).toBe(1);
      expect(await index.countPassages(chatbotId, 'unknown')).toBe(0);
      expect(await index.countPassages('unknown', 'generation-1')).toBe(0);
    });
  });

  describe(`A search index in ${name}: removal`, () => {
    const second = { generation: 'generation-2' };
    const third = { generation: 'generation-3', sourceId: 'source-2' };
    const theirs = { chatbotId: otherChatbotId };
    const generations = ['generation-1', 'generation-2', 'generation-3'];

    async function filledIndex(): Promise<SearchIndex> {
      return indexWith(
        passage('a', 'word'),
        passage('b', 'word', second),
        passage('c', 'word', third),
        passage('a', 'word', theirs),
      );
    }

    async function remaining(index: SearchIndex): Promise<ReadonlySet<string>> {
      await index.refresh();
      const byWords = await idsByWords(index, ['word'], { generations });
      const byVector = await idsByVector(index, direction(0), { generations });
      const stored = await index.getPassages(chatbotId, ['a', 'b', 'c']);
      expect(new Set(byVector)).toEqual(new Set(byWords));
      expect(new Set(stored.map(({ id }) => id))).toEqual(new Set(byWords));
      expect(await idsByWords(index, ['word'], { ...theirs, generations })).toEqual(['a']);
      return new Set(byWords);
    }

    test('of a generation takes that generation only', async () => {
      const index = await filledIndex();
      await index.deleteGeneration(chatbotId, 'generation-1');
      expect(await remaining(index)).toEqual(new Set(['b', 'c']));
      expect(await index.countPassages(chatbotId, 'generation-1')).toBe(0);
    });

    test('of a source takes all its generations', async () => {
      const index = await filledIndex();
      await index.deleteSource(chatbotId, 'source-1');
      expect(await remaining(index)).toEqual(new Set(['c']));
    });

    test('of a chatbot takes everything it had', async () => {
      const index = await filledIndex();
      await index.deleteChatbot(chatbotId);
      expect(await remaining(index)).toEqual(new Set());
    });

    test('of something missing changes nothing', async () => {
      const index = await filledIndex();
      await index.deleteGeneration(chatbotId, 'unknown');
      await index.deleteSource('unknown', 'source-1');
      await index.deleteChatbot('unknown');
      expect(await remaining(index)).toEqual(new Set(['a', 'b', 'c']));
    });

    test('leaves room for putting the same again', async () => {
      const index = await filledIndex();
      await index.deleteGeneration(chatbotId, 'generation-1');
      await index.putPassages([passage('a', 'word')]);
      expect(await remaining(index)).toEqual(new Set(['a', 'b', 'c']));
    });

    test('and putting outlive closing', async () => {
      const open = emptyPlace();
      const first = await open();
      await first.putPassages([passage('kept', 'word'), passage('removed', 'word', second)]);
      await first.deleteGeneration(chatbotId, 'generation-2');
      await first.close();
      const index = await openFor(open);
      expect(await idsByWords(index, ['word'], { generations })).toEqual(['kept']);
      expect(await idsByVector(index, direction(0), { generations })).toEqual(['kept']);
      expect(await index.getPassages(chatbotId, ['removed', 'kept'])).toMatchObject([{ id: 'kept' }]);
    });
  });
}

/** @param emptyPlace an empty place for the indexes of several embedders of one installation, each opened for the running test. */
export function describePreviousIndexesContract(
  name: string,
  emptyPlace: () => (embedderId: string, dimensions: number) => Promise<SearchIndex>,
): void {
  const short = { vector: Float32Array.of(0, 1, 0) };

  describe(`Indexes of several embedders in ${name}`, () => {
    test('know of each other, by words, texts and counts', async () => {
      const open = emptyPlace();
      const earlier = await openFor(() => open('earlier/3', 3));
      await earlier.putPassages([passage('a', 'opening hours', short), passage('b', 'delivery', short)]);
      await earlier.refresh();
      expect(await earlier.previousIndexes()).toEqual([]);
      const index = await openFor(() => open('present/8', contractDimensions));
      await index.putPassages([passage('c', 'opening')]);
      await index.refresh();
      expect(await idsByWords(index, ['opening'])).toEqual(['c']);
      const [other, ...more] = await index.previousIndexes();
      expect(more).toEqual([]);
      const { vector: _vector, ...asked } = asking({ words: ['opening'] });
      expect((await other?.searchWords(asked))?.ids).toEqual(['a']);
      expect(await other?.searchWords({ ...asked, generations: ['generation-2'] })).toEqual(NO_RANKING);
      expect(await other?.getPassages(chatbotId, ['b', 'c', 'a'])).toMatchObject([{ id: 'b' }, { id: 'a' }]);
      expect(await other?.getPassages(otherChatbotId, ['a'])).toEqual([]);
      expect(await other?.countPassages(chatbotId, 'generation-1')).toBe(2);
      expect((await earlier.previousIndexes()).length).toBe(1);
    });

    test('are dropped whole and alone, and then hold nothing', async () => {
      const open = emptyPlace();
      const earlier = await openFor(() => open('earlier/3', 3));
      await earlier.putPassages([
        passage('a', 'opening', short),
        passage('b', 'opening', { ...short, generation: 'generation-2' }),
        passage('c', 'opening', { ...short, chatbotId: otherChatbotId }),
      ]);
      await earlier.refresh();
      await earlier.close();
      const index = await openFor(() => open('present/8', contractDimensions));
      await index.putPassages([passage('a', 'opening')]);
      await index.refresh();
      const [other] = await index.previousIndexes();
      await other?.drop();
      await other?.drop();
      expect(await index.previousIndexes()).toEqual([]);
      const { vector: _vector, ...asked } = asking({ words: ['opening'] });
      expect(await other?.searchWords(asked)).toEqual(NO_RANKING);
      expect(await other?.getPassages(chatbotId, ['a'])).toEqual([]);
      expect(await other?.countPassages(chatbotId, 'generation-1')).toBe(0);
      expect(await idsByWords(index, ['opening'])).toEqual(['a']);
      expect(await index.countPassages(chatbotId, 'generation-1')).toBe(1);
    });
  });
}
