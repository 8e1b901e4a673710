/**
 * Vectors of English texts, whose cosine tells how alike the meanings are: sums of word vectors of potion-base-8M (Minish Lab, `LICENSE`
 * beside this file), which was distilled from a sentence transformer.
 */
import { readFileSync } from 'node:fs';
import { decodeWordVectors, type WordVectors } from './format.ts';
import { wordPieces } from './word-pieces.ts';

const FILE = new URL('./english.bin', import.meta.url);
/** UTF-16 units: some milliseconds of work. Passages are far shorter. */
const MAX_TEXT_CHARACTERS = 16_384;

let read: WordVectors | null = null;

/** Read at first use, in some 20 ms and 5 MB. */
function wordVectors(): WordVectors {
  const steps = readWordVectors();
  while (read === null) steps.next();
  return read;
}

/** Reads the vectors in steps that do not hold the event loop. */
export function* readWordVectors(): Generator<void, void, void> {
  read ??= yield* decodeWordVectors(readFileSync(FILE));
}

const NOT_ASCII = /[^\0-\x7f]/;
const LETTERS = /\p{L}/gu;
const ENGLISH_LETTERS = /[a-z]/gi;

/** Marks and numbers of a text in another script do not count. */
const isInOtherLetters = (text: string): boolean =>
  NOT_ASCII.test(text) && 2 * (text.match(ENGLISH_LETTERS)?.length ?? 0) < (text.match(LETTERS)?.length ?? 0);

/** Unit length; null for a text in other letters or without a word that the table knows. Deterministic; linear in the text. */
export function meaningVector(whole: string): Float32Array<ArrayBuffer> | null {
  const text = whole.slice(0, MAX_TEXT_CHARACTERS);
  if (isInOtherLetters(text)) return null;
  const { pieces, dimensions, addTo } = wordVectors();
  const sum = new Float32Array(dimensions);
  const counts = new Map<number, number>();
  for (const piece of wordPieces(text, pieces)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
  for (const [piece, count] of counts) addTo(sum, piece, count);
  const length = Math.sqrt(dotProduct(sum, sum));
  if (length === 0) return null;
  for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) / length;
  return sum;
}

/** True for a word that the table holds as a whole. */
export const isWholePiece = (word: string): boolean => wordPieces(word, wordVectors().pieces).length === 1;

/** Steps of a compact vector in 1: values of a vector of unit length hardly ever reach a quarter. */
const STEPS = 508;
const MOST_STEPS = 127;

export const compactVector = (vector: Float32Array): Int8Array =>
  Int8Array.from(vector, (value) => Math.max(-MOST_STEPS, Math.min(MOST_STEPS, Math.round(STEPS * value))));

export const cosineWith = (vector: Float32Array, compact: Int8Array): number => dotProduct(vector, compact) / STEPS;

export const compactCosine = (one: Int8Array, other: Int8Array): number => dotProduct(one, other) / STEPS ** 2;

/** The cosine, for vectors of unit length. */
export function dotProduct(one: Float32Array | Int8Array, other: Float32Array | Int8Array): number {
  let product = 0;
  for (let at = 0; at < one.length; at += 1) product += (one[at] ?? 0) * (other[at] ?? 0);
  return product;
}
