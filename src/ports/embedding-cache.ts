/**
 * Embeddings that were paid for. Losing them costs money, never correctness. Each scope has its own, named as in `Blobs`: an embedding
 * tells about its text, and goes with it.
 */
export interface EmbeddingCache {
  /** By text hash (hex SHA-256). */
  find(scope: string, model: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  put(scope: string, model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  /** Deletes the scope and those below it. Durable once it resolves. */
  deleteScope(scope: string): Promise<void>;
  close(): Promise<void>;
}
