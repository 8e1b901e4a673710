/** Handlers of the thread that writes `search.db`. */
import type { DatabaseSync } from 'node:sqlite';
import { readOnly } from '../../thread/handlers.ts';
import { Quantizer } from '../kernels/quantizer.ts';
import { PassageBatch } from '../segments/passage-batch.ts';
import { SegmentWriter } from '../segments/segment-writer.ts';
import { asBytes } from '../tables/columns.ts';
import { type IndexOptions, IntegerKeys } from '../tables/integer-keys.ts';
import { PassageRows, type PassageWithoutVector } from '../tables/passage-rows.ts';
import { type Removal, removeGenerations, removeOneGeneration } from '../tables/remove-generations.ts';

export interface PutBatch {
  readonly passages: readonly PassageWithoutVector[];
  /** Concatenated. */
  readonly vectors: Float32Array;
}

export type SearchWriterHandlers = ReturnType<typeof createHandlers>;

export function createHandlers(db: DatabaseSync, options: IndexOptions) {
  // Removed content must not stay readable in the file.
  db.exec('PRAGMA secure_delete = ON');
  // 64 MB: keeps the inner pages of the postings and those of common words in memory.
  db.exec('PRAGMA cache_size = -65536');
  const { dimensions } = options;
  const keys = new IntegerKeys(db, options);
  const quantizer = new Quantizer(dimensions);
  const rows = new PassageRows(db);

  function put({ passages, vectors }: PutBatch): void {
    const batch = new PassageBatch({ keys, rows, segments: new SegmentWriter(db, quantizer.bytes) });
    const codes = quantizer.encode(vectors);
    for (const index of lastOfEach(passages)) {
      const passage = passages[index];
      if (passage === undefined) continue;
      const vector = vectors.subarray(index * dimensions, (index + 1) * dimensions);
      const code = codes.subarray(index * quantizer.bytes, (index + 1) * quantizer.bytes);
      batch.put(passage, asBytes(vector), code);
    }
    batch.flush();
  }

  return {
    put,
    remove: (removal: Removal): void => removeGenerations(db, removal),
    removeOneGeneration: (other: IndexOptions): boolean => removeOneGeneration(db, other),
    /** Removed content must not stay readable in the write-ahead log either. */
    truncateLog: readOnly((_: null): void => db.exec('PRAGMA wal_checkpoint(TRUNCATE)')),
  };
}

/** Indexes of the passages; the last of duplicates wins. */
function lastOfEach(passages: readonly PassageWithoutVector[]): Iterable<number> {
  const places = new Map(passages.map(({ chatbotId, id }, place) => [JSON.stringify([chatbotId, id]), place]));
  return places.values();
}
