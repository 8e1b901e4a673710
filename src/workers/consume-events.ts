import type { DomainEvent } from '../domain/events.ts';
import type { EventCodec } from '../event-log/codec.ts';
import type { ConsumeOptions, EventLog, StoredEvent, WorkConsumer, WorkResult } from '../ports/event-log.ts';
import type { Report } from '../ports/report.ts';
import { retryWhileUnavailable, willRetry } from './retry-while-unavailable.ts';
import type { WorkGroup } from './work-groups.ts';

export interface EventConsumerDeps {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly report: Report;
}

interface EventWorkOptions extends Omit<ConsumeOptions, 'handle' | 'group'> {
  readonly group: WorkGroup;
  /** Must be idempotent: each event is delivered at least once. */
  readonly handle: (event: DomainEvent, stored: StoredEvent, delivery: Delivery) => Promise<WorkResult>;
}

export interface Delivery {
  /** From 1. */
  readonly attempt: number;
  readonly signal: AbortSignal;
}

/** Competing consumer of decoded events. Retries while a store is unavailable; parks an event that cannot be read. */
export function consumeEvents(
  { log, codec, report }: EventConsumerDeps,
  { handle, ...options }: EventWorkOptions,
): WorkConsumer {
  const decodeAndHandle = async (stored: StoredEvent, delivery: Delivery): Promise<WorkResult> => {
    const [decoded] = await codec.decode([stored]);
    if (decoded === undefined) return { kind: 'ack' };
    if (!decoded.ok) return { kind: 'park', reason: decoded.error.message };
    return handle(decoded.recorded.event, stored, delivery);
  };
  return log.consume({
    ...options,
    handle: (stored, attempt, signal) =>
      retryWhileUnavailable(() => decodeAndHandle(stored, { attempt, signal }), {
        message: willRetry(options.group, stored),
        signal,
        report,
      }),
  });
}
