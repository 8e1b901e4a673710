/** What runs in the thread that embeds many texts. */
import { move } from 'piscina';
import { DIMENSIONS, hashedVector } from './hashed-vector.ts';

/** The vectors one after the other; their memory changes hands. */
export function embedTogether(texts: readonly string[]): Float32Array<ArrayBuffer> {
  const vectors = new Float32Array(texts.length * DIMENSIONS);
  for (const [place, text] of texts.entries()) vectors.set(hashedVector(text), place * DIMENSIONS);
  return move(vectors) as Float32Array<ArrayBuffer>;
}
