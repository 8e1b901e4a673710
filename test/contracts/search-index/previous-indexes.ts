import { describe, expect, test } from 'vitest';
import type { SearchIndex } from '../../../src/ports/search-index.ts';
import { NO_RANKING } from '../../../src/text/ranking/ranking.ts';
import { openFor } from '../../support/stores/store-place.ts';
import { asking, chatbotId, contractDimensions, idsByWords, otherChatbotId, passage } from './support.ts';

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
