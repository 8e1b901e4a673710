/** Body of the thread that searches `search.db`; it never waits for the one that writes. */
import type { DatabaseSync } from 'node:sqlite';
import { load as loadVectorFunctions } from 'sqlite-vec';
import type { Passage, SearchHit, SearchQuery, SearchResult } from '../../../ports/search-index.ts';
import { wordWeights } from '../../word-weights.ts';
import { readOnly } from '../thread/handlers.ts';
import { Bm25, type Collection } from './bm25.ts';
import { embedderKey, type IndexOptions, integer } from './keys.ts';
import { readPassage } from './stored-passage.ts';

export interface PassagesRequest {
  readonly chatbotId: string;
  readonly ids: readonly string[];
}

export interface CountRequest {
  readonly chatbotId: string;
  readonly generation: string;
}

export type SearchReaderHandlers = ReturnType<typeof createHandlers>;

export function createHandlers(db: DatabaseSync, options: IndexOptions) {
  loadVectorFunctions(db);
  // Vectors are read as they lie in the file, without a copy in the connection's own cache.
  db.exec('PRAGMA query_only = ON; PRAGMA mmap_size = 1073741824');
  const embedder = embedderKey(db, options);
  const bm25 = new Bm25(db);
  const findGeneration = db.prepare(`
    SELECT generations.key, passages, words FROM generations JOIN chatbots ON chatbots.key = chatbot_key
    WHERE chatbots.id = ? AND embedder_key = ? AND generations.id = ?`);
  const nearest = db.prepare(`
    SELECT vectors.key & 4294967295 AS passage_key, vec_distance_cosine(vector, ?) AS distance
    FROM json_each(?) AS generation
    CROSS JOIN vectors ON vectors.key BETWEEN generation.value << 32 AND (generation.value << 32) + 4294967295
    ORDER BY distance NULLS LAST, passage_key LIMIT ?`);
  const idOf = db.prepare('SELECT id FROM passages WHERE key = ?');
  const findPassage = db.prepare(`
    SELECT passages.id, source_id, generations.id AS generation, ordinal, title, url, headings, text
    FROM passages JOIN generations ON generations.key = generation_key JOIN chatbots ON chatbots.key = passages.chatbot_key
    WHERE chatbots.id = ? AND embedder_key = ? AND passages.id = ?`);

  function collectionOf(chatbotId: string, generations: readonly string[]): Collection {
    const rows = [...new Set(generations)].flatMap((generation) => findGeneration.all(chatbotId, embedder, generation));
    const sum = (column: 'passages' | 'words') => rows.reduce((total, row) => total + integer(row[column]), 0);
    const keys = JSON.stringify(rows.map((row) => integer(row.key)));
    return { generationKeys: keys, passages: sum('passages'), words: sum('words') };
  }

  function hit(passageKey: number, score: number): SearchHit {
    return { id: String(idOf.get(passageKey)?.id), score };
  }

  function byVector(vector: Float32Array, collection: Collection, limit: number): SearchHit[] {
    const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
    return nearest
      .all(bytes, collection.generationKeys, limit)
      .flatMap(({ passage_key: key, distance }) =>
        typeof distance === 'number' ? [hit(integer(key), 1 - distance)] : [],
      );
  }

  /** One transaction, so that both rankings and the ids are of one state of the file. */
  function search(query: SearchQuery): SearchResult {
    db.exec('BEGIN');
    try {
      const collection = collectionOf(query.chatbotId, query.generations);
      if (collection.passages === 0) return { byWords: [], byVector: [] };
      const words = bm25.rank(wordWeights(query), collection, query.limit);
      return {
        byWords: words.map(({ passageKey, score }) => hit(passageKey, score)),
        byVector: query.vector === null ? [] : byVector(query.vector, collection, query.limit),
      };
    } finally {
      db.exec('COMMIT');
    }
  }

  function passages({ chatbotId, ids }: PassagesRequest): Passage[] {
    return ids.flatMap((id) => {
      const row = findPassage.get(chatbotId, embedder, id);
      return row === undefined ? [] : [readPassage(chatbotId, row)];
    });
  }

  function count({ chatbotId, generation }: CountRequest): number {
    return collectionOf(chatbotId, [generation]).passages;
  }

  return { search: readOnly(search), passages: readOnly(passages), count: readOnly(count) };
}
