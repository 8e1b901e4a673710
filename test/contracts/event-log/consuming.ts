/** A consumer of a work group whose deliveries a test can await. */
import { setTimeout as elapsed } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { ConsumeOptions, EventLog, StoredEvent, WorkResult } from '../../../src/ports/event-log.ts';
import { idsOf, Witness } from './support.ts';

interface Delivery {
  readonly event: StoredEvent;
  readonly attempt: number;
  readonly at: number;
}

export const done: WorkResult = { kind: 'ack' };
export const never = new Promise<WorkResult>(() => undefined);

/** Consumes all events of group `readers` with short back-offs, and sees each delivery. */
export function consume(log: EventLog, options: Partial<ConsumeOptions> = {}) {
  const deliveries = new Witness<Delivery>();
  const handle = options.handle ?? (async () => done);
  const consumer = log.consume({
    group: 'readers',
    filter: {},
    concurrency: 4,
    maxAttempts: 3,
    retryDelayMs: 5,
    ...options,
    handle(event, attempt, signal) {
      deliveries.see({ event, attempt, at: performance.now() });
      return handle(event, attempt, signal);
    },
  });
  onTestFinished(() => consumer.stop(0));
  return { consumer, deliveries };
}

export const idsIn = (deliveries: readonly Delivery[]) => idsOf(deliveries.map((delivery) => delivery.event));

/** Polls until the group has parked so many events. Parking follows the verdict and has no event to await. */
export async function parked(log: EventLog, count: number, group = 'readers') {
  for (;;) {
    const work = await log.parkedWork(group, 100);
    if (work.length >= count) return work;
    await elapsed(2);
  }
}
