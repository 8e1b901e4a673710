import type { EventLog } from '../../ports/event-log.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';

/** Ends the appends of this process, so that a signed head can say that the log was closed. */
export class AppendGate {
  #isShut = false;
  readonly #running = new Set<Promise<unknown>>();

  through(append: EventLog['append']): EventLog['append'] {
    return async (...request) => {
      if (this.#isShut) throw new StoreUnavailable('event log', 'the service is stopping');
      const running = append(...request);
      this.#running.add(running);
      try {
        return await running;
      } finally {
        this.#running.delete(running);
      }
    };
  }

  /** Refuses further appends, and waits for those under way. */
  async shut(): Promise<void> {
    this.#isShut = true;
    await Promise.allSettled(this.#running);
  }
}
