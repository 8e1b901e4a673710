/** Messages between the processes of the benchmark. */

/** An event stream, as a client opens it. */
export interface Stream {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type ToReaders =
  /** Open all of these and keep them open. */
  | { readonly type: 'open'; readonly origin: string; readonly streams: readonly Stream[] }
  /** Send messages, one after the other: each when `readers` of the open streams have the one before. */
  | {
      readonly type: 'send';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly messages: number;
      readonly readers: number;
    }
  /** Come back with an id, and leave after so many events. */
  | {
      readonly type: 'resume';
      readonly origin: string;
      readonly stream: Stream;
      readonly lastId: string;
      readonly events: number;
    };

export interface Opened {
  /** Until the last stream was open. */
  readonly milliseconds: number;
}

/** Milliseconds from sending a message: of each message. */
export interface Sent {
  /** Until the first stream had it. */
  readonly first: readonly number[];
  /** Until the last stream had it. */
  readonly last: readonly number[];
  /** Until the sender was answered. */
  readonly answered: readonly number[];
}

export interface Resumed {
  readonly ids: readonly string[];
  /** Milliseconds from the request. */
  readonly first: number;
  readonly all: number;
}
