/** Refreshes every website and video of a chatbot. Every step is idempotent. */
import type { ChatbotCommands } from '../../commands/chatbots.ts';
import type { DataSourceCommands } from '../../commands/data-sources.ts';
import type { EventCodec } from '../../event-log/codec.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog, StoredEvent, WorkConsumer, WorkResult } from '../../ports/event-log.ts';
import type { ReadProgress } from '../../ports/read-progress.ts';
import type { DataSourceQueries } from '../../projections/data-sources/queries.ts';
import { retryWhileUnavailable, willRetry } from '../retry-while-unavailable.ts';
import { workContext } from '../work-context.ts';

export interface ScheduledRefreshDeps {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly chatbots: Pick<ChatbotCommands, 'isLive'>;
  readonly dataSources: Pick<DataSourceCommands, 'refreshBySchedule'>;
  readonly sources: DataSourceQueries;
  readonly progress: ReadProgress;
  readonly clock: Clock;
  readonly report: (problem: { message: string; error?: unknown }) => void;
}

const DONE: WorkResult = { kind: 'ack' };

const GROUP = 'scheduled-refresh';

export function startScheduledRefreshWorker(deps: ScheduledRefreshDeps): WorkConsumer {
  return deps.log.consume({
    group: GROUP,
    filter: { categories: ['chatbot'], types: ['ScheduledRefreshRequested'] },
    concurrency: 2,
    maxAttempts: 20,
    handle: (stored, _attempt, signal) =>
      retryWhileUnavailable(() => handle(stored, deps, signal), {
        message: willRetry(GROUP, stored),
        signal,
        report: deps.report,
      }),
  });
}

async function handle(stored: StoredEvent, deps: ScheduledRefreshDeps, signal: AbortSignal): Promise<WorkResult> {
  const [decoded] = await deps.codec.decode([stored]);
  if (decoded === undefined) return DONE;
  if (!decoded.ok) return { kind: 'park', reason: decoded.error.message };
  const { event } = decoded.recorded;
  if (event.type !== 'ScheduledRefreshRequested') return DONE;
  const { chatbotId } = event.data;
  if (!(await deps.chatbots.isLive(chatbotId))) return DONE;
  // Includes sources that were added before the request.
  await deps.progress.waitFor(stored.position);
  const context = workContext('scheduled-refresh', stored, deps.clock.now());
  for (const sourceId of await deps.sources.refreshableIds(chatbotId)) {
    signal.throwIfAborted();
    await deps.dataSources.refreshBySchedule(chatbotId, sourceId, context);
  }
  return DONE;
}
