/** Messages between the processes of the benchmark. */

/** To the model: how it answers from now on. Milliseconds. */
export interface Pace {
  readonly firstTokenMs: number;
  readonly betweenTokensMs: number;
}

/** To the load: ask so many questions, so many at a time, each as a visitor of its own. */
export interface Load {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly streams: number;
  readonly questions: number;
  /** The streams ask their first question at random moments of this time, milliseconds: 0 is all at once. */
  readonly spreadMs: number;
}

/** From the load. */
export interface Loaded {
  /** Whole answers a second, from the first question to the end of the last answer. */
  readonly perSecond: number;
  /** From asking to the first token, milliseconds, of every answer. */
  readonly firstTokenMs: readonly number[];
  /** Answers that did not come to a `done`. */
  readonly failed: number;
  /** How the first of those ended: an error, or the end of what came. */
  readonly failure: string | null;
}

export const TOKENS_AN_ANSWER = 100;
