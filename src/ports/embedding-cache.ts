/** Embeddings that were paid for once, by model and text hash. Losing it costs money, never correctness. */
export interface EmbeddingCache {
  /** Those that are known, by text hash (hex SHA-256). */
  find(model: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  put(model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  close(): Promise<void>;
}
