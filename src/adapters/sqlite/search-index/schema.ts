/** The tables of `search.db`. */

/**
 * Everything hangs on a generation, which belongs to one chatbot in the index of one embedder: a search reads only the rows of the
 * generations that count, so neither its time nor its scores depend on other chatbots, and a generation is removed by its key.
 *
 * A generation's passages are searched in segments. What is put together makes one; small ones are merged into larger ones
 * (segment-writer.ts), so that writing appends and never changes pages all over the file. A segment never changes and its key is never
 * used again: what was read of it may be remembered. It holds its passages' keys and their numbers of words, as 32-bit numbers, and
 * the codes of their vectors (codes.ts). `postings` is its inverted index: for each word the passages that have it (postings.ts).
 *
 * FTS5 was measured and not taken: its BM25 counts words over the whole file, it has no way to search one chatbot but a table each
 * (schema changes stall every connection), and at 100,000 passages an OR of seven words takes it 26 ms (p95).
 *
 * `vectors` has the passages' keys. As a column of `passages` they would be dragged through every change of its text.
 */
const tables = `
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

/** The first version had no segments. A file of it is not carried forward but made anew (outdated-file.ts): so its step is empty. */
export const searchIndexMigrations = ['', tables];
