/**
 * Every row belongs to a generation, and that to one chatbot in the index of one embedder. A search reads only the
 * active generations, so neither time nor scores depend on other chatbots.
 *
 * A generation is stored in immutable segments, merged as they grow in number (segment-writer.ts). Segment keys are
 * never reused, so their content can be cached. A segment holds its passages' keys and word counts as 32-bit numbers
 * and their quantized vectors (quantizer.ts); `postings` is its inverted index (postings.ts).
 *
 * FTS5 was measured and rejected: its BM25 counts words over the whole file, searching one chatbot needs a table each
 * (schema changes stall every connection), and at 100,000 passages an OR of seven words takes 26 ms (p95).
 *
 * `vectors` is a table of its own, because in `passages` they would be rewritten with every change of the text.
 */
const TABLES = `
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
  CREATE TABLE segments (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    generation_key INTEGER NOT NULL,
    passages INTEGER NOT NULL,
    passage_keys BLOB NOT NULL,
    word_counts BLOB NOT NULL,
    codes BLOB NOT NULL
  ) STRICT;
  CREATE INDEX segments_of_generation ON segments (generation_key, key, passages);
  CREATE TABLE postings (
    segment_key INTEGER NOT NULL,
    word TEXT NOT NULL,
    entries BLOB NOT NULL,
    PRIMARY KEY (segment_key, word)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE vectors (
    key INTEGER PRIMARY KEY,
    vector BLOB NOT NULL
  ) STRICT;
`;

/** Passages that were put before there were checksums have none. */
const CHECKSUMS = 'ALTER TABLE passages ADD COLUMN checksum INTEGER';

/** Files of version 1, which had no segments, are rebuilt instead of migrated (outdated-file.ts). */
export const SEARCH_INDEX_MIGRATIONS = ['', TABLES, CHECKSUMS];
export const OLDEST_MIGRATED_VERSION = 2;
