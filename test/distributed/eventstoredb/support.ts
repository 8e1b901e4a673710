/** Writers, readers and workers that go on while the server under them does not. */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { openEventStoreLog } from '../../../src/adapters/eventstoredb/event-log.ts';
import type { EventLog, StoredEvent } from '../../../src/ports/event-log.ts';
import { idsOf, newEvent, readWholeLog, Witness } from '../../contracts/event-log/support.ts';

const WRITERS = 8;
/** Longer than a server takes to come back, and a cluster to elect a leader. */
const DEADLINE_MS = 40_000;

/** A log that is closed when the running test ends. */
export async function logAt(url: string, deadlineMs = DEADLINE_MS): Promise<EventLog> {
  const log = await openEventStoreLog({ url, deadlineMs });
  onTestFinished(() => log.close());
  return log;
}

/**
 * Appends from all sides, reads and works, and has `interrupt` called in the middle. Holds the log to its promises afterwards: each
 * append counts once, what was answered is there, and readers and workers get all of it.
 */
export async function expectNothingLostOver(log: EventLog, interrupt: () => Promise<void>, eventsEach = 40) {
  const streams = Array.from({ length: WRITERS }, () => `account-${randomUUID()}`);
  const appended = new Witness<string>();
  const read = new Witness<StoredEvent>();
  const worked = new Witness<string>();
  const subscription = log.subscribe({
    after: null,
    onEvents: async (events) => {
      for (const event of events) if (streams.includes(event.stream)) read.see(event);
    },
  });
  const consumer = log.consume({
    group: `workers-${randomUUID()}`,
    filter: { categories: ['account'] },
    concurrency: 4,
    maxAttempts: 10,
    async handle({ id, stream }) {
      if (streams.includes(stream)) worked.see(id);
      return { kind: 'ack' };
    },
  });
  onTestFinished(() => consumer.stop(0));
  const total = WRITERS * eventsEach;
  const interrupted = appended.count(total / 3).then(interrupt);
  const written = await Promise.all(
    streams.map(async (stream) => {
      const ids: string[] = [];
      for (let revision = 0; revision < eventsEach; revision += 1) {
        const event = newEvent('Noted', { revision });
        const result = await log.append(stream, revision === 0 ? 'no-stream' : revision - 1, [event]);
        expect(result).toMatchObject({ ok: true, revision });
        ids.push(event.id);
        appended.see(event.id);
      }
      return ids;
    }),
  );
  await interrupted;
  for (const [writer, ids] of written.entries()) {
    expect(idsOf(await log.readStream(streams[writer] ?? ''))).toEqual(ids);
  }
  const whole = (await readWholeLog(log)).filter(({ stream }) => streams.includes(stream));
  expect(whole).toHaveLength(total);
  await read.count(total);
  await subscription.stop();
  expect(idsOf(read.seen)).toEqual(idsOf(whole));
  await worked.until((seen) => new Set(seen).size === total);
}
