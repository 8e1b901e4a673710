import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../ports/store-unavailable.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** Whoever is away for longer fails the attempt, so that work which itself brings a store down ends too. */
const PATIENCE_MS = 3_600_000;

interface Waiting {
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  readonly report: (problem: { message: string; error?: unknown }) => void;
}

/**
 * Does a piece of work, again and again while a store is away: that is no fault of the work, and no attempt of it, or an hour without
 * a store would have everything set aside that was asked for meanwhile. The work must be fit to be done twice.
 * @throws what the work throws; the last StoreUnavailable after an hour; an AbortError when the signal aborts
 */
export async function outlastingAbsence<Result>(
  work: () => Promise<Result>,
  { signal, report }: Waiting,
): Promise<Result> {
  const until = performance.now() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof StoreUnavailable) || performance.now() > until) throw error;
      report({ message: 'Work waits for a store that is away', error });
      await pause(pauseMs, undefined, { signal });
    }
  }
}
