/**
 * The event log: the only truth of the service. Everything else is derived from it.
 *
 * Shaped so that an embedded SQLite file and EventStoreDB both fit: positions are opaque and ordered, streams are
 * appended to at an exact revision, and a conflict is an answer, not an exception.
 */

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

/**
 * Where an event stands in the whole log. Ordered (`<`, `>`), never contiguous, never reused, meaningless between two logs.
 * Compare it; never add to it. Serialise it as a decimal (`String(position)`).
 */
export type Position = bigint & { readonly __position: true };

/** @throws RangeError when the text is not an unsigned decimal that fits 63 bits. */
export function parsePosition(text: string): Position {
  if (!/^\d{1,19}$/.test(text)) throw new RangeError(`Not a log position: ${text.slice(0, 32)}`);
  const value = BigInt(text);
  if (value > 0x7fff_ffff_ffff_ffffn) throw new RangeError(`Not a log position: ${text}`);
  return value as Position;
}

/** The later of two positions; null is before all. */
export function later(a: Position | null, b: Position | null): Position | null {
  if (a === null || b === null) return a ?? b;
  return b > a ? b : a;
}

/** An event as it is handed to the log. `id` (a UUID) makes a retried append the same append. */
export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: JsonObject;
  readonly metadata: JsonObject;
}

/** An event as the log gives it back. `revision` counts from 0 within its stream; `recordedAt` is epoch milliseconds. */
export interface StoredEvent extends NewEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly recordedAt: number;
}

/** The revision of the stream's last event as the writer knows it, or `no-stream` when it must not exist yet. */
export type ExpectedRevision = number | 'no-stream';

export type AppendResult =
  /** `position` and `revision` are those of the last event of this append. */
  | { readonly outcome: 'appended'; readonly position: Position; readonly revision: number }
  /** Somebody else appended first; nothing was written. */
  | { readonly outcome: 'conflict'; readonly actual: ExpectedRevision };

/**
 * Which events a reader of the whole log is given. Without a filter: all of ours. A stream's category is its name up to the
 * first `-`. Both lists given: an event must match both.
 */
export interface EventFilter {
  readonly categories?: readonly string[];
  readonly types?: readonly string[];
}

export interface LogPage {
  readonly events: readonly StoredEvent[];
  /** Everything up to here, matching or not, has been read: the next `after`. Equals the `after` given when there was nothing more. */
  readonly readTo: Position | null;
}

export interface LogSubscription {
  /** Settles when the subscription has ended: by `stop`, or with the error that made it impossible to go on. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface SubscribeOptions {
  /** Exclusive; null is the beginning. */
  readonly after: Position | null;
  readonly filter?: EventFilter;
  /** Events given to one call of `onEvents` at most. Default 512. */
  readonly maxBatch?: number;
  /**
   * Called with one batch after another, never two at once, in log order; the next batch waits until it has settled.
   * `events` is empty when only `readTo` moved (the filter was quiet): a checkpoint worth keeping. A rejection ends the subscription.
   */
  onEvents(events: readonly StoredEvent[], readTo: Position): Promise<void>;
}

/** What became of a piece of work. `retry` gives it again after a back-off; `park` sets it aside until `replayParked`. */
export type WorkVerdict =
  | { readonly verdict: 'done' }
  | { readonly verdict: 'retry'; readonly reason: string }
  | { readonly verdict: 'park'; readonly reason: string };

export interface ConsumeOptions {
  /** Consumers of one group, on any node, share its work: each event goes to one of them. */
  readonly group: string;
  /** Fixed when the group is first made; changing it later is a new group. A group starts at the beginning of the log. */
  readonly filter: EventFilter;
  /** Events this consumer works on at the same time. */
  readonly concurrency: number;
  /** After so many attempts (first one included) a `retry` parks. */
  readonly maxAttempts: number;
  /** First back-off in milliseconds; doubles with each attempt, capped at a minute. Default 1000. */
  readonly retryDelayMs?: number;
  /**
   * Delivered at least once: again after a crash, also while an earlier run's effects stand. There is no deadline while this
   * process lives. A rejection counts as `retry`. `signal` aborts when the consumer stops. `attempt` counts from 1; a store may
   * count a stop or a broken connection as well, and begin anew when it restarts itself.
   */
  handle(event: StoredEvent, attempt: number, signal: AbortSignal): Promise<WorkVerdict>;
}

export interface WorkConsumer {
  /** Aborts what is being worked on (it is delivered again to another consumer) and waits for it, at most `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

export interface ParkedWork {
  readonly event: StoredEvent;
  readonly attempts: number;
  readonly reason: string;
}

export interface EventLog {
  /**
   * Durable when it answers: a crash afterwards loses nothing. Appending the same event ids again at the same expected
   * revision gives the first answer again. @throws StoreUnavailable when the store cannot be reached or refuses.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;
  /** In order from `fromRevision` (default 0), at most `limit` (default 1000). A stream that does not exist is an empty one. */
  readStream(stream: string, options?: { fromRevision?: number; limit?: number }): Promise<readonly StoredEvent[]>;
  readAll(options: { after: Position | null; limit: number; filter?: EventFilter }): Promise<LogPage>;
  /** The position of the last event, null for an empty log. */
  head(): Promise<Position | null>;
  subscribe(options: SubscribeOptions): LogSubscription;
  consume(options: ConsumeOptions): WorkConsumer;
  parkedWork(group: string, limit: number): Promise<readonly ParkedWork[]>;
  /** Gives all parked work of the group to its consumers again, as new. Answers how many. */
  replayParkedWork(group: string): Promise<number>;
  close(): Promise<void>;
}
