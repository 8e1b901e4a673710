/**
 * Hybrid search by words (BM25) and by vectors; the caller fuses both rankings. Words arrive analysed (`src/text/analysis`), so
 * that all engines rank alike.
 */
import type { Ranking } from '../text/ranking/ranking.ts';

/** `id` is deterministic: indexing a passage again replaces it. */
export interface IndexedPassage {
  readonly id: string;
  readonly chatbotId: string;
  readonly sourceId: string;
  /** One ingestion run of a source. Only active generations are searched. */
  readonly generation: string;
  /** Index within its generation, from 0. */
  readonly ordinal: number;
  readonly title: string;
  /** Public URL; null for text and files. */
  readonly url: string | null;
  /** Outermost first. */
  readonly headings: readonly string[];
  readonly text: string;
  /** Analysed words of title, headings and text, separated by single spaces, with repeats. */
  readonly words: string;
  /** Unit length. */
  readonly vector: Float32Array;
}

export type Passage = Omit<IndexedPassage, 'words' | 'vector'>;

export interface SearchQuery {
  readonly chatbotId: string;
  /** Active generations. Empty: no hits. */
  readonly generations: readonly string[];
  /** Analysed words, combined by OR; repeats weigh more. Empty: no ranking by words. */
  readonly words: readonly string[];
  /** Query expansion: further words with their weights, above 0. One of `words` weighs 1. */
  readonly expansionWords?: ReadonlyMap<string, number>;
  /** Unit length; null: no ranking by vectors. */
  readonly vector: Float32Array | null;
  /** Hits per ranking. */
  readonly limit: number;
}

export interface SearchStatistics {
  /** Passages searched. An engine may count passages of inactive generations until they are deleted. */
  readonly passages: number;
  /** Document frequency: number of them that hold each of the query's words. */
  readonly frequencies: ReadonlyMap<string, number>;
}

export interface SearchResult {
  /** Scores are BM25's. */
  readonly byWords: Ranking;
  /** Scores are cosine similarities. */
  readonly byVector: Ranking;
  /** `null` when the engine cannot tell, or no passage was searched. */
  readonly statistics: SearchStatistics | null;
}

/** Index of a former embedder, searched by words while its passages move to the present one. Empty once any node has dropped it. */
export interface PreviousIndex {
  /** Unique within the installation. */
  readonly name: string;
  searchWords(query: Omit<SearchQuery, 'vector'>): Promise<Ranking>;
  getPassages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]>;
  countPassages(chatbotId: string, generation: string): Promise<number>;
  /** Idempotent. */
  drop(): Promise<void>;
}

export interface SearchIndex {
  /** Upserts, visible after `refresh`. @throws RangeError for a vector of other dimensions */
  putPassages(passages: readonly IndexedPassage[]): Promise<void>;
  /** Makes all earlier writes and deletions visible to searches. */
  refresh(): Promise<void>;
  search(query: SearchQuery): Promise<SearchResult>;
  /** The passages that exist, in the order of `ids`. */
  getPassages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]>;
  /** Tells whether a generation is complete. */
  countPassages(chatbotId: string, generation: string): Promise<number>;
  deleteGeneration(chatbotId: string, generation: string): Promise<void>;
  deleteSource(chatbotId: string, sourceId: string): Promise<void>;
  deleteChatbot(chatbotId: string): Promise<void>;
  previousIndexes(): Promise<readonly PreviousIndex[]>;
  close(): Promise<void>;
}

export interface IndexedSource {
  readonly chatbotId: string;
  readonly sourceId: string;
}

export interface StoredGeneration extends IndexedSource {
  readonly generation: string;
  readonly passages: number;
}

/** Reads what an index holds, beside the service. */
export interface SearchIndexContents {
  /** Lists what the indexes of all embedders hold, a page at a time. */
  generations(): AsyncIterable<readonly StoredGeneration[]>;
  passages(chatbotId: string, ids: readonly string[]): Promise<readonly Passage[]>;
  /** Ids of the passages whose vector is missing or another one than expected, as precisely as the engine tells. */
  differingVectors(chatbotId: string, expected: ReadonlyMap<string, Float32Array>): Promise<ReadonlySet<string>>;
  countPassages(chatbotId: string, generation: string): Promise<number>;
  close(): Promise<void>;
}

/** Searched beside the process that writes it. */
export type ReadableSearchIndex = Pick<
  SearchIndex,
  'search' | 'getPassages' | 'countPassages' | 'previousIndexes' | 'close'
>;
