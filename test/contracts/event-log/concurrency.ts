import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EventLog, ExpectedRevision, StoredEvent } from '../../../src/ports/event-log.ts';
import { idsOf, newEvent, newEvents, type OpenLog, openForTest, readWholeLog } from './support.ts';

/** Appends batches in sequence, each at the revision last seen, and continues at the actual revision after a conflict. */
async function write(log: EventLog, stream: string, sizes: readonly number[]): Promise<readonly string[][]> {
  const written: string[][] = [];
  let expected: ExpectedRevision = 'no-stream';
  for (const size of sizes) {
    const events = newEvents(size);
    for (;;) {
      const result = await log.append(stream, expected, events);
      expected = result.ok ? result.revision : result.actual;
      if (result.ok) break;
    }
    written.push(idsOf(events));
  }
  return written;
}

export function describeConcurrency(open: OpenLog): void {
  describe('many writers', () => {
    test.each(['no-stream', 0] as const)('exactly one of two at one revision wins (%s)', async (expected) => {
      const { log } = await openForTest(open);
      for (let round = 0; round < 20; round += 1) {
        const stream = `chatbot-${round}`;
        if (expected === 0) await log.append(stream, 'no-stream', [newEvent()]);
        const results = await Promise.all([
          log.append(stream, expected, [newEvent('ByOne')]),
          log.append(stream, expected, [newEvent('ByOther')]),
        ]);
        const revision = expected === 0 ? 1 : 0;
        expect(results.filter((result) => result.ok)).toHaveLength(1);
        expect(results.find((result) => !result.ok)).toEqual({
          ok: false,
          actual: revision,
        });
        const winner = results[0].ok ? 'ByOne' : 'ByOther';
        expect((await log.readStream(stream)).at(-1)).toMatchObject({ type: winner, revision });
      }
    });

    test('any interleaving gives gapless revisions and one order of the whole log', async () => {
      const { log } = await openForTest(open);
      let round = 0;
      const writer = fc.record({
        stream: fc.integer({ min: 0, max: 2 }),
        sizes: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(writer, { minLength: 1, maxLength: 6 }), async (writers) => {
          round += 1;
          const nameOf = (stream: number) => `round${round}-${stream}`;
          const written = await Promise.all(
            writers.map(async ({ stream, sizes }) => ({
              stream: nameOf(stream),
              appends: await write(log, nameOf(stream), sizes),
            })),
          );
          const whole = (await readWholeLog(log)).filter((event) => event.stream.startsWith(`round${round}-`));
          expectGrowingPositions(whole);
          expect(whole).toHaveLength(written.flatMap(({ appends }) => appends.flat()).length);
          for (const stream of new Set(written.map((one) => one.stream))) {
            const stored = await log.readStream(stream);
            expect(stored.map((event) => event.revision)).toEqual(stored.map((_, index) => index));
            expect(whole.filter((event) => event.stream === stream)).toEqual(stored);
          }
          for (const { stream, appends } of written) {
            const ids = idsOf(await log.readStream(stream));
            const places = appends.map((append) => ids.indexOf(append[0] ?? ''));
            expect(places).toEqual(places.toSorted((a, b) => a - b));
            for (const [index, append] of appends.entries()) {
              const place = places[index] ?? -1;
              expect(ids.slice(place, place + append.length)).toEqual(append);
            }
          }
        }),
        { numRuns: 25 },
      );
    });
  });
}

function expectGrowingPositions(events: readonly StoredEvent[]): void {
  for (const [index, event] of events.entries()) {
    const before = events[index - 1];
    if (before !== undefined) expect(event.position > before.position).toBe(true);
  }
}
