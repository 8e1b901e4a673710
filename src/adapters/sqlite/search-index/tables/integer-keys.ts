/** Integer keys for the long ids of the port. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { integer } from './columns.ts';

export interface IndexOptions {
  readonly embedderId: string;
  readonly dimensions: number;
}

export class IntegerKeys {
  readonly #embedderKey: number;
  readonly #addChatbot: StatementSync;
  readonly #chatbot: StatementSync;
  readonly #addGeneration: StatementSync;
  readonly #generation: StatementSync;

  constructor(db: DatabaseSync, options: IndexOptions) {
    this.#embedderKey = registeredEmbedder(db, options);
    this.#addChatbot = db.prepare('INSERT OR IGNORE INTO chatbots (id, embedder_key) VALUES (?, ?)');
    this.#chatbot = db.prepare('SELECT key FROM chatbots WHERE id = ? AND embedder_key = ?');
    this.#addGeneration = db.prepare('INSERT OR IGNORE INTO generations (chatbot_key, id, source_id) VALUES (?, ?, ?)');
    this.#generation = db.prepare('SELECT key FROM generations WHERE chatbot_key = ? AND id = ? AND source_id = ?');
  }

  chatbot(id: string): number {
    this.#addChatbot.run(id, this.#embedderKey);
    return integer(this.#chatbot.get(id, this.#embedderKey)?.key);
  }

  generation(chatbotKey: number, id: string, sourceId: string): number {
    this.#addGeneration.run(chatbotKey, id, sourceId);
    return integer(this.#generation.get(chatbotKey, id, sourceId)?.key);
  }
}

/** Writes only when the embedder is new: a write would wait for those of another thread. */
export function registeredEmbedder(db: DatabaseSync, { embedderId, dimensions }: IndexOptions): number {
  const find = db.prepare('SELECT key FROM embedders WHERE id = ? AND dimensions = ?');
  if (find.get(embedderId, dimensions) === undefined) {
    db.prepare('INSERT OR IGNORE INTO embedders (id, dimensions) VALUES (?, ?)').run(embedderId, dimensions);
  }
  return integer(find.get(embedderId, dimensions)?.key);
}
