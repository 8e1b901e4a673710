/** Refreshes every website and video of a chatbot. Every step is idempotent. */
import type { ChatbotCommands } from '../../commands/chatbots.ts';
import type { DataSourceCommands } from '../../commands/data-sources.ts';
import type { DomainEvent } from '../../domain/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoredEvent, WorkConsumer, WorkResult } from '../../ports/event-log.ts';
import type { ReadProgress } from '../../ports/read-progress.ts';
import type { DataSourceQueries } from '../../projections/data-sources/queries.ts';
import { consumeEvents, type EventConsumerDeps } from '../consume-events.ts';
import { workContext } from '../work-context.ts';
import type { WorkGroup } from '../work-groups.ts';

export interface ScheduledRefreshDeps extends EventConsumerDeps {
  readonly chatbots: Pick<ChatbotCommands, 'isLive'>;
  readonly dataSources: Pick<DataSourceCommands, 'refreshBySchedule'>;
  readonly sources: DataSourceQueries;
  readonly progress: ReadProgress;
  readonly clock: Clock;
}

const DONE: WorkResult = { kind: 'ack' };

const GROUP: WorkGroup = 'scheduled-refresh';

export function startScheduledRefreshWorker(deps: ScheduledRefreshDeps): WorkConsumer {
  return consumeEvents(deps, {
    group: GROUP,
    filter: { categories: ['chatbot'], types: ['ScheduledRefreshRequested'] },
    concurrency: 2,
    maxAttempts: 20,
    handle: (event, stored, { signal }) => refreshAll(event, stored, deps, signal),
  });
}

async function refreshAll(
  event: DomainEvent,
  stored: StoredEvent,
  deps: ScheduledRefreshDeps,
  signal: AbortSignal,
): Promise<WorkResult> {
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
