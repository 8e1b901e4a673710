import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { load as loadSqliteVec } from 'sqlite-vec';
import { bytes, floats } from '../tables/columns.ts';

/**
 * sqlite-vec's function, or a slower one of ours when its library is missing (`npm ci --omit=optional`, Windows on ARM) or does
 * not load (musl).
 */
export function loadVectorFunctions(db: DatabaseSync, load: (db: DatabaseSync) => void = loadSqliteVec): void {
  try {
    load(db);
  } catch {
    db.function('vec_distance_cosine', { deterministic: true }, cosineDistance);
  }
}

/** Returns null when either vector has no direction. */
function cosineDistance(one: SQLInputValue, other: SQLInputValue): number | null {
  const [a, b] = [vectorIn(one), vectorIn(other)];
  let product = 0;
  let aSquares = 0;
  let bSquares = 0;
  for (let place = 0; place < a.length; place += 1) {
    const value = a[place] ?? 0;
    const against = b[place] ?? 0;
    product += value * against;
    aSquares += value * value;
    bSquares += against * against;
  }
  const lengths = Math.sqrt(aSquares * bSquares);
  return lengths === 0 ? null : 1 - product / lengths;
}

/** Avoids a copy when the bytes are aligned, as SQLite's arguments are. */
function vectorIn(value: SQLInputValue): Float32Array {
  const { buffer, byteOffset, byteLength } = bytes(value);
  const size = Float32Array.BYTES_PER_ELEMENT;
  return byteOffset % size === 0 ? new Float32Array(buffer, byteOffset, byteLength / size) : floats(value);
}
