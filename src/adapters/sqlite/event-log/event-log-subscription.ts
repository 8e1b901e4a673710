import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import type { EventFilter, LogPage, LogSubscription, Position, SubscribeOptions } from '../../../ports/event-log.ts';
import type { WakeSignal } from './wake-signal.ts';

const DEFAULT_BATCH = 512;

type ReadPage = (after: Position | null, limit: number, filter: EventFilter | undefined) => Promise<LogPage>;

/** Reads the next page once the handler has finished (backpressure), and waits for appends at the end of the log. */
export function startSubscription(
  readPage: ReadPage,
  growth: WakeSignal,
  { after, filter, maxBatch = DEFAULT_BATCH, linger, onEvents }: SubscribeOptions,
): LogSubscription {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    const budget = new EventLoopBudget();
    let readTo = after;
    while (!stopping.signal.aborted) {
      const version = growth.version;
      const page = await readPage(readTo, maxBatch, filter);
      if (stopping.signal.aborted) return;
      if (page.readTo === null || page.readTo === readTo) {
        await growth.wait(version, stopping.signal);
        await linger?.();
        continue;
      }
      await onEvents(page.events, page.readTo);
      readTo = page.readTo;
      if (budget.isUsedUp) await budget.yieldNow();
    }
  }

  const ended = run();
  // Callers that await `ended` see the error; an unobserved one must not crash the process.
  ended.catch(() => undefined);
  return {
    ended,
    async stop() {
      stopping.abort();
      await ended.catch(() => undefined);
    },
  };
}
