/** Handlers of a thread that searches `search.db`. It never waits for the writer. */
import type { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../../../lib/thrown.ts';
import type { IndexedSource, Passage } from '../../../../ports/search-index.ts';
import { damageError } from '../../thread/failure.ts';
import { readOnly } from '../../thread/handlers.ts';
import { migrate } from '../../thread/migrations.ts';
import { readRandomRow } from '../../thread/random-row.ts';
import { ExactKernel } from '../kernels/exact-kernel.ts';
import { Bm25 } from '../ranking/bm25.ts';
import { Nearest } from '../ranking/nearest.ts';
import { loadVectorFunctions } from '../ranking/vector-functions.ts';
import { Collections, type Scope } from '../segments/collections.ts';
import { NO_PLACES } from '../segments/ranked-places.ts';
import { Segments } from '../segments/segments.ts';
import { integer } from '../tables/columns.ts';
import { type IndexOptions, registeredEmbedder } from '../tables/integer-keys.ts';
import { SEARCH_INDEX_MIGRATIONS } from '../tables/schema.ts';
import { readWholePassage } from '../tables/stored-passage.ts';
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
      throw damageError(errorMessage(error), error);
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
  const reader = new SearchReader(db, embedder, options.dimensions);
  const reading = <Argument, Result>(read: (argument: Argument) => Result) => readOnly(asDamage(read));
  return {
    otherEmbedders: reading((_: null) => reader.otherEmbedders()),
    search: reading((query: PackedQuery) => reader.search(query)),
    passages: reading((request: PassagesRequest) => reader.passages(request)),
    count: reading((request: CountRequest) => reader.countPassages(request)),
    sources: reading((_: null) => reader.sources()),
    probe: reading((_: null) => readRandomRow(db, ROWID_TABLES)),
  };
}

class SearchReader {
  readonly #db: DatabaseSync;
  readonly #embedder: number;
  readonly #collections: Collections;
  readonly #bm25 = new Bm25();
  readonly #nearest: Nearest;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(db: DatabaseSync, embedder: number, dimensions: number) {
    const exact = new ExactKernel(dimensions);
    const segments = new Segments(db, exact);
    this.#db = db;
    this.#embedder = embedder;
    this.#collections = new Collections(db, segments);
    this.#nearest = new Nearest(db, { segments, exact }, dimensions);
    this.#statements = prepareStatements(db);
  }

  /** One read transaction, so that rankings and ids come from one snapshot. Returns null when there is nothing to search. */
  search({ vector, limit, weighted, known, ...scope }: PackedQuery): PackedResult | null {
    this.#statements.begin.run();
    try {
      const collection = this.#collections.of(scope, (of) => this.#readScope(of));
      const { passages } = collection;
      if (passages === 0) return null;
      const byVector = vector === null ? NO_PLACES : this.#nearest.rank(vector, collection, limit);
      const { ranked: byWords, frequencies } = this.#bm25.rank(weighted, collection, limit);
      const rankings = [byWords, byVector];
      const dictionary = collection.identify(rankings);
      return {
        added: dictionary.unknownTo(known),
        hits: packHits(rankings, dictionary),
        byWords: byWords.places.length,
        passages,
        frequencies,
      };
    } finally {
      this.#collections.trimCache();
      this.#statements.commit.run();
    }
  }

  passages({ chatbotId, ids }: PassagesRequest): Passage[] {
    return ids.flatMap((id) => {
      const row = this.#statements.findPassage.get(chatbotId, this.#embedder, id);
      return row === undefined ? [] : [readWholePassage(chatbotId, row)];
    });
  }

  countPassages({ chatbotId, generation }: CountRequest): number {
    return this.#generations(chatbotId, [generation]).reduce((sum, { passages }) => sum + integer(passages), 0);
  }

  /** Other embedding models that the file has an index of, newest first. */
  otherEmbedders(): IndexOptions[] {
    return this.#db
      .prepare('SELECT id, dimensions FROM embedders WHERE key <> ? ORDER BY key DESC')
      .all(this.#embedder)
      .map(({ id, dimensions }) => ({ embedderId: String(id), dimensions: integer(dimensions) }));
  }

  /** Those of all embedders. */
  sources(): IndexedSource[] {
    return this.#db
      .prepare(
        'SELECT DISTINCT chatbots.id AS chatbot, source_id FROM generations JOIN chatbots ON chatbots.key = chatbot_key',
      )
      .all()
      .map((row) => ({ chatbotId: String(row.chatbot), sourceId: String(row.source_id) }));
  }

  #readScope({ chatbotId, generations }: Scope) {
    const rows = this.#generations(chatbotId, generations);
    return {
      words: rows.reduce((total, row) => total + integer(row.words), 0),
      generationKeys: JSON.stringify(rows.map((row) => integer(row.key))),
    };
  }

  #generations(chatbotId: string, generations: readonly string[]) {
    return [...new Set(generations)].flatMap((generation) =>
      this.#statements.findGeneration.all(chatbotId, this.#embedder, generation),
    );
  }
}

function prepareStatements(db: DatabaseSync) {
  return {
    begin: db.prepare('BEGIN'),
    commit: db.prepare('COMMIT'),
    findGeneration: db.prepare(`
      SELECT generations.key, passages, words FROM generations JOIN chatbots ON chatbots.key = chatbot_key
      WHERE chatbots.id = ? AND embedder_key = ? AND generations.id = ?`),
    findPassage: db.prepare(`
      SELECT passages.id, source_id, generations.id AS generation, ordinal, title, url, headings, text, checksum
      FROM passages JOIN generations ON generations.key = generation_key JOIN chatbots ON chatbots.key = passages.chatbot_key
      WHERE chatbots.id = ? AND embedder_key = ? AND passages.id = ?`),
  };
}
