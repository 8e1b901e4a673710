import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { IndexedPassage } from '../../../../ports/search-index.ts';
import { checksumOf } from './stored-passage.ts';

/** The vectors of a batch are packed apart. */
export type PassageWithoutVector = Omit<IndexedPassage, 'vector'>;

export interface GenerationKeys {
  readonly chatbotKey: number;
  readonly generationKey: number;
}

/** Writes the rows of passages and their vectors, and the size of each generation. */
export class PassageRows {
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  readonly #update: StatementSync;
  readonly #delete: StatementSync;
  readonly #insertVector: StatementSync;
  readonly #deleteVector: StatementSync;
  readonly #resizeGeneration: StatementSync;

  constructor(db: DatabaseSync) {
    this.#find = db.prepare(`
      SELECT passages.key, generation_key, word_count, words_hash, vector
      FROM passages JOIN vectors USING (key) WHERE chatbot_key = ? AND id = ?`);
    this.#insert = db.prepare(`
      INSERT INTO passages (chatbot_key, id, generation_key, ordinal, title, url, headings, text, checksum, word_count, words_hash)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#update = db.prepare(
      'UPDATE passages SET ordinal = ?, title = ?, url = ?, headings = ?, text = ?, checksum = ? WHERE key = ?',
    );
    this.#delete = db.prepare('DELETE FROM passages WHERE key = ?');
    this.#insertVector = db.prepare('INSERT INTO vectors (key, vector) VALUES (?, ?)');
    this.#deleteVector = db.prepare('DELETE FROM vectors WHERE key = ?');
    this.#resizeGeneration = db.prepare(
      'UPDATE generations SET passages = passages + ?, words = words + ? WHERE key = ?',
    );
  }

  find(chatbotKey: number, id: string): Record<string, SQLOutputValue> | undefined {
    return this.#find.get(chatbotKey, id);
  }

  /** Returns the key of the passage. Does not count it in its generation. @param wordsHash SHA-256 */
  insert(
    passage: PassageWithoutVector,
    { chatbotKey, generationKey }: GenerationKeys,
    wordCount: number,
    wordsHash: Uint8Array,
  ): number {
    const { id, ordinal, title, url, text } = passage;
    const headings = JSON.stringify(passage.headings);
    const added = this.#insert.run(
      ...[
        chatbotKey,
        id,
        generationKey,
        ordinal,
        title,
        url,
        headings,
        text,
        checksumOf(passage),
        wordCount,
        wordsHash,
      ],
    );
    return Number(added.lastInsertRowid);
  }

  insertVector(key: number, vector: Uint8Array): void {
    this.#insertVector.run(key, vector);
  }

  /** Updates a passage whose words and vector are the same. */
  update(key: number, passage: PassageWithoutVector): void {
    const { ordinal, title, url, headings, text } = passage;
    this.#update.run(ordinal, title, url, JSON.stringify(headings), text, checksumOf(passage), key);
  }

  remove(key: number, generationKey: number, wordCount: number): void {
    this.#deleteVector.run(key);
    this.#delete.run(key);
    this.resizeGeneration(generationKey, -1, -wordCount);
  }

  resizeGeneration(generationKey: number, passages: number, words: number): void {
    this.#resizeGeneration.run(passages, words, generationKey);
  }
}
