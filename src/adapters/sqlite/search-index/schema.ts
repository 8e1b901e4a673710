/** The tables of `search.db`. */

/**
 * Everything hangs on a generation, which belongs to one chatbot in the index of one embedder: a search reads only the rows of the
 * generations that count, so neither its time nor its scores depend on other chatbots, and a generation is removed by its key.
 *
 * `postings` is the inverted index: a row holds the passages of one batch that have a word (see postings.ts). FTS5 was measured and
 * not taken: its BM25 counts words over the whole file, it has no way to search one chatbot but a table each (schema changes stall
 * every connection), and at 100,000 passages an OR of seven words takes it 26 ms (p95).
 *
 * A key of `vectors` is the generation's key in the upper and the passage's in the lower 32 bits: a search runs through a generation
 * from front to back. As columns of a key without rowid they would put every vector on an overflow page of its own, four times the
 * space; vec0 reserves a chunk for each chatbot, a megabyte for a single passage of 256 dimensions.
 */
export const searchIndexMigrations = [
  `
  CREATE TABLE embedders (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    UNIQUE (id, dimensions)
  ) STRICT;
  CREATE TABLE chatbots (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    embedder_key INTEGER NOT NULL,
    UNIQUE (id, embedder_key)
  ) STRICT;
  CREATE TABLE generations (
    key INTEGER PRIMARY KEY,
    chatbot_key INTEGER NOT NULL,
    id TEXT NOT NULL,
    source_id TEXT NOT NULL,
    passages INTEGER NOT NULL DEFAULT 0,
    words INTEGER NOT NULL DEFAULT 0,
    UNIQUE (chatbot_key, id, source_id)
  ) STRICT;
  CREATE TABLE passages (
    key INTEGER PRIMARY KEY,
    chatbot_key INTEGER NOT NULL,
    id TEXT NOT NULL,
    generation_key INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    title TEXT NOT NULL,
    url TEXT,
    headings TEXT NOT NULL,
    text TEXT NOT NULL,
    word_count INTEGER NOT NULL,
    words_hash BLOB NOT NULL,
    UNIQUE (chatbot_key, id)
  ) STRICT;
  CREATE INDEX passages_of_generation ON passages (generation_key);
  CREATE TABLE postings (
    generation_key INTEGER NOT NULL,
    word TEXT NOT NULL,
    first_passage INTEGER NOT NULL,
    entries BLOB NOT NULL,
    PRIMARY KEY (generation_key, word, first_passage)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE vectors (
    key INTEGER PRIMARY KEY,
    vector BLOB NOT NULL
  ) STRICT;
  `,
];
