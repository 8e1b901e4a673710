import type { Clock } from '../../ports/clock.ts';
import type { ReadableLog } from '../../ports/event-log.ts';

/** Shorter leaps are a suspended machine, or erase by age no more than a day early. */
const MIN_LEAP_MS = 24 * 3_600_000;
/** Time for somebody, or NTP, to set a wrong clock right. A machine that runs for a working day still erases each day. */
const SETTLE_MS = 6 * 3_600_000;

export interface ClockLeapsDeps {
  readonly clock: Clock;
  /** Milliseconds since any moment, also while the clock is set. */
  readonly monotonic: () => number;
  /** At process start. */
  readonly newestEventAt: number | null;
  /** @param days length of the leap */
  readonly onLeap: (days: number) => void;
}

/**
 * Notices when the clock leaps ahead by more than a day. At a start it compares the newest event, so an idle installation counts as a leap,
 * which only delays what cannot be undone.
 */
export class ClockLeaps {
  readonly #deps: ClockLeapsDeps;
  #last: { readonly wall: number; readonly monotonic: number };
  #settledAt: number;

  constructor(deps: ClockLeapsDeps) {
    const { clock, monotonic, newestEventAt } = deps;
    this.#deps = deps;
    this.#last = { wall: clock.now(), monotonic: monotonic() };
    this.#settledAt = this.#last.monotonic;
    if (newestEventAt !== null) this.#noteLeap(this.#last.wall - newestEventAt);
  }

  /** Milliseconds until the clock can be believed. */
  settlesIn(): number {
    const { clock, monotonic } = this.#deps;
    const now = { wall: clock.now(), monotonic: monotonic() };
    const elapsed = now.monotonic - this.#last.monotonic;
    const leap = now.wall - this.#last.wall - elapsed;
    this.#last = now;
    this.#noteLeap(leap);
    return Math.max(0, this.#settledAt - now.monotonic);
  }

  #noteLeap(leap: number): void {
    if (leap < MIN_LEAP_MS) return;
    this.#settledAt = this.#last.monotonic + SETTLE_MS;
    this.#deps.onLeap(Math.floor(leap / MIN_LEAP_MS));
  }
}

/** More than a start appends, and than most installations append in `SETTLE_MS`. */
const LATEST = 200;

/**
 * Epoch milliseconds of the newest event that is evidence of the time. Events since a leap of the last `SETTLE_MS` are none, or a restart
 * would end the wait; nor are heads that a start signs itself.
 */
export async function newestEventAt(log: Pick<ReadableLog, 'readLatest'>, now: number): Promise<number | null> {
  const latest = await log.readLatest(LATEST);
  const times = latest.filter(({ type }) => type !== 'TreeHeadSigned').map(({ recordedAt }) => recordedAt);
  const followsLeap = (time: number, place: number) =>
    now - time < SETTLE_MS && time - (times[place + 1] ?? time) >= MIN_LEAP_MS;
  // -1 without a leap.
  return times[times.findLastIndex(followsLeap) + 1] ?? null;
}
