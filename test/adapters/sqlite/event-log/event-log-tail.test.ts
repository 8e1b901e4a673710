import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogTail } from '../../../../src/adapters/sqlite/event-log/event-log-tail.ts';
import type { EventFilter, Position, StoredEvent } from '../../../../src/ports/event-log.ts';

const at = (position: number) => BigInt(position) as Position;

/** A log that feeds the tail, and that the tail must agree with. */
class ToldLog {
  readonly events: StoredEvent[] = [];
  readonly tail = new LogTail();

  append(stream: string, characters = 10, isTold = true): void {
    const position = at(this.events.length + 1);
    const revision = this.events.filter((event) => event.stream === stream).length;
    const type = position % 2n === 0n ? 'Even' : 'Odd';
    const event = { id: `e${position}`, type, data: {}, metadata: {}, stream, revision, position, recordedAt: 0 };
    this.events.push(event);
    if (isTold) this.tail.add(event, characters);
    else this.tail.clear();
  }

  ids = (events: readonly StoredEvent[] | undefined) => events?.map(({ id }) => id);
}

function isWanted({ stream, type }: StoredEvent, filter: EventFilter | undefined): boolean {
  return filter?.categories?.some((name) => stream.startsWith(name)) ?? filter?.types?.includes(type) ?? true;
}

describe('The tail of the log', () => {
  it('holds nothing at first, and the events appended since from then on', () => {
    const log = new ToldLog();
    log.append('account-1', 10, false);
    expect(log.tail.after(at(1), 10, undefined)).toBeNull();
    expect(log.tail.readStream('account-1', 1, 10)).toBeNull();
    log.append('account-1');
    log.append('account-2');
    expect(log.tail.after(at(0), 10, undefined)).toBeNull();
    expect(log.tail.after(null, 10, undefined)).toBeNull();
    expect(log.tail.after(at(1), 10, undefined)).toEqual({ events: log.events.slice(1), readTo: at(3) });
    expect(log.tail.after(at(1), 1, undefined)).toEqual({ events: log.events.slice(1, 2), readTo: at(2) });
    expect(log.tail.after(at(3), 10, undefined)).toEqual({ events: [], readTo: at(3) });
    expect(log.tail.readStream('account-1', 0, 10)).toBeNull();
    expect(log.tail.readStream('account-1', 1, 10)).toEqual(log.events.slice(1, 2));
    expect(log.tail.readStream('account-1', 2, 10)).toEqual([]);
    expect(log.tail.readStream('account-3', 0, 10)).toBeNull();
  });

  it('reports how far it read where a filter matches nothing', () => {
    const log = new ToldLog();
    for (const stream of ['source-1', 'account-1', 'account-2']) log.append(stream);
    expect(log.tail.after(at(1), 10, { categories: ['source'] })).toEqual({ events: [], readTo: at(3) });
    expect(log.ids(log.tail.after(at(0), 10, { types: ['Odd'] })?.events)).toEqual(['e1', 'e3']);
  });

  it('forgets all when an append is missing', () => {
    const log = new ToldLog();
    log.append('account-1');
    log.events.push({ ...(log.events[0] as StoredEvent), id: 'unknown', position: at(2), revision: 1 });
    log.append('account-1');
    expect(log.tail.after(at(0), 10, undefined)).toBeNull();
    expect(log.ids(log.tail.after(at(2), 10, undefined)?.events)).toEqual(['e3']);
    expect(log.tail.readStream('account-1', 1, 10)).toBeNull();
  });

  it('holds a bounded number of events, and of characters', () => {
    const log = new ToldLog();
    for (let count = 0; count < 2_000; count += 1) log.append('account-1');
    expect(log.tail.after(at(1_000), 10, undefined)).toBeNull();
    expect(log.tail.after(at(1_600), 500, undefined)?.events).toHaveLength(400);
    expect(log.tail.readStream('account-1', 1_600, 500)).toHaveLength(400);
    for (let count = 0; count < 100; count += 1) log.append('account-2', 64_000);
    expect(log.tail.after(at(2_060), 10, undefined)).toBeNull();
    expect(log.tail.after(at(2_080), 500, undefined)?.events).toHaveLength(20);
    expect(log.tail.readStream('account-1', 1_990, 10)).toBeNull();
  });

  describe('with time', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('keeps nothing for more than a few seconds', () => {
      const log = new ToldLog();
      log.append('account-1');
      vi.advanceTimersByTime(4_000);
      log.append('account-2');
      vi.advanceTimersByTime(2_000);
      expect(log.tail.after(at(0), 10, undefined)).toBeNull();
      expect(log.ids(log.tail.after(at(1), 10, undefined)?.events)).toEqual(['e2']);
      vi.advanceTimersByTime(10_000);
      expect(log.tail.after(at(1), 10, undefined)).toBeNull();
      expect(vi.getTimerCount()).toBe(0);
    });
  });

  describe('whatever is appended and read', () => {
    const appends = fc.record({
      stream: fc.constantFrom('account-1', 'account-2', 'source-1'),
      characters: fc.constantFrom(1, 300_000),
      isTold: fc.integer({ min: 0, max: 9 }).map((number) => number > 0),
    });
    const filters = fc.constantFrom<EventFilter | undefined>(
      undefined,
      { categories: ['account'] },
      { types: ['Even'] },
    );
    const logs = fc.array(appends, { maxLength: 40 }).map((all) => {
      const log = new ToldLog();
      for (const { stream, characters, isTold } of all) log.append(stream, characters, isTold);
      return log;
    });
    const limits = fc.integer({ min: 1, max: 8 });

    it('gives the page of the log, or nothing', () => {
      const property = fc.property(logs, fc.nat(40), limits, filters, (log, from, limit, filter) => {
        const position = Math.min(from, log.events.length);
        const matching = log.events.slice(position).filter((event) => isWanted(event, filter));
        const events = matching.slice(0, limit);
        const readTo = events.length < limit ? at(log.events.length) : events.at(-1)?.position;
        const page = log.tail.after(at(position), limit, filter);
        if (page !== null) expect(page).toEqual({ events, readTo });
      });
      fc.assert(property, { numRuns: 1_000 });
    });

    it('gives the events of the stream, or nothing', () => {
      const names = fc.constantFrom('account-1', 'account-2', 'source-1');
      const property = fc.property(logs, names, fc.nat(40), limits, (log, stream, from, limit) => {
        const held = log.events.filter((event) => event.stream === stream && event.revision >= from);
        const events = log.tail.readStream(stream, from, limit);
        if (events !== null) expect(events).toEqual(held.slice(0, limit));
      });
      fc.assert(property, { numRuns: 1_000 });
    });
  });
});
