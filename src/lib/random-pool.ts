import { randomFillSync } from 'node:crypto';

const DRAWN_AT_ONCE = 256;

/** Random values of so many bytes, drawn in bulk: each draw costs some microseconds, however small it is. Each value is given once. */
export function randomPool(bytes: number): () => Buffer {
  const pool = Buffer.alloc(bytes * DRAWN_AT_ONCE);
  let used = DRAWN_AT_ONCE;
  return () => {
    if (used === DRAWN_AT_ONCE) {
      randomFillSync(pool);
      used = 0;
    }
    const start = used++ * bytes;
    return Buffer.from(pool.subarray(start, start + bytes));
  };
}
