import { describe, expect, test } from 'vitest';
import type { SearchIndex } from '../../../src/ports/search-index.ts';
import type { EmptyPlace } from '../../support/stores/store-place.ts';
import { chatbotId, indexWith, passage } from './support.ts';

export function describePassages(name: string, emptyPlace: EmptyPlace<SearchIndex>): void {
  describe(`A search index in ${name}: passages`, () => {
    test('come back as they were put, in the order asked for, without the unknown', async () => {
      const put = [
        passage('a', 'w', { ordinal: 1 }),
        passage('b', 'w', { url: null, headings: [], title: '' }),
        passage('c', 'w'),
      ];
      const index = await indexWith(emptyPlace, ...put);
      const [a, b, c] = put.map(({ words: _words, vector: _vector, ...rest }) => rest);
      expect(await index.getPassages(chatbotId, ['c', 'unknown', 'a', 'b'])).toEqual([c, a, b]);
      expect(await index.getPassages(chatbotId, [])).toEqual([]);
    });

    test('keep every character of their texts', async () => {
      const text = 'Quote " \' ` \\ percent % null \u0000 tab \t line \n emoji 👩‍👩‍👧 mark e\u0301 <script> {{y}}';
      const index = await indexWith(emptyPlace, passage('a', 'w', { text, title: text, headings: [text, ''] }));
      expect(await index.getPassages(chatbotId, ['a'])).toMatchObject([{ text, title: text, headings: [text, ''] }]);
    });

    test('with half a surrogate pair are kept, that half replaced', async () => {
      const index = await indexWith(emptyPlace, passage('a', 'w', { text: 'before \ud800 after' }));
      expect((await index.getPassages(chatbotId, ['a']))[0]?.text).toBe('before \ufffd after');
    });

    test('are counted by generation', async () => {
      const index = await indexWith(
        emptyPlace,
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
}
