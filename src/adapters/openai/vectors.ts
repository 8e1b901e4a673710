import { isObject } from '../../lib/is-object.ts';
import { UnusableAnswer } from './failures.ts';

export interface ReadVectors {
  /** Ordered as the texts. */
  readonly vectors: readonly Float32Array[];
  readonly encoding: 'base64' | 'numbers';
}

/** @throws UnusableAnswer for anything but `count` vectors of `dimensions` finite numbers */
export function readVectors(response: unknown, count: number, dimensions: number): ReadVectors {
  const entries = readEntries(response, count);
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  for (const { index, embedding } of entries) {
    // An index beyond the end would make a sparse array of up to four billion entries, and reading it holds the event loop.
    if (!(index in vectors)) throw wrongIndexes();
    vectors[index] = readVector(embedding, dimensions);
  }
  const complete = vectors.filter((vector) => vector !== undefined);
  if (complete.length !== count) throw wrongIndexes();
  const hasNumbers = entries.some(({ embedding }) => Array.isArray(embedding));
  return { vectors: complete, encoding: hasNumbers ? 'numbers' : 'base64' };
}

interface Entry {
  readonly index: number;
  readonly embedding: unknown;
}

/** An entry without an index counts by its place. */
function readEntries(response: unknown, count: number): readonly Entry[] {
  const data: unknown = isObject(response) ? response.data : null;
  if (!Array.isArray(data) || data.length !== count) {
    throw new UnusableAnswer(`The model endpoint sent something else than ${count} embeddings`, true);
  }
  return data.map((entry: unknown, place) =>
    isObject(entry)
      ? { index: typeof entry.index === 'number' ? entry.index : place, embedding: entry.embedding }
      : { index: place, embedding: null },
  );
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
