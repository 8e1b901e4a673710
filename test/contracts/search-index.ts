/** Contracts of every search index. An adapter's test calls each in two lines. */
import type { SearchIndex } from '../../src/ports/search-index.ts';
import type { EmptyPlace } from '../support/stores/store-place.ts';
import { describePassages } from './search-index/passages.ts';
import { describeRemoval } from './search-index/removal.ts';
import { describeScope } from './search-index/scope.ts';
import { describeVectors } from './search-index/vectors.ts';
import { describeWords } from './search-index/words.ts';

export { describePreviousIndexesContract } from './search-index/previous-indexes.ts';
export { contractDimensions } from './search-index/support.ts';

/** @param emptyPlace see EmptyPlace; its index has `contractDimensions` dimensions. */
export function describeSearchIndexContract(name: string, emptyPlace: EmptyPlace<SearchIndex>): void {
  describeWords(name, emptyPlace);
  describeVectors(name, emptyPlace);
  describeScope(name, emptyPlace);
  describePassages(name, emptyPlace);
  describeRemoval(name, emptyPlace);
}
