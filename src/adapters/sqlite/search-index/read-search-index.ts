/** The embedded search index for reading alone, beside the process that writes it. */
import { join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SearchIndexContents, StoredGeneration } from '../../../ports/search-index.ts';
import { openReader } from '../thread/connection.ts';
import { floats, integer } from './tables/columns.ts';
import type { IndexOptions } from './tables/integer-keys.ts';
import { readPassage } from './tables/stored-passage.ts';

const PAGE = 64;
/** Vectors are computed or stored as 32-bit floats; the same text gives the same ones but for rounding. */
const MAX_ERROR = 1e-4;

/** Opens an existing `search.db`. @throws Error when it is not one of this release */
export function readSqliteSearchIndex({
  directory,
  embedderId,
  dimensions,
}: IndexOptions & { readonly directory: string }): SearchIndexContents {
  const db = openReader(join(directory, 'search.db'));
  try {
    const { listGenerations, findPassage, findVector, countPassages } = prepareStatements(db);
    const hasVector = (chatbotId: string, id: string, vector: Float32Array): boolean => {
      const row = findVector.get(embedderId, dimensions, chatbotId, id);
      return row !== undefined && isSameVector(floats(row.vector), vector);
    };
    return {
      generations: () => generationPages(listGenerations),
      passages: async (chatbotId, ids) =>
        ids.flatMap((id) => {
          const row = findPassage.get(embedderId, dimensions, chatbotId, id);
          return row === undefined ? [] : [readPassage(chatbotId, row)];
        }),
      differingVectors: async (chatbotId, expected) =>
        new Set([...expected].flatMap(([id, vector]) => (hasVector(chatbotId, id, vector) ? [] : [id]))),
      countPassages: async (chatbotId, generation) =>
        integer(countPassages.get(embedderId, dimensions, chatbotId, generation)?.count),
      close: async () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

function prepareStatements(db: DatabaseSync) {
  const ofEmbedder =
    'JOIN embedders ON embedders.key = embedder_key WHERE embedders.id = ? AND dimensions = ? AND chatbots.id = ?';
  return {
    listGenerations: db.prepare(`
      SELECT generations.key, chatbots.id AS chatbot, source_id, generations.id, passages
      FROM generations JOIN chatbots ON chatbots.key = chatbot_key WHERE generations.key > ? ORDER BY generations.key LIMIT ?`),
    findPassage: db.prepare(`
      SELECT passages.id, source_id, generations.id AS generation, ordinal, title, url, headings, text
      FROM passages JOIN generations ON generations.key = generation_key JOIN chatbots ON chatbots.key = passages.chatbot_key
      ${ofEmbedder} AND passages.id = ?`),
    findVector: db.prepare(`
      SELECT vector FROM passages JOIN generations ON generations.key = generation_key
      JOIN chatbots ON chatbots.key = passages.chatbot_key JOIN vectors ON vectors.key = passages.key
      ${ofEmbedder} AND passages.id = ?`),
    countPassages: db.prepare(`
      SELECT count(*) AS count FROM passages JOIN generations ON generations.key = generation_key
      JOIN chatbots ON chatbots.key = passages.chatbot_key ${ofEmbedder} AND generations.id = ?`),
  };
}

async function* generationPages(listGenerations: StatementSync): AsyncGenerator<StoredGeneration[]> {
  for (let after = 0; ; ) {
    const rows = listGenerations.all(after, PAGE);
    yield rows.map((row) => ({
      chatbotId: String(row.chatbot),
      sourceId: String(row.source_id),
      generation: String(row.id),
      passages: integer(row.passages),
    }));
    const last = rows.at(-1);
    if (last === undefined) return;
    after = integer(last.key);
  }
}

function isSameVector(stored: Float32Array, vector: Float32Array): boolean {
  if (stored.length !== vector.length) return false;
  return stored.every((value, place) => Math.abs(value - (vector[place] ?? 0)) < MAX_ERROR);
}
