/** Losing it costs money, never correctness. */
export interface EmbeddingCache {
  /** By text hash (hex SHA-256). */
  find(model: string, hashes: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>;
  put(model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  close(): Promise<void>;
}
