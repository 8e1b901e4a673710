import { move } from 'piscina';
import { DIMENSIONS, hashedVector } from './hashed-vector.ts';

/** Concatenated vectors, transferred without a copy. */
export function embedTogether(texts: readonly string[]): Float32Array<ArrayBuffer> {
  const vectors = new Float32Array(texts.length * DIMENSIONS);
  for (const [index, text] of texts.entries()) vectors.set(hashedVector(text), index * DIMENSIONS);
  return move(vectors) as Float32Array<ArrayBuffer>;
}
