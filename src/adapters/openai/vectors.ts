import { isObject } from '../../lib/is-object.ts';
import { UnusableAnswer } from './failures.ts';

export interface ReadVectors {
  /** Vectors in the order of the texts. */
  readonly vectors: readonly Float32Array[];
  readonly encoding: 'base64' | 'numbers';
}

/** @throws UnusableAnswer for anything but `count` vectors of `dimensions` finite numbers */
export function readVectors(response: unknown, count: number, dimensions: number): ReadVectors {
  const data: unknown = isObject(response) ? response.data : null;
  if (!Array.isArray(data) || data.length !== count) {
    throw new UnusableAnswer(`The model endpoint sent something else than ${count} embeddings`, true);
  }
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  let encoding: ReadVectors['encoding'] = 'base64';
  for (const [place, entry] of data.entries()) {
    const embedding: unknown = isObject(entry) ? entry.embedding : null;
    const index = isObject(entry) && typeof entry.index === 'number' ? entry.index : place;
    // An index beyond the end would make a sparse array: its length can be four billion, and reading it holds the event loop.
    if (!(index in vectors)) throw wrongIndexes();
    if (Array.isArray(embedding)) encoding = 'numbers';
    vectors[index] = readVector(embedding, dimensions);
  }
  const complete = vectors.filter((vector) => vector !== undefined);
  if (complete.length !== count) throw wrongIndexes();
  return { vectors: complete, encoding };
}

const wrongIndexes = () => new UnusableAnswer('The model endpoint sent missing or wrong indexes of embeddings', true);

function readVector(embedding: unknown, dimensions: number): Float32Array {
  const vector = typeof embedding === 'string' ? fromBase64(embedding) : fromNumbers(embedding);
  if (vector === null) throw new UnusableAnswer('The model endpoint sent a malformed embedding', true);
  if (vector.length !== dimensions) {
    throw new UnusableAnswer(
      `An embedding has ${vector.length} dimensions, EMBEDDING_DIMENSIONS says ${dimensions}`,
      false,
    );
  }
  return vector;
}

/** Little-endian 32-bit floats. */
function fromBase64(text: string): Float32Array | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.byteLength === 0 || bytes.byteLength % 4 !== 0) return null;
  const numbers = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const vector = new Float32Array(bytes.byteLength / 4);
  for (let index = 0; index < vector.length; index += 1) vector[index] = numbers.getFloat32(index * 4, true);
  return vector;
}

function fromNumbers(embedding: unknown): Float32Array | null {
  if (!Array.isArray(embedding) || !embedding.every((number) => typeof number === 'number')) return null;
  return Float32Array.from(embedding);
}

/** Normalises in place. @throws UnusableAnswer for a zero vector or one with non-finite numbers */
export function unitLength(vector: Float32Array): Float32Array {
  let squares = 0;
  for (let index = 0; index < vector.length; index += 1) squares += (vector[index] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) throw new UnusableAnswer('An embedding is zero or not finite', true);
  for (let index = 0; index < vector.length; index += 1) vector[index] = (vector[index] ?? 0) / length;
  return vector;
}
