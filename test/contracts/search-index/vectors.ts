import { describe, expect, test } from 'vitest';
import type { SearchIndex } from '../../../src/ports/search-index.ts';
import { NO_RANKING } from '../../../src/text/ranking/ranking.ts';
import type { EmptyPlace } from '../../support/stores/store-place.ts';
import { asking, chatbotId, contractDimensions, direction, indexWith, passage } from './support.ts';

export function describeVectors(name: string, emptyPlace: EmptyPlace<SearchIndex>): void {
  describe(`A search index in ${name}: vectors`, () => {
    test('the nearest passage comes first, with its cosine as score', async () => {
      const index = await indexWith(
        emptyPlace,
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
      const index = await indexWith(emptyPlace, passage('a', 'word'));
      expect((await index.search(asking({ words: ['word'] }))).byVector).toEqual(NO_RANKING);
    });

    test('both rankings come from one search', async () => {
      const index = await indexWith(
        emptyPlace,
        passage('words', 'wanted', { vector: direction(4) }),
        passage('vector', 'other', { vector: direction(0) }),
      );
      const { byWords, byVector } = await index.search(asking({ words: ['wanted'], vector: direction(0), limit: 1 }));
      expect([byWords.ids, byVector.ids]).toEqual([['words'], ['vector']]);
    });

    test('a vector of another dimension is refused, with the whole batch', async () => {
      const index = await indexWith(emptyPlace);
      const wrong = new Float32Array(contractDimensions + 1);
      await expect(index.putPassages([passage('a', 'word'), passage('b', 'word', { vector: wrong })])).rejects.toThrow(
        RangeError,
      );
      await index.refresh();
      expect(await index.countPassages(chatbotId, 'generation-1')).toBe(0);
      await expect(index.search(asking({ vector: wrong }))).rejects.toThrow(RangeError);
    });
  });
}
