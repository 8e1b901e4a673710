/**
 * Requests that came with a key of their caller's own making, and what was answered: a repeat is given the first answer and does
 * nothing twice, on whatever node it arrives. Callers, keys and bodies are known here by keyed hashes only, answers are sealed.
 */

export interface KeyedRequest {
  /** Names the caller, the operation and the caller's key. Lower-case hex SHA-256. */
  readonly id: string;
  /** Whose requests these are: each group's number is bounded. Lower-case hex SHA-256. */
  readonly group: string;
  /** Names the body; null while it is still arriving. */
  readonly body: string | null;
  /** Under which it is carried out, if it is the first. Every later attempt is given the same one. */
  readonly commandId: string;
  /** Names this attempt. */
  readonly holder: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** An answer as it is kept. */
export interface KeptAnswer {
  /** Whose key it is sealed with (see `keys.ts`), besides what only the caller knows; null when it is nobody's in particular. */
  readonly subject: string | null;
  /** Base64, at most `MAX_SEALED_ANSWER` characters. */
  readonly sealed: string;
}

export type Claimed =
  /** The caller's to carry out, and to `renew` meanwhile. `repeated`: an earlier attempt broke off, and may have done all but answer. */
  | { readonly outcome: 'held'; readonly commandId: string; readonly repeated: boolean }
  /** Another attempt is under way. */
  | { readonly outcome: 'running' }
  | { readonly outcome: 'answered'; readonly body: string; readonly answer: KeptAnswer }
  /** The key stands for a request with another body. */
  | { readonly outcome: 'other body' };

/** An attempt that holds its request. */
export interface Hold {
  readonly id: string;
  readonly holder: string;
}

export const MAX_SEALED_ANSWER = 2_000_000;
/** From the first attempt on; then the same key is a new request. Milliseconds. */
export const REMEMBERED_MS = 24 * 3_600_000;
/** An attempt that does not renew its hold for so long has ended without an answer: another may take over. Milliseconds. */
export const HOLD_MS = 10_000;
/** Requests remembered for each group. Beyond it (looked at now and then) the oldest are forgotten. */
export const MAX_REMEMBERED = 10_000;

/** Every call: @throws StoreUnavailable. Durable when it answers. */
export interface Idempotency {
  /** Of those that claim one request at once, one holds it. */
  claim(request: KeyedRequest): Promise<Claimed>;
  /** Holds it for `HOLD_MS` from `now` (epoch milliseconds). False when it is no longer this attempt's. */
  renew(hold: Hold, now: number): Promise<boolean>;
  /** Says which body it was, once that has arrived. `lost`: the request is no longer this attempt's. */
  nameBody(hold: Hold, body: string): Promise<'named' | 'other body' | 'lost'>;
  /** Ends the attempt. Its body must have been named. False when the request is no longer this attempt's; nothing is kept then. */
  answer(hold: Hold, answer: KeptAnswer): Promise<boolean>;
  /** Ends the attempt without an answer: the next one may begin at once, under the same command id. */
  release(hold: Hold): Promise<void>;
  close(): Promise<void>;
}
