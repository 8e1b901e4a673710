import { describe, expect, test } from 'vitest';
import type { SearchIndex } from '../../../src/ports/search-index.ts';
import type { EmptyPlace } from '../../support/stores/store-place.ts';
import { asking, direction, idsByWords, indexWith, passage } from './support.ts';

export function describeWords(name: string, emptyPlace: EmptyPlace<SearchIndex>): void {
  describe(`A search index in ${name}: words`, () => {
    test('the result tells how many passages hold each word', async () => {
      const index = await indexWith(
        emptyPlace,
        passage('a', 'opening hours'),
        passage('b', 'hours'),
        passage('c', 'unrelated'),
      );
      const { statistics } = await index.search(asking({ words: ['opening', 'hours', 'absent'] }));
      expect(statistics?.passages).toBe(3);
      expect(Object.fromEntries(statistics?.frequencies ?? [])).toEqual({ opening: 1, hours: 2, absent: 0 });
    });

    test('any word of the query finds a passage', async () => {
      const index = await indexWith(
        emptyPlace,
        passage('a', 'opening hours'),
        passage('b', 'delivery'),
        passage('c', 'unrelated'),
      );
      expect(new Set(await idsByWords(index, ['hours', 'delivery', 'absent']))).toEqual(new Set(['a', 'b']));
    });

    test('more of the words, rarer words and repeats within a passage rank higher', async () => {
      const filler = Array.from({ length: 8 }, (_, place) => passage(`f${place}`, 'common filler filler filler'));
      const index = await indexWith(
        emptyPlace,
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
      const index = await indexWith(
        emptyPlace,
        passage('long', `price${' filler'.repeat(60)}`),
        passage('short', 'price filler'),
      );
      expect(await idsByWords(index, ['price'])).toEqual(['short', 'long']);
    });

    test('a repeated word of the query weighs more', async () => {
      const index = await indexWith(emptyPlace, passage('a', 'apple filler'), passage('b', 'banana filler'));
      expect(await idsByWords(index, ['apple', 'banana', 'banana'])).toEqual(['b', 'a']);
      expect(await idsByWords(index, ['apple', 'apple', 'banana'])).toEqual(['a', 'b']);
    });

    test('expansion words match too, with the weight they are given', async () => {
      const index = await indexWith(
        emptyPlace,
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
        emptyPlace,
        passage('a', 'one two three'),
        passage('b', 'one two filler'),
        passage('c', 'one filler filler'),
      );
      const { byWords } = await index.search(asking({ words: ['one', 'two', 'three'] }));
      expect(byWords.scores).toHaveLength(3);
      expect(byWords.scores).toEqual(byWords.scores.toSorted().toReversed());
    });

    test('a query without words gives no ranking by words, one with unknown words an empty one', async () => {
      const index = await indexWith(emptyPlace, passage('a', 'word'));
      expect(await idsByWords(index, [])).toEqual([]);
      expect(await idsByWords(index, ['absent'])).toEqual([]);
    });

    test('the limit holds for each ranking', async () => {
      const index = await indexWith(
        emptyPlace,
        ...Array.from({ length: 12 }, (_, place) => passage(`p${place}`, 'word')),
      );
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
        emptyPlace,
        ...words.map((word, place) => passage(`p${place}`, `${word} ${'z'.repeat(place + 3)}`)),
        passage('none', 'plain words only'),
      );
      for (const [place, word] of words.entries())
        expect([word, await idsByWords(index, [word])]).toEqual([word, [`p${place}`]]);
    });

    test('a query of thousands of words is answered', async () => {
      const index = await indexWith(emptyPlace, passage('a', 'needle'));
      expect(await idsByWords(index, ['needle', ...Array.from({ length: 4_000 }, (_, place) => `w${place}`)])).toEqual([
        'a',
      ]);
    });

    test('a passage of a hundred thousand words is kept', async () => {
      const words = Array.from({ length: 100_000 }, (_, place) => `w${place % 20_000}`).join(' ');
      const index = await indexWith(emptyPlace, passage('a', words));
      expect(await idsByWords(index, ['w19999'])).toEqual(['a']);
    });
  });
}
