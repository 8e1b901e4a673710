/** Precision of a 32-bit float in half the digits of a double. */
const DECIMALS = 1e8;

/** Unit length, for JSON. Returns null for a zero or non-finite vector, which Elasticsearch rejects. */
export function componentsOf(vector: Float32Array): number[] | null {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!(length > 0 && Number.isFinite(length))) return null;
  return Array.from(vector, (value) => Math.round((value / length) * DECIMALS) / DECIMALS);
}
