/** A thread that searches `search.db` never waits for the writer. */
import type { DatabaseSync } from 'node:sqlite';
import type { Passage } from '../../../../ports/search-index.ts';
import { damage } from '../../thread/failure.ts';
import { readOnly } from '../../thread/handlers.ts';
import { migrate } from '../../thread/migrations.ts';
import { readRandomRow } from '../../thread/random-row.ts';
import { ExactKernel } from '../kernels/exact-kernel.ts';
import { Bm25 } from '../ranking/bm25.ts';
import { Nearest } from '../ranking/nearest.ts';
import { NO_PLACES } from '../ranking/top-k.ts';
import { loadVectorFunctions } from '../ranking/vector-functions.ts';
import { Collections, type Scope } from '../segments/collections.ts';
import { Segments } from '../segments/segments.ts';
import { integer } from '../tables/columns.ts';
import { type IndexOptions, registeredEmbedder } from '../tables/integer-keys.ts';
import { SEARCH_INDEX_MIGRATIONS } from '../tables/schema.ts';
import { readPassage } from '../tables/stored-passage.ts';
import { type PackedQuery, type PackedResult, packHits } from './packed-result.ts';

export interface PassagesRequest {
  readonly chatbotId: string;
  readonly ids: readonly string[];
}

export interface CountRequest {
  readonly chatbotId: string;
  readonly generation: string;
}

const ROWID_TABLES = ['generations', 'passages', 'segments', 'vectors'];

/** Arguments are validated before they come here, so any other error means a damaged file. */
function asDamage<Argument, Result>(read: (argument: Argument) => Result): (argument: Argument) => Result {
  return (argument) => {
    try {
      return read(argument);
    } catch (error) {
      if (error instanceof Error && 'errcode' in error) throw error;
      throw damage(error instanceof Error ? error.message : String(error), error);
    }
  };
}

export type SearchReaderHandlers = ReturnType<typeof createHandlers>;

export function createHandlers(db: DatabaseSync, options: IndexOptions) {
  loadVectorFunctions(db);
  // The first thread of the file is one that reads.
  migrate(db, SEARCH_INDEX_MIGRATIONS);
  const embedder = registeredEmbedder(db, options);
  // Memory mapping reads vectors without a copy in the connection's cache.
  db.exec('PRAGMA query_only = ON; PRAGMA mmap_size = 1073741824');
  const exact = new ExactKernel(options.dimensions);
  const segments = new Segments(db, exact);
  const collections = new Collections(db, segments);
  const bm25 = new Bm25();
  const nearest = new Nearest(db, { segments, exact }, options.dimensions);
  const [begin, commit] = [db.prepare('BEGIN'), db.prepare('COMMIT')];
  const findGeneration = db.prepare(`
    SELECT generations.key, passages, words FROM generations JOIN chatbots ON chatbots.key = chatbot_key
    WHERE chatbots.id = ? AND embedder_key = ? AND generations.id = ?`);
  const findPassage = db.prepare(`
    SELECT passages.id, source_id, generations.id AS generation, ordinal, title, url, headings, text
    FROM passages JOIN generations ON generations.key = generation_key JOIN chatbots ON chatbots.key = passages.chatbot_key
    WHERE chatbots.id = ? AND embedder_key = ? AND passages.id = ?`);

  const rowsOf = (chatbotId: string, generations: readonly string[]) =>
    [...new Set(generations)].flatMap((generation) => findGeneration.all(chatbotId, embedder, generation));

  function readScope({ chatbotId, generations }: Scope) {
    const rows = rowsOf(chatbotId, generations);
    return {
      words: rows.reduce((total, row) => total + integer(row.words), 0),
      generationKeys: JSON.stringify(rows.map((row) => integer(row.key))),
    };
  }

  /** One read transaction, so that both rankings and the ids come from one snapshot. Returns null when there is nothing to search. */
  function search({ vector, limit, weighted, known, ...scope }: PackedQuery): PackedResult | null {
    begin.run();
    try {
      const collection = collections.of(scope, readScope);
      const { passages } = collection;
      if (passages === 0) return null;
      const byVector = vector === null ? NO_PLACES : nearest.rank(vector, collection, limit);
      const { ranked: byWords, frequencies } = bm25.rank(weighted, collection, limit);
      const rankings = [byWords, byVector];
      const dictionary = collection.identify(rankings);
      return {
        ...{ added: dictionary.unknownTo(known), hits: packHits(rankings, dictionary) },
        ...{ byWords: byWords.places.length, passages, frequencies },
      };
    } finally {
      collections.trimCache();
      commit.run();
    }
  }

  function passages({ chatbotId, ids }: PassagesRequest): Passage[] {
    return ids.flatMap((id) => {
      const row = findPassage.get(chatbotId, embedder, id);
      return row === undefined ? [] : [readPassage(chatbotId, row)];
    });
  }

  function count({ chatbotId, generation }: CountRequest): number {
    return rowsOf(chatbotId, [generation]).reduce((sum, { passages: held }) => sum + integer(held), 0);
  }

  function others(_: null): IndexOptions[] {
    return db
      .prepare('SELECT id, dimensions FROM embedders WHERE key <> ? ORDER BY key DESC')
      .all(embedder)
      .map(({ id, dimensions }) => ({ embedderId: String(id), dimensions: integer(dimensions) }));
  }

  const reading = <Argument, Result>(read: (argument: Argument) => Result) => readOnly(asDamage(read));
  return {
    others: reading(others),
    search: reading(search),
    passages: reading(passages),
    count: reading(count),
    probe: reading((_: null) => readRandomRow(db, ROWID_TABLES)),
  };
}
