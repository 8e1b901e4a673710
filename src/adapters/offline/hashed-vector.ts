import { addFeatures } from './embedding-features.ts';
import { Weights } from './weights.ts';

export const DIMENSIONS = 256;

/** UTF-16 units embedded of one text, a few milliseconds of work: chunks are far shorter, so that only a stray whole document is cut. */
const longestText = 16_384;

/** One for all texts: as large as the longest needed. */
const weights = new Weights();

/** Of unit length. The same text gives the same vector on every machine and in every release with this id. */
export function hashedVector(text: string): Float32Array<ArrayBuffer> {
  weights.clear();
  addFeatures(text.slice(0, longestText), weights);
  const vector = new Float32Array(DIMENSIONS);
  weights.forEach((hash, weight) => {
    const place = hash % DIMENSIONS;
    const sign = hash >= 0x8000_0000 ? 1 : -1;
    // Sublinear: the tenth occurrence says less than the first.
    vector[place] = (vector[place] ?? 0) + sign * Math.log1p(weight);
  });
  toUnitLength(vector);
  return vector;
}

/** A text without any words gets a direction too, since every vector has unit length. */
function toUnitLength(vector: Float32Array): void {
  const length = lengthOf(vector);
  if (length === 0) {
    vector[0] = 1;
    return;
  }
  for (let place = 0; place < vector.length; place += 1) vector[place] = (vector[place] ?? 0) / length;
}

/** To the last bit what `Math.hypot` gives of all of it, in a tenth of the time: it sums as V8 does, with Kahan's compensation. */
function lengthOf(vector: Float32Array): number {
  let largest = 0;
  for (let place = 0; place < vector.length; place += 1) largest = Math.max(largest, Math.abs(vector[place] ?? 0));
  if (largest === 0) return 0;
  let sum = 0;
  let compensation = 0;
  for (let place = 0; place < vector.length; place += 1) {
    const part = (vector[place] ?? 0) / largest;
    const summand = part * part - compensation;
    const preliminary = sum + summand;
    compensation = preliminary - sum - summand;
    sum = preliminary;
  }
  return Math.sqrt(sum) * largest;
}
