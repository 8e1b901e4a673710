import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { OpenBoxes } from '../../../src/event-log/codec.ts';
import type { StoredEvent } from '../../../src/ports/event-log.ts';
import { CatchUpDecoder } from '../../../src/projections/engine/catch-up-decoder.ts';

const FULL = 128;
const batchOf = (events: number) => Array.from({ length: events }, () => ({}) as StoredEvent);

function newDecoder() {
  const openers: (OpenBoxes | undefined)[] = [];
  const codec = {
    decode: async (_events: readonly StoredEvent[], opener?: OpenBoxes) => {
      openers.push(opener);
      return [];
    },
  };
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  return { decoder: new CatchUpDecoder(codec, FULL, ending.signal), openers };
}

describe('decoding for read models', () => {
  it('has another thread decrypt once thousands of events have come in full batches', async () => {
    const { decoder, openers } = newDecoder();
    while (openers.at(-1) === undefined) {
      await decoder.decode(batchOf(FULL));
      await nextTurn();
    }
    expect(openers.findIndex((opener) => opener !== undefined)).toBeGreaterThan(10_000 / FULL - 1);
    await decoder.decode(batchOf(FULL - 1));
    expect(openers.at(-1)).toBeUndefined();
  });

  it('decrypts by itself near the head of the log, however long that lasts', async () => {
    const { decoder, openers } = newDecoder();
    for (let batch = 0; batch < 300; batch += 1) {
      await decoder.decode(batchOf(batch % 50 === 0 ? 1 : FULL));
      await nextTurn();
    }
    expect(openers.every((opener) => opener === undefined)).toBe(true);
  });
});
