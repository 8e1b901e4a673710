/**
 * Cache of embeddings. Losing it costs money, never correctness. Entries belong to a scope, named as in `Blobs`, and are
 * deleted with it, because an embedding reveals its text.
 */
export interface EmbeddingCache {
  /** Vectors keyed by text hash (hex SHA-256). */
  find(scope: string, model: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  put(scope: string, model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  /** Deletes the scope and those below it. Durable once it resolves. */
  deleteScope(scope: string): Promise<void>;
  close(): Promise<void>;
}
