/** Shared by the parts of the search index's contract. */
import type { IndexedPassage, SearchIndex, SearchQuery } from '../../../src/ports/search-index.ts';
import { type EmptyPlace, openFor } from '../../support/stores/store-place.ts';

/** Dimensions of the index that a contract test opens. */
export const contractDimensions = 8;

export const chatbotId = '0198c0de-0000-7000-8000-000000000001';
export const otherChatbotId = '0198c0de-0000-7000-8000-000000000002';

/** A unit vector that turns from one axis to the next as `angle` goes from 0 to 1. */
export function direction(axis: number, angle = 0): Float32Array {
  const vector = new Float32Array(contractDimensions);
  vector[axis] = Math.cos((angle * Math.PI) / 2);
  vector[axis + 1] = Math.sin((angle * Math.PI) / 2);
  return vector;
}

export function passage(id: string, words: string, changes: Partial<IndexedPassage> = {}): IndexedPassage {
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

export function asking(changes: Partial<SearchQuery>): SearchQuery {
  return { chatbotId, generations: ['generation-1'], words: [], vector: null, limit: 10, ...changes };
}

export async function idsByWords(index: SearchIndex, words: readonly string[], changes: Partial<SearchQuery> = {}) {
  return (await index.search(asking({ words, ...changes }))).byWords.ids;
}

export async function idsByVector(index: SearchIndex, vector: Float32Array, changes: Partial<SearchQuery> = {}) {
  return (await index.search(asking({ vector, ...changes }))).byVector.ids;
}

export async function indexWith(
  emptyPlace: EmptyPlace<SearchIndex>,
  ...passages: readonly IndexedPassage[]
): Promise<SearchIndex> {
  const index = await openFor(emptyPlace());
  await index.putPassages(passages);
  await index.refresh();
  return index;
}
