import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { IndexedPassage } from '../../../ports/search-index.ts';
import { readOnly } from '../thread/handlers.ts';
import { asBytes, bytes, integer } from './columns.ts';
import { type IndexOptions, Keys } from './keys.ts';
import { Quantizer } from './quantizer.ts';
import { type Removal, removeGenerations, removeOneGeneration } from './removal.ts';
import { SegmentWriter } from './segment-writer.ts';

export interface PutBatch {
  readonly passages: readonly Omit<IndexedPassage, 'vector'>[];
  /** Concatenated. */
  readonly vectors: Float32Array;
}

/** By one batch. */
class GenerationGrowth {
  readonly chatbotKey: number;
  readonly generationKey: number;
  passages = 0;
  words = 0;

  constructor(chatbotKey: number, generationKey: number) {
    this.chatbotKey = chatbotKey;
    this.generationKey = generationKey;
  }
}

export type SearchWriterHandlers = ReturnType<typeof createHandlers>;

export function createHandlers(db: DatabaseSync, options: IndexOptions) {
  // Removed content must not stay readable in the file.
  db.exec('PRAGMA secure_delete = ON');
  // 64 MB: keeps the inner pages of the postings and those of common words in memory.
  db.exec('PRAGMA cache_size = -65536');
  const keys = new Keys(db, options);
  const quantizer = new Quantizer(options.dimensions);
  const find = db.prepare(`
    SELECT passages.key, generation_key, word_count, words_hash, vector
    FROM passages JOIN vectors USING (key) WHERE chatbot_key = ? AND id = ?`);
  const insert = db.prepare(`
    INSERT INTO passages (chatbot_key, id, generation_key, ordinal, title, url, headings, text, word_count, words_hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const update = db.prepare(
    'UPDATE passages SET ordinal = ?, title = ?, url = ?, headings = ?, text = ? WHERE key = ?',
  );
  const remove = db.prepare('DELETE FROM passages WHERE key = ?');
  const putVector = db.prepare('INSERT INTO vectors (key, vector) VALUES (?, ?)');
  const removeVector = db.prepare('DELETE FROM vectors WHERE key = ?');
  const resize = db.prepare('UPDATE generations SET passages = passages + ?, words = words + ? WHERE key = ?');

  function put({ passages, vectors }: PutBatch): void {
    const segments = new SegmentWriter(db, quantizer.bytes);
    const codes = quantizer.encode(vectors);
    const growthByGeneration = new Map<string, GenerationGrowth>();
    for (const index of lastOfEach(passages)) {
      const passage = passages[index];
      if (passage === undefined) continue;
      const vector = vectors.subarray(index * options.dimensions, (index + 1) * options.dimensions);
      const code = codes.subarray(index * quantizer.bytes, (index + 1) * quantizer.bytes);
      putOne({ segments, growth: growthOf(passage, growthByGeneration) }, passage, asBytes(vector), code);
    }
    segments.flush();
    for (const growth of growthByGeneration.values()) resize.run(growth.passages, growth.words, growth.generationKey);
  }

  function growthOf(
    passage: PutBatch['passages'][number],
    growthByGeneration: Map<string, GenerationGrowth>,
  ): GenerationGrowth {
    const { chatbotId, generation, sourceId } = passage;
    const name = JSON.stringify([chatbotId, generation, sourceId]);
    const known = growthByGeneration.get(name);
    if (known !== undefined) return known;
    const chatbotKey = keys.chatbot(chatbotId);
    const growth = new GenerationGrowth(chatbotKey, keys.generation(chatbotKey, generation, sourceId));
    growthByGeneration.set(name, growth);
    return growth;
  }

  function putOne(
    { segments, growth }: { segments: SegmentWriter; growth: GenerationGrowth },
    passage: PutBatch['passages'][number],
    vector: Uint8Array,
    code: Uint8Array,
  ): void {
    const { chatbotKey, generationKey } = growth;
    const wordsHash = hash('sha256', passage.words, 'buffer');
    const { ordinal, title, url, text } = passage;
    const headings = JSON.stringify(passage.headings);
    const known = find.get(chatbotKey, passage.id);
    // An ingestion run repeated after a crash puts the same passage, whose segment stays as it is.
    if (
      known?.generation_key === generationKey &&
      wordsHash.equals(bytes(known.words_hash)) &&
      Buffer.compare(bytes(known.vector), vector) === 0
    ) {
      update.run(ordinal, title, url, headings, text, integer(known.key));
      return;
    }
    if (known !== undefined) {
      segments.remove(integer(known.generation_key), integer(known.key));
      removePassage(integer(known.key), integer(known.generation_key), integer(known.word_count));
    }
    const words = passage.words.split(' ').filter((word) => word !== '');
    const added = insert.run(
      ...[chatbotKey, passage.id, generationKey, ordinal, title, url, headings, text, words.length, wordsHash],
    );
    const passageKey = Number(added.lastInsertRowid);
    putVector.run(passageKey, vector);
    growth.passages += 1;
    growth.words += words.length;
    segments.add(generationKey, passageKey, words, code);
  }

  function removePassage(passageKey: number, generationKey: number, wordCount: number): void {
    removeVector.run(passageKey);
    remove.run(passageKey);
    resize.run(-1, -wordCount, generationKey);
  }

  return {
    put,
    remove: (removal: Removal): void => removeGenerations(db, removal),
    removeOneGeneration: (other: IndexOptions): boolean => removeOneGeneration(db, other),
    /** Removed content must not stay readable in the write-ahead log either. */
    truncateLog: readOnly((_: null): void => db.exec('PRAGMA wal_checkpoint(TRUNCATE)')),
  };
}

/** The last of duplicates wins. */
function lastOfEach(passages: PutBatch['passages']): Iterable<number> {
  const places = new Map(passages.map(({ chatbotId, id }, place) => [JSON.stringify([chatbotId, id]), place]));
  return places.values();
}
