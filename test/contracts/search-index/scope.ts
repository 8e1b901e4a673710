import { describe, expect, test } from 'vitest';
import type { SearchIndex } from '../../../src/ports/search-index.ts';
import { NO_RANKING } from '../../../src/text/ranking/ranking.ts';
import type { EmptyPlace } from '../../support/stores/store-place.ts';
import {
  asking,
  chatbotId,
  direction,
  idsByVector,
  idsByWords,
  indexWith,
  otherChatbotId,
  passage,
} from './support.ts';

export function describeScope(name: string, emptyPlace: EmptyPlace<SearchIndex>): void {
  describe(`A search index in ${name}: what counts`, () => {
    test("a chatbot never finds another's passages, not even under the same ids", async () => {
      const theirs = { chatbotId: otherChatbotId, text: 'theirs' };
      const index = await indexWith(
        emptyPlace,
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
        emptyPlace,
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
      const index = await indexWith(emptyPlace, passage('a', 'word'));
      const found = await index.search(asking({ words: ['word'], vector: direction(0), generations: [] }));
      expect(found).toEqual({ byWords: NO_RANKING, byVector: NO_RANKING, statistics: null });
    });

    test('a passage put again is replaced in every respect', async () => {
      const index = await indexWith(emptyPlace, passage('a', 'before shared'), passage('b', 'shared'));
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
      const index = await indexWith(emptyPlace, passage('a', 'word'), passage('a', 'word'), passage('b', 'word other'));
      await index.putPassages([passage('b', 'word other'), passage('a', 'word')]);
      await index.refresh();
      expect(await idsByWords(index, ['word'])).toEqual(['a', 'b']);
      expect([...(await idsByVector(index, direction(0)))].sort()).toEqual(['a', 'b']);
      expect(await index.countPassages(chatbotId, 'generation-1')).toBe(2);
    });
  });
}
