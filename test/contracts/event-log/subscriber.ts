/** A subscription to the log whose batches a test can await. */
import { onTestFinished } from 'vitest';
import type { EventLog, Position, StoredEvent, SubscribeOptions } from '../../../src/ports/event-log.ts';
import { Witness } from './support.ts';

export interface Batch {
  readonly events: readonly StoredEvent[];
  readonly readTo: Position;
}

export function subscribe(log: EventLog, options: Partial<SubscribeOptions> = {}) {
  const batches = new Witness<Batch>();
  const subscription = log.subscribe({
    after: null,
    async onEvents(events, readTo) {
      batches.see({ events, readTo });
    },
    ...options,
  });
  onTestFinished(() => subscription.stop());
  return { batches, subscription };
}

export const eventsIn = (batches: readonly Batch[]) => batches.flatMap((batch) => batch.events);
