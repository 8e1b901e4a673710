/** Eight decimals of a unit vector's components: as much as a 32-bit float holds, in half the digits of a double. */
const DECIMALS = 1e8;

/**
 * A vector as JSON carries it, of unit length whatever rounding has done to it.
 * @returns null for one without a direction, zeros or not finite: no cosine with it means anything, and Elasticsearch refuses it
 */
export function componentsOf(vector: Float32Array): number[] | null {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  if (!(length > 0 && Number.isFinite(length))) return null;
  return Array.from(vector, (value) => Math.round((value / length) * DECIMALS) / DECIMALS);
}
