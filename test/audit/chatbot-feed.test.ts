import { expect, it } from 'vitest';
import { lastBefore } from '../../src/audit/chatbot-feed.ts';
import { type EventPlace, type Position, parsePosition, type StoredEvent } from '../../src/ports/event-log.ts';
import { bot } from '../support/projections/read-models.ts';

const EVENTS = (
  [
    [3, 10],
    [7, 20],
    [8, 20],
    [20, 30],
  ] as const
).map(
  ([position, recordedAt], revision): StoredEvent => ({
    id: `event-${revision}`,
    type: 'Noted',
    data: {},
    metadata: {},
    stream: 'source-a',
    revision,
    position: parsePosition(String(position)),
    recordedAt,
  }),
);

/** The events, and an index of them up to a position. */
function storesTo(indexedTo: number | null) {
  const isAfter = (after: Position | null) => (event: EventPlace) => after === null || event.position > after;
  return {
    log: {
      readEvents: async (places: readonly EventPlace[]) =>
        places.map(({ position }) => EVENTS.find((event) => event.position === position) ?? null),
    },
    index: {
      indexedTo: async () => (indexedTo === null ? null : parsePosition(String(indexedTo))),
      placesAfter: async (_scope: object, after: Position | null, limit: number) =>
        EVENTS.filter(({ position }) => position <= (indexedTo ?? 0))
          .filter(isAfter(after))
          .slice(0, limit),
    },
  } as unknown as Parameters<typeof lastBefore>[2];
}

it.each([
  [10, 20, null],
  [11, 20, 3n],
  [20, 20, 3n],
  [21, 20, 8n],
  [31, 20, 20n],
  [31, 8, 8n],
  [31, null, null],
])('The last event before the time %i, indexed up to %s, is at %s', async (time, indexedTo, last) => {
  expect(await lastBefore({ chatbotId: bot }, time, storesTo(indexedTo))).toBe(last);
});
