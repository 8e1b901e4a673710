import { addFeatures } from './embedding-features.ts';
import { Weights } from './weights.ts';

export const DIMENSIONS = 256;

/** UTF-16 units embedded of one text, a few milliseconds of work: chunks are far shorter, so that only a stray whole document is cut. */
const longestText = 16_384;

/** Of unit length. The same text gives the same vector on every machine and in every release with this id. */
export function hashedVector(text: string): Float32Array<ArrayBuffer> {
  const weights = new Weights();
  addFeatures(text.slice(0, longestText), (hash, weight) => weights.add(hash, weight));
  const vector = new Float32Array(DIMENSIONS);
  weights.forEach((hash, weight) => {
    const place = hash % DIMENSIONS;
    const sign = hash >= 0x8000_0000 ? 1 : -1;
    // Sublinear: the tenth occurrence says less than the first.
    vector[place] = (vector[place] ?? 0) + sign * Math.log1p(weight);
  });
  return toUnitLength(vector);
}

/** A text without any words gets a direction too, since every vector has unit length. */
function toUnitLength(vector: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const length = Math.hypot(...vector);
  if (length === 0) {
    vector[0] = 1;
    return vector;
  }
  return vector.map((value) => value / length);
}
