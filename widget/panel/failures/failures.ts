/** Sentences for visitors for each refusal of the API, whose own words are for programs. */
import type { Strings } from '../strings.ts';

export interface Failure {
  readonly text: keyof Strings;
  /** Seconds until the next attempt; 0 for none. */
  readonly waitSeconds: number;
  readonly canRetry: boolean;
  /** True for a network failure, which an automatic retry may cure. */
  readonly isConnection: boolean;
}

const BY_MESSAGE: Readonly<Record<string, keyof Strings>> = {
  'Missing widget key': 'errorSetup',
  'Invalid or revoked API key': 'errorKey',
  'Domain not authorized': 'errorDomain',
  'Origin header missing': 'errorOrigin',
  'Invalid Origin': 'errorOrigin',
  'Chatbot not found': 'errorGone',
  'Message limit reached': 'errorMonth',
  'Rate limited': 'errorRate',
  'Conversation not found': 'errorConversation',
  'Message not found': 'errorMessage',
  'Only assistant messages can be rated': 'errorRating',
  'Rating limit reached': 'errorRating',
  'Human handoff is not enabled': 'errorHuman',
};
const BY_STATUS: Readonly<Record<number, keyof Strings>> = {
  401: 'errorKey',
  403: 'errorDomain',
  404: 'errorGone',
  429: 'errorRate',
  503: 'errorBusy',
};
/** Failures that a retry cannot cure. */
const FINAL: ReadonlySet<keyof Strings> = new Set([
  'errorSetup',
  'errorKey',
  'errorDomain',
  'errorOrigin',
  'errorGone',
  'errorMonth',
  'errorConversation',
]);
/** Delay after a 429 without `Retry-After`. */
const DEFAULT_WAIT_SECONDS = 10;

/** The service reported the failure in the stream. */
export const BROKEN_OFF: Failure = { text: 'errorFailed', waitSeconds: 0, canRetry: true, isConnection: false };

export function failureOf(error: unknown): Failure {
  const { status, message, retryAfterSeconds = 0 } = error as Partial<Error & Record<string, number>>;
  if (typeof status !== 'number') {
    const text = navigator.onLine ? 'errorFailed' : 'errorOffline';
    return { text, waitSeconds: 0, canRetry: true, isConnection: true };
  }
  const text = BY_MESSAGE[message ?? ''] ?? BY_STATUS[status] ?? 'errorFailed';
  const waitSeconds = text === 'errorRate' ? Math.ceil(retryAfterSeconds) || DEFAULT_WAIT_SECONDS : 0;
  return { text, waitSeconds, canRetry: !FINAL.has(text), isConnection: false };
}
