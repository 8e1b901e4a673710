/**
 * Passages that can be searched by words and by vectors, within one chatbot.
 *
 * Words arrive analysed (`src/text/analysis`): an engine splits them at spaces and does nothing else to them, so that all
 * engines rank alike. Fusing the two rankings is the caller's.
 */

/** A searchable piece of a source. `id` is deterministic: putting it again replaces it. */
export interface IndexedPassage {
  readonly id: string;
  readonly chatbotId: string;
  readonly sourceId: string;
  /** One run of reading a source; only active generations are searched. Unique over all sources. */
  readonly generation: string;
  /** Place within its generation, from 0. */
  readonly ordinal: number;
  readonly title: string;
  /** Where a visitor can read it; null for text and files. */
  readonly url: string | null;
  /** Headings from the outermost to the one it stands under. */
  readonly headings: readonly string[];
  readonly text: string;
  /** Analysed words of title, headings and text, separated by single spaces, repeats kept. */
  readonly words: string;
  /** Unit length, of the index's dimension. */
  readonly vector: Float32Array;
}

/** What a search gives back of a passage. */
export type Passage = Omit<IndexedPassage, 'words' | 'vector'>;

export interface SearchQuery {
  readonly chatbotId: string;
  /** The generations that count. What is stale in the index is not found. Empty: nothing is found. */
  readonly generations: readonly string[];
  /** Analysed words, any of which may match; repeats weigh more. Empty: no ranking by words. */
  readonly words: readonly string[];
  /** Further words that may match, and what each weighs: one of `words` weighs 1. Above 0. */
  readonly relatedWords?: ReadonlyMap<string, number>;
  /** Unit length; null: no ranking by vectors. */
  readonly vector: Float32Array | null;
  /** At most so many hits in each ranking. */
  readonly limit: number;
}

export interface SearchHit {
  readonly id: string;
  /** Higher is better. BM25 for words, cosine similarity for vectors. */
  readonly score: number;
}

export interface SearchResult {
  readonly byWords: readonly SearchHit[];
  readonly byVector: readonly SearchHit[];
}

/**
 * What another embedder has left of the passages: the one before, while they are being put into the index of the present one. It is
 * searched by words alone: questions have vectors of the present embedder only. Once dropped, by whomever, it holds nothing.
 */
export interface OtherIndex {
  /** Unique among those of the installation. */
  readonly name: string;
  searchWords(query: Omit<SearchQuery, 'vector'>): Promise<readonly SearchHit[]>;
  /** Those of the ids that exist, in the order of `ids`. */
  passages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]>;
  count(chatbotId: string, generation: string): Promise<number>;
  /** Removes it with all that it holds. Doing it again changes nothing. */
  drop(): Promise<void>;
}

export interface SearchIndex {
  /** Adds or replaces. Found by a search at the latest after `refresh`. @throws RangeError for a vector of another dimension. */
  put(passages: readonly IndexedPassage[]): Promise<void>;
  /** When it answers, all that was put and removed before is what searches see. */
  refresh(): Promise<void>;
  search(query: SearchQuery): Promise<SearchResult>;
  /** Those of the ids that exist, in the order of `ids`. */
  passages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]>;
  /** Passages held for a generation; tells whether it is complete. */
  count(chatbotId: string, generation: string): Promise<number>;
  removeGeneration(chatbotId: string, generation: string): Promise<void>;
  removeSource(chatbotId: string, sourceId: string): Promise<void>;
  removeChatbot(chatbotId: string): Promise<void>;
  /** Those of other embedders that this installation still has. */
  others(): Promise<readonly OtherIndex[]>;
  close(): Promise<void>;
}
