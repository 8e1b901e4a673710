import { damageError } from '../../thread/failure.ts';

export function integer(value: unknown): number {
  if (typeof value === 'number') return value;
  throw damageError(`search.db holds ${typeof value} where a number belongs`);
}

export function bytes(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw damageError(`search.db holds ${typeof value} where bytes belong`);
}

export function numbers(value: unknown): Uint32Array {
  // Copies, because the typed array needs an aligned buffer.
  return new Uint32Array(Uint8Array.from(bytes(value)).buffer);
}

export function floats(value: unknown): Float32Array {
  return new Float32Array(Uint8Array.from(bytes(value)).buffer);
}

export function asBytes(list: Uint32Array | Float32Array): Uint8Array {
  return new Uint8Array(list.buffer, list.byteOffset, list.byteLength);
}
