/** Body of the thread that writes `search.db`. */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { IndexedPassage } from '../../../ports/search-index.ts';
import { readOnly } from '../thread/handlers.ts';
import { migrate } from '../thread/migrations.ts';
import { type IndexOptions, integer, Keys } from './keys.ts';
import { PostingsWriter } from './postings-writer.ts';
import { type Removal, removeGenerations } from './removal.ts';
import { searchIndexMigrations } from './schema.ts';

export interface PutBatch {
  readonly passages: readonly Omit<IndexedPassage, 'vector'>[];
  /** The vectors of all passages, one after the other. */
  readonly vectors: Float32Array;
}

export type SearchWriterHandlers = ReturnType<typeof createHandlers>;

export function createHandlers(db: DatabaseSync, options: IndexOptions) {
  migrate(db, searchIndexMigrations);
  // Freed pages are overwritten with zeros: what was removed is not left readable in the file.
  db.exec('PRAGMA secure_delete = ON');
  // 64 MB: the inner pages of the postings and those of common words stay in memory.
  db.exec('PRAGMA cache_size = -65536');
  const keys = new Keys(db, options);
  const find = db.prepare(
    'SELECT key, generation_key, word_count, words_hash FROM passages WHERE chatbot_key = ? AND id = ?',
  );
  const insert = db.prepare(`
    INSERT INTO passages (chatbot_key, id, generation_key, ordinal, title, url, headings, text, word_count, words_hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const update = db.prepare(
    'UPDATE passages SET ordinal = ?, title = ?, url = ?, headings = ?, text = ? WHERE key = ?',
  );
  const remove = db.prepare('DELETE FROM passages WHERE key = ?');
  const putVector = db.prepare('INSERT OR REPLACE INTO vectors (key, vector) VALUES ((? << 32) + ?, ?)');
  const removeVector = db.prepare('DELETE FROM vectors WHERE key = (? << 32) + ?');
  const resize = db.prepare('UPDATE generations SET passages = passages + ?, words = words + ? WHERE key = ?');

  function put({ passages, vectors }: PutBatch): void {
    const postings = new PostingsWriter(db);
    for (const [index, passage] of passages.entries()) {
      const start = index * options.dimensions;
      putOne(postings, passage, new Uint8Array(vectors.buffer, vectors.byteOffset + start * 4, options.dimensions * 4));
    }
    postings.flush();
  }

  function putOne(postings: PostingsWriter, passage: PutBatch['passages'][number], vector: Uint8Array): void {
    const chatbotKey = keys.chatbot(passage.chatbotId);
    const generationKey = keys.generation(chatbotKey, passage.generation, passage.sourceId);
    const words = passage.words.split(' ').filter((word) => word !== '');
    const hash = createHash('sha256').update(passage.words).digest();
    const { ordinal, title, url, text } = passage;
    const headings = JSON.stringify(passage.headings);
    const known = find.get(chatbotKey, passage.id);
    // A run that is repeated after a crash puts the same again: its postings stand as they are.
    if (known !== undefined && known.generation_key === generationKey && hash.equals(asBytes(known.words_hash))) {
      update.run(ordinal, title, url, headings, text, integer(known.key));
      putVector.run(generationKey, integer(known.key), vector);
      return;
    }
    if (known !== undefined) {
      postings.remove(integer(known.generation_key), integer(known.key));
      takeOut(integer(known.key), integer(known.generation_key), integer(known.word_count));
    }
    const added = insert.run(
      ...[chatbotKey, passage.id, generationKey, ordinal, title, url, headings, text, words.length, hash],
    );
    const passageKey = Number(added.lastInsertRowid);
    putVector.run(generationKey, passageKey, vector);
    resize.run(1, words.length, generationKey);
    postings.add(generationKey, passageKey, words);
  }

  function takeOut(passageKey: number, generationKey: number, wordCount: number): void {
    removeVector.run(generationKey, passageKey);
    remove.run(passageKey);
    resize.run(-1, -wordCount, generationKey);
  }

  return {
    put,
    remove: (removal: Removal): void => removeGenerations(db, removal),
    /** Copies the write-ahead log into the file and empties it: what was removed must not be readable there either. */
    emptyLog: readOnly((_: null): void => db.exec('PRAGMA wal_checkpoint(TRUNCATE)')),
  };
}

function asBytes(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array();
}
