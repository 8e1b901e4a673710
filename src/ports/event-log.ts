/**
 * The event log is the source of truth, from which everything else is derived. Appends use optimistic concurrency; a conflict is
 * a result, not an exception.
 */

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

/**
 * Global position of an event: ordered (`<`, `>`), with gaps, never reused, meaningless in another log. Never calculate with
 * it. Serialise it as a decimal (`String(position)`).
 */
export type Position = bigint & { readonly __position: true };

/** @throws RangeError unless the text is an unsigned decimal that fits 63 bits */
export function parsePosition(text: string): Position {
  if (!/^\d{1,19}$/.test(text)) throw new RangeError(`Not a log position: ${text.slice(0, 32)}`);
  const value = BigInt(text);
  if (value > 0x7fff_ffff_ffff_ffffn) throw new RangeError(`Not a log position: ${text}`);
  return value as Position;
}

/** A null position precedes all others. */
export function laterPosition(a: Position | null, b: Position | null): Position | null {
  if (a === null || b === null) return a ?? b;
  return b > a ? b : a;
}

/** `id` (a UUID) makes a retried append idempotent. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: JsonObject;
}

/** `revision` counts from 0 within the stream; `recordedAt` is epoch milliseconds. */
export interface StoredEvent extends NewEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly recordedAt: number;
  /**
   * Position in the log that first recorded the event, as in its leaf of the tree. Absent unless a migration changed the
   * position.
   */
  readonly recordedPosition?: Position;
}

/** Place of an event: its position finds it in one engine, its stream and revision in another. */
export type EventPlace = Pick<StoredEvent, 'position' | 'stream' | 'revision'>;

/** Revision of the stream's last event as the writer knows it. */
export type ExpectedRevision = number | 'no-stream';

export type AppendResult =
  /** Position and revision of the last appended event. */
  | { readonly ok: true; readonly position: Position; readonly revision: number }
  /** Another writer appended first; nothing was written. */
  | { readonly ok: false; readonly actual: ExpectedRevision };

/**
 * Default: all events of this service. A stream's category is its name up to the first `-`. With both lists, an event must
 * match both.
 */
export interface EventFilter {
  readonly categories?: readonly string[];
  readonly types?: readonly string[];
}

export interface LogPage {
  readonly events: readonly StoredEvent[];
  /** The next `after`: all events up to here were read, matching or not. */
  readonly readTo: Position | null;
}

export interface LogSubscription {
  /** Resolves after `stop`; rejects with the error that ended the subscription, `LogReplaced` among them. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** The log no longer holds events that it delivered: an older copy or another log took its place. */
export class LogReplaced extends Error {
  override readonly name = 'LogReplaced';
}

export interface SubscribeOptions {
  /** Exclusive; null is the beginning. */
  readonly after: Position | null;
  readonly filter?: EventFilter;
  /** Default 512. */
  readonly maxBatch?: number;
  /** Awaited at the log's end before new events are read, so that batches grow. A log that pushes events ignores it. */
  readonly linger?: () => Promise<void>;
  /**
   * One batch at a time, in log order (backpressure). `events` is empty when none matched up to `readTo`, a checkpoint worth
   * storing. A rejection ends the subscription.
   */
  onEvents(events: readonly StoredEvent[], readTo: Position): Promise<void>;
}

/** `retry` delivers the event again after a back-off; `park` (dead letter) holds it until `replayParkedWork`. */
export type WorkResult =
  | { readonly kind: 'ack' }
  | { readonly kind: 'retry'; readonly reason: string }
  | { readonly kind: 'park'; readonly reason: string };

export interface ConsumeOptions {
  /** Competing consumers: each event goes to one consumer of the group, on any node. */
  readonly group: string;
  /** Fixed once the group exists, which starts at the beginning of the log. */
  readonly filter: EventFilter;
  readonly concurrency: number;
  /** The first attempt counts. */
  readonly maxAttempts: number;
  /** First back-off, doubled up to one minute. Default 1000. */
  readonly retryDelayMs?: number;
  /**
   * At-least-once delivery without a deadline: after a crash the event comes again, although effects of the first run may
   * exist. A rejection counts as `retry`. `signal` aborts when the consumer stops. `attempt` counts from 1; a store may also
   * count stops and lost connections, and start over when it restarts.
   */
  handle(event: StoredEvent, attempt: number, signal: AbortSignal): Promise<WorkResult>;
}

export interface WorkConsumer {
  /** Aborts the events in flight, which are delivered again, and waits for them at most `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

export interface ParkedWork {
  readonly event: StoredEvent;
  readonly attempts: number;
  readonly reason: string;
}

export interface ReadableLog {
  /** From `fromRevision` (default 0), at most `limit` (default 1000). A missing stream is empty. */
  readStream(stream: string, options?: { fromRevision?: number; limit?: number }): Promise<readonly StoredEvent[]>;
  readAll(options: { after: Position | null; limit: number; filter?: EventFilter }): Promise<LogPage>;
  /** Returns null for an empty log. */
  head(): Promise<Position | null>;
  /** The event at exactly this position; null when it is none of this service's. */
  eventAt(position: Position): Promise<StoredEvent | null>;
  /** Newest first. */
  readLatest(limit: number): Promise<readonly StoredEvent[]>;
  /**
   * Ordered as `places`, at most 1000; null where the log holds another event or none. Costs what those events cost, however
   * long the log.
   */
  readEvents(places: readonly EventPlace[]): Promise<readonly (StoredEvent | null)[]>;
  close(): Promise<void>;
}

export interface EventLog extends ReadableLog {
  /**
   * Durable once it resolves. Idempotent: the same event ids at the same revision give the first result again.
   * @throws StoreUnavailable
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;
  subscribe(options: SubscribeOptions): LogSubscription;
  consume(options: ConsumeOptions): WorkConsumer;
  parkedWork(group: string, limit: number): Promise<readonly ParkedWork[]>;
  /** Counts at most `limit`, and reads no event. */
  countParkedWork(group: string, limit: number): Promise<number>;
  /** Delivers the group's parked events again, as first attempts. Returns their number. */
  replayParkedWork(group: string): Promise<number>;
}
