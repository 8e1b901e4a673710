import type { EventFilter, LogPage, LogSubscription, Position, SubscribeOptions } from '../../ports/event-log.ts';
import { Turns } from '../../runtime/turns.ts';
import type { WakeSignal } from './wake-signal.ts';

const defaultBatch = 512;

type ReadPage = (after: Position | null, limit: number, filter: EventFilter | undefined) => Promise<LogPage>;

/** Reads page after page, at the pace of its reader; at the end of the log it sleeps until the log has grown. */
export function startSubscription(
  readPage: ReadPage,
  growth: WakeSignal,
  { after, filter, maxBatch = defaultBatch, onEvents }: SubscribeOptions,
): LogSubscription {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    const turns = new Turns();
    let readTo = after;
    while (!stopping.signal.aborted) {
      const seen = growth.version;
      const page = await readPage(readTo, maxBatch, filter);
      if (stopping.signal.aborted) return;
      if (page.readTo === null || page.readTo === readTo) {
        await growth.wait(seen, stopping.signal);
        continue;
      }
      await onEvents(page.events, page.readTo);
      readTo = page.readTo;
      if (turns.isLong) await turns.pass();
    }
  }

  const ended = run();
  // Whoever looks at `ended` is told; whoever does not must not bring the process down.
  ended.catch(() => undefined);
  return {
    ended,
    async stop() {
      stopping.abort();
      await ended.catch(() => undefined);
    },
  };
}
