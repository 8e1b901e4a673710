import { describe, expect, test } from 'vitest';
import type { SearchIndex } from '../../../src/ports/search-index.ts';
import { type EmptyPlace, openFor } from '../../support/stores/store-place.ts';
import { chatbotId, direction, idsByVector, idsByWords, indexWith, otherChatbotId, passage } from './support.ts';

export function describeRemoval(name: string, emptyPlace: EmptyPlace<SearchIndex>): void {
  describe(`A search index in ${name}: removal`, () => {
    const second = { generation: 'generation-2' };
    const third = { generation: 'generation-3', sourceId: 'source-2' };
    const theirs = { chatbotId: otherChatbotId };
    const generations = ['generation-1', 'generation-2', 'generation-3'];

    async function filledIndex(): Promise<SearchIndex> {
      return indexWith(
        emptyPlace,
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
