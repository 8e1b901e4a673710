/** Eight decimals: the precision of a 32-bit float in half the digits of a double. */
const DECIMALS = 1e8;

/**
 * Normalizes a vector to unit length, for JSON.
 * @returns null for a zero or non-finite vector, which has no cosine and which Elasticsearch rejects
 */
export function componentsOf(vector: Float32Array): number[] | null {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!(length > 0 && Number.isFinite(length))) return null;
  return Array.from(vector, (value) => Math.round((value / length) * DECIMALS) / DECIMALS);
}
