/** What an endpoint sent as embeddings, checked. */
import { UnusableAnswer } from './failures.ts';

export interface ReadVectors {
  /** In the order of the texts. */
  readonly vectors: readonly Float32Array[];
  readonly written: 'base64' | 'numbers';
}

/** @throws UnusableAnswer for anything but `count` vectors of `dimensions` finite numbers */
export function readVectors(response: unknown, count: number, dimensions: number): ReadVectors {
  const data: unknown = isObject(response) ? response.data : null;
  if (!Array.isArray(data) || data.length !== count) {
    throw new UnusableAnswer(`The model endpoint sent something else than ${count} embeddings`, true);
  }
  const vectors: (Float32Array | undefined)[] = Array.from({ length: count });
  let written: ReadVectors['written'] = 'base64';
  for (const [place, entry] of data.entries()) {
    const embedding: unknown = isObject(entry) ? entry.embedding : null;
    const index = isObject(entry) && Number.isSafeInteger(entry.index) ? Number(entry.index) : place;
    if (Array.isArray(embedding)) written = 'numbers';
    vectors[index] = readVector(embedding, dimensions);
  }
  const complete = vectors.filter((vector) => vector !== undefined);
  if (complete.length !== count || vectors.length !== count) {
    throw new UnusableAnswer('The model endpoint numbered its embeddings wrongly', true);
  }
  return { vectors: complete, written };
}

function readVector(embedding: unknown, dimensions: number): Float32Array {
  const vector = typeof embedding === 'string' ? fromBase64(embedding) : fromNumbers(embedding);
  if (vector === null) throw new UnusableAnswer('The model endpoint sent an embedding that is none', true);
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
  for (let at = 0; at < vector.length; at += 1) vector[at] = numbers.getFloat32(at * 4, true);
  return vector;
}

function fromNumbers(embedding: unknown): Float32Array | null {
  if (!Array.isArray(embedding) || !embedding.every((number) => typeof number === 'number')) return null;
  return Float32Array.from(embedding);
}

/** The same vector, shortened or lengthened in place. @throws UnusableAnswer for one that holds no numbers, or points nowhere */
export function unitLength(vector: Float32Array): Float32Array {
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) throw new UnusableAnswer('An embedding has no length', true);
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
