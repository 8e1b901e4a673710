/** Caches embeddings by model and text hash. Losing it costs money, never correctness. */
export interface EmbeddingCache {
  /** Returns the cached vectors by text hash (hex SHA-256). */
  find(model: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  put(model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  close(): Promise<void>;
}
