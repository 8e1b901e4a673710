import { describe, expect, it } from 'vitest';
import type { OpenBoxes } from '../../../src/event-log/sealed-part.ts';
import type { Position, StoredEvent } from '../../../src/ports/event-log.ts';
import { CatchUpDecoder } from '../../../src/projections/engine/catch-up-decoder.ts';
import { KnownHead } from '../../../src/projections/engine/known-head.ts';

const MIN_EVENTS_BEHIND = 1_000;
const HEAD = 10_000;
const openInThread: OpenBoxes = async () => [];

/** Events up to a position. */
const batch = (end: number, events: number) =>
  Array.from(
    { length: events },
    (_, index) => ({ position: BigInt(end - events + 1 + index) as Position }) as StoredEvent,
  );

async function newDecoder() {
  const openers: (OpenBoxes | undefined)[] = [];
  const codec = {
    decode: async (_events: readonly StoredEvent[], opener?: OpenBoxes) => {
      openers.push(opener);
      return [];
    },
  };
  const head = new KnownHead({ head: async () => BigInt(HEAD) as Position });
  await head.lookUp();
  const thread = { opener: openInThread };
  const decoder = new CatchUpDecoder({ codec, head, thread, minEventsBehind: MIN_EVENTS_BEHIND });
  return {
    /** True when the thread decrypts the batch. */
    async sends(events: readonly StoredEvent[]) {
      await decoder.decode(events);
      expect(decoder.isAhead).toBe(openers.at(-1) === openInThread);
      return decoder.isAhead;
    },
  };
}

describe('decoding for read models', () => {
  it.each([128, 116, 1])(
    'has another thread decrypt after many events in batches of %i, until the head is reached',
    async (length) => {
      const decoder = await newDecoder();
      let sent = 0;
      for (let end = length; end < HEAD; end += length) {
        const isSent = await decoder.sends(batch(end, length));
        expect(isSent).toBe(end >= MIN_EVENTS_BEHIND);
        if (isSent) sent += 1;
      }
      expect(sent).toBeGreaterThan(0);
      expect(await decoder.sends(batch(HEAD, length))).toBe(false);
    },
  );

  it('decrypts by itself at the head of the log, however long the batches are', async () => {
    const decoder = await newDecoder();
    for (let end = HEAD; end < 3 * HEAD; end += 128) expect(await decoder.sends(batch(end, 128))).toBe(false);
  });

  it('decrypts batches of large events by itself', async () => {
    const decoder = await newDecoder();
    const events = batch(MIN_EVENTS_BEHIND, MIN_EVENTS_BEHIND);
    expect(await decoder.sends(events)).toBe(true);
    const box = 'x'.repeat(300_000);
    expect(await decoder.sends(events.slice(-1).map((event) => ({ ...event, data: { sealed: { box } } })))).toBe(false);
  });
});
