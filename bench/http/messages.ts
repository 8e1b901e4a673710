/** Messages between the processes of the benchmark. */

/** One request, as the load repeats it. */
export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** To the load: ask these in turn, over and over, for so long. */
export interface Load {
  readonly origin: string;
  readonly requests: readonly Asked[];
  readonly connections: number;
  readonly milliseconds: number;
}

/** From the load. */
export interface Loaded {
  /** Whole answers of status 2xx a second. */
  readonly perSecond: number;
  /** Others, broken connections included. */
  readonly failed: number;
}

/** To the bare server: what it answers from now on; or nothing, to be told its processor time. */
export type ToBare = { readonly json: string } | 'cpu';
