import { setTimeout as pause } from 'node:timers/promises';
import type { StoredEvent } from '../ports/event-log.ts';
import type { Report } from '../ports/report.ts';
import { StoreUnavailable } from '../ports/store-unavailable.ts';

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 15_000;
/** Ends work that itself brings a store down. */
const MAX_WAIT_MS = 3_600_000;

interface RetryOptions {
  /** Names the work in the log. */
  readonly message: string;
  readonly signal: AbortSignal;
  readonly report: Report;
}

/**
 * Retries while a store is unavailable. Such retries do not count as delivery attempts, so an outage parks nothing. The work
 * must be idempotent.
 * @throws what the work throws; the last StoreUnavailable after an hour; an AbortError when the signal aborts
 */
export async function retryWhileUnavailable<Result>(
  work: () => Promise<Result>,
  { message, signal, report }: RetryOptions,
): Promise<Result> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StoreUnavailable) || performance.now() > deadline) throw error;
      report({ message, error });
      await pause(pauseMs, undefined, { signal });
    }
  }
}

export function willRetry(
  group: string,
  { type, stream, revision }: Pick<StoredEvent, 'type' | 'stream' | 'revision'>,
): string {
  return `Store is unavailable; will retry ${group} of ${type} at ${stream}@${revision}`;
}
