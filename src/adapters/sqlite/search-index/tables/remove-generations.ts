/** Removes generations and everything that belongs to them, in one transaction. */
import type { DatabaseSync } from 'node:sqlite';
import { integer } from './columns.ts';
import type { IndexOptions } from './integer-keys.ts';

/** One chatbot's, in the indexes of all embedders; null matches every generation or source. */
export interface Removal {
  readonly chatbotId: string;
  readonly generation: string | null;
  readonly sourceId: string | null;
}

/** Deleted content must not survive in the index of an earlier or a coming model. */
export function removeGenerations(db: DatabaseSync, removal: Removal): void {
  const { chatbotId, generation, sourceId } = removal;
  const found = db
    .prepare(
      `SELECT generations.key FROM generations JOIN chatbots ON chatbots.key = chatbot_key
       WHERE chatbots.id = ?1 AND (?2 IS NULL OR generations.id = ?2) AND (?3 IS NULL OR source_id = ?3)`,
    )
    .all(chatbotId, generation, sourceId);
  removeAll(
    db,
    found.map(({ key }) => integer(key)),
  );
  db.prepare('DELETE FROM chatbots WHERE id = ? AND key NOT IN (SELECT chatbot_key FROM generations)').run(chatbotId);
}

/**
 * Removes one generation per call, so that other writes can run in between, and the embedder with its last one.
 * @returns whether something is left
 */
export function removeOneGeneration(db: DatabaseSync, { embedderId, dimensions }: IndexOptions): boolean {
  const embedder = db.prepare('SELECT key FROM embedders WHERE id = ? AND dimensions = ?').get(embedderId, dimensions);
  if (embedder === undefined) return false;
  const key = integer(embedder.key);
  const found = db
    .prepare(
      'SELECT generations.key FROM generations JOIN chatbots ON chatbots.key = chatbot_key WHERE embedder_key = ? LIMIT 1',
    )
    .get(key);
  if (found !== undefined) {
    removeAll(db, [integer(found.key)]);
    return true;
  }
  db.prepare('DELETE FROM chatbots WHERE embedder_key = ?').run(key);
  db.prepare('DELETE FROM embedders WHERE key = ?').run(key);
  return false;
}

function removeAll(db: DatabaseSync, generationKeys: readonly number[]): void {
  const statements = [
    'DELETE FROM postings WHERE segment_key IN (SELECT key FROM segments WHERE generation_key = ?)',
    'DELETE FROM segments WHERE generation_key = ?',
    'DELETE FROM vectors WHERE key IN (SELECT key FROM passages WHERE generation_key = ?)',
    'DELETE FROM passages WHERE generation_key = ?',
    'DELETE FROM generations WHERE key = ?',
  ].map((sql) => db.prepare(sql));
  for (const key of generationKeys) {
    for (const statement of statements) statement.run(key);
  }
}
