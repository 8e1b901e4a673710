/**
 * Notices that the read models of another node went back to an older state, as after a restore of MongoDB or a rebuild, and when they have
 * caught up again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type EventLog, laterPosition, type Position } from '../../ports/event-log.ts';
import type { Report } from '../../ports/report.ts';
import type { RemoteProgress } from '../../projections/engine/remote-progress.ts';

interface RegressDeps {
  readonly log: Pick<EventLog, 'head'>;
  readonly progress: Pick<RemoteProgress, 'position' | 'reset'>;
  readonly report: Report;
}

export class ReadModelRegress {
  readonly #deps: RegressDeps;
  #furthest: Position | null = null;
  #isBehind = false;

  constructor(deps: RegressDeps) {
    this.#deps = deps;
  }

  /** As of the last check. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  async watch(signal: AbortSignal, everyMs: number): Promise<void> {
    while (!signal.aborted) {
      // An unavailable store is checked next time.
      await this.check().catch(() => undefined);
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** @throws StoreUnavailable */
  async check(): Promise<void> {
    const { log, progress, report } = this.#deps;
    const position = await progress.position();
    // A log that was put back as well may end before the known position.
    if (isBefore(position, this.#furthest)) this.#furthest = earlier(this.#furthest, await log.head());
    if (isBefore(position, this.#furthest)) {
      if (this.#isBehind) return;
      this.#isBehind = true;
      progress.reset();
      report({
        message: 'The read models went back to an older state; requests are refused until they have caught up',
      });
      return;
    }
    this.#furthest = position;
    if (!this.#isBehind) return;
    this.#isBehind = false;
    report({ message: 'The read models have caught up again' });
  }
}

const isBefore = (one: Position | null, other: Position | null): boolean =>
  one !== other && laterPosition(one, other) === other;

const earlier = (one: Position | null, other: Position | null): Position | null => (isBefore(one, other) ? one : other);
