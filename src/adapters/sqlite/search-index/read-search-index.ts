/** The embedded search index for reading alone, beside the process that writes it. */
import { join } from 'node:path';
import type { Passage } from '../../../ports/search-index.ts';
import { openReader } from '../thread/connection.ts';
import { floats, integer } from './columns.ts';
import type { IndexOptions } from './keys.ts';
import { readPassage } from './stored-passage.ts';

export interface StoredGeneration {
  readonly key: number;
  readonly chatbotId: string;
  readonly sourceId: string;
  readonly generation: string;
  readonly passages: number;
}

/** `vector` is null when it is missing. */
export interface StoredPassage extends Passage {
  readonly vector: Float32Array | null;
}

export interface ReadableSearchIndex {
  /** In the order of their keys, of all embedders. */
  generations(afterKey: number, limit: number): readonly StoredGeneration[];
  /** Those of one embedder; the ids that exist. */
  passages(embedder: IndexOptions, chatbotId: string, ids: readonly string[]): readonly StoredPassage[];
  count(embedder: IndexOptions, chatbotId: string, generation: string): number;
  close(): void;
}

/** Opens an existing `search.db`. @throws Error when it is not one of this release */
export function readSqliteSearchIndex({ directory }: { readonly directory: string }): ReadableSearchIndex {
  const db = openReader(join(directory, 'search.db'));
  try {
    const listGenerations = db.prepare(`
      SELECT generations.key, chatbots.id AS chatbot, source_id, generations.id, passages
      FROM generations JOIN chatbots ON chatbots.key = chatbot_key WHERE generations.key > ? ORDER BY generations.key LIMIT ?`);
    const ofEmbedder =
      'JOIN embedders ON embedders.key = embedder_key WHERE embedders.id = ? AND dimensions = ? AND chatbots.id = ?';
    const findPassage = db.prepare(`
      SELECT passages.id, source_id, generations.id AS generation, ordinal, title, url, headings, text, vector
      FROM passages JOIN generations ON generations.key = generation_key JOIN chatbots ON chatbots.key = passages.chatbot_key
      LEFT JOIN vectors ON vectors.key = passages.key ${ofEmbedder} AND passages.id = ?`);
    const countPassages = db.prepare(`
      SELECT count(*) AS count FROM passages JOIN generations ON generations.key = generation_key
      JOIN chatbots ON chatbots.key = passages.chatbot_key ${ofEmbedder} AND generations.id = ?`);
    return {
      generations: (afterKey, limit) =>
        listGenerations.all(afterKey, limit).map((row) => ({
          key: integer(row.key),
          chatbotId: String(row.chatbot),
          sourceId: String(row.source_id),
          generation: String(row.id),
          passages: integer(row.passages),
        })),
      passages: ({ embedderId, dimensions }, chatbotId, ids) =>
        ids.flatMap((id) => {
          const row = findPassage.get(embedderId, dimensions, chatbotId, id);
          if (row === undefined) return [];
          return [{ ...readPassage(chatbotId, row), vector: row.vector === null ? null : floats(row.vector) }];
        }),
      count: ({ embedderId, dimensions }, chatbotId, generation) =>
        integer(countPassages.get(embedderId, dimensions, chatbotId, generation)?.count),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
