import { describe, expect, test } from 'vitest';
import { logPages, streamPages } from '../../src/event-log/log-pages.ts';
import type { Position, StoredEvent } from '../../src/ports/event-log.ts';

const eventAt = (position: number) => ({ position: BigInt(position), revision: position - 1 }) as StoredEvent;
const EVENTS = [1, 2, 3, 4, 5].map(eventAt);
const positionsOf = (pages: readonly { readonly events: readonly StoredEvent[] }[]) =>
  pages.map(({ events }) => events.map(({ position }) => Number(position)));

/** A log of five events, and the positions after which it was read. */
function fiveEvents() {
  const reads: (bigint | null)[] = [];
  const readAll = async ({ after, limit }: { after: Position | null; limit: number }) => {
    reads.push(after);
    const events = EVENTS.filter(({ position }) => position > (after ?? 0n)).slice(0, limit);
    return { events, readTo: events.at(-1)?.position ?? after };
  };
  return { log: { readAll }, reads };
}

describe('The pages of a log', () => {
  test('hold each event once, to the end', async () => {
    const pages = await Array.fromAsync(logPages(fiveEvents().log, { limit: 2 }));
    expect(positionsOf(pages)).toEqual([[1, 2], [3, 4], [5], []]);
  });

  test('begin after a position and end with another, after which nothing is read', async () => {
    const { log, reads } = fiveEvents();
    const range = { after: 1n as Position, upTo: 4n as Position, limit: 2 };
    expect(positionsOf(await Array.fromAsync(logPages(log, range)))).toEqual([[2, 3], [4]]);
    expect(reads).toEqual([1n, 3n]);
  });

  test('of an empty log are one without events', async () => {
    const log = { readAll: async () => ({ events: [], readTo: null }) };
    expect(positionsOf(await Array.fromAsync(logPages(log, { limit: 2 })))).toEqual([[]]);
  });
});

describe('The pages of a stream', () => {
  const streamOf = (read: (fromRevision: number, limit: number) => readonly StoredEvent[]) => ({
    readStream: async (_: string, { fromRevision = 0, limit = 1_000 } = {}) => read(fromRevision, limit),
  });

  test('hold each event once, to the first page that is not full', async () => {
    const stream = streamOf((from, limit) => EVENTS.slice(from, from + limit));
    const pages = await Array.fromAsync(streamPages(stream, 'account-1', 2));
    expect(pages.map((page) => page.map(({ revision }) => revision))).toEqual([[0, 1], [2, 3], [4]]);
  });

  test('end in a stream that gives an earlier event again', async () => {
    const stream = streamOf((_, limit) => EVENTS.slice(0, limit));
    expect(await Array.fromAsync(streamPages(stream, 'account-1', 2))).toHaveLength(2);
  });
});
