/** Logs whether the read models make progress while they catch up at a start. */
import { setTimeout as pause } from 'node:timers/promises';

export interface CatchUpPlace {
  /** Every read model has passed this position. */
  readonly reached: bigint;
  readonly head: bigint;
}

export interface CatchUpLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

interface Intervals {
  readonly firstMs: number;
  readonly everyMs: number;
}

/** A shorter start needs no explanation. */
const INTERVALS: Intervals = { firstMs: 1_000, everyMs: 30_000 };

/**
 * @param look its failures are logged
 * @param signal aborts when the read models have caught up
 */
export async function logCatchUp(
  look: () => Promise<CatchUpPlace>,
  logger: CatchUpLogger,
  signal: AbortSignal,
  { firstMs, everyMs }: Intervals = INTERVALS,
): Promise<void> {
  let before: bigint | null = null;
  for (let waitMs = firstMs; await hasPassed(waitMs, signal); waitMs = everyMs) {
    try {
      const { reached, head } = await look();
      if (signal.aborted) return;
      const place = { reached: String(reached), head: String(head) };
      if (reached === before) logger.warn(place, 'Read models make no progress; requests are refused');
      else logger.info(place, 'Read models are catching up; requests are refused until then');
      before = reached;
    } catch (error) {
      logger.warn({ err: error }, 'Failed to read the progress of the read models');
    }
  }
}

/** False when the signal aborts before. */
const hasPassed = (milliseconds: number, signal: AbortSignal): Promise<boolean> =>
  pause(milliseconds, true, { signal, ref: false }).catch(() => false);
