import { v7 } from 'uuid';
import { randomPool } from '../../lib/random-pool.ts';
import type { Ids } from '../../ports/clock.ts';

const nextRandom = randomPool(16);
let msecs = 0;
/** Counts the ids of a millisecond from a random number on, in 32 bits. */
let seq = 0;

/** Monotonic within this process, even within a millisecond, and while the clock is set back. */
export const uuidV7Ids: Ids = {
  next() {
    const random = nextRandom();
    const now = Date.now();
    if (now > msecs) {
      msecs = now;
      // Room for as many ids as a millisecond holds.
      seq = random.readUInt32BE(0) >>> 1;
    } else {
      seq = (seq + 1) | 0;
      if (seq === 0) msecs += 1;
    }
    return v7({ random, msecs, seq });
  },
};
