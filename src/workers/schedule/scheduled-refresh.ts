/** Carries out what the scheduler asked for: has each website and video of the chatbot read again. Every step may be done twice. */
import type { ChatbotCommands } from '../../commands/chatbots.ts';
import type { DataSourceCommands } from '../../commands/data-sources.ts';
import type { EventCodec } from '../../log/codec.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog, StoredEvent, WorkConsumer, WorkVerdict } from '../../ports/event-log.ts';
import type { ReadProgress } from '../../ports/read-progress.ts';
import type { DataSourceQueries } from '../../queries/data-sources.ts';
import { outlastingAbsence } from '../store-absence.ts';
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

const DONE: WorkVerdict = { verdict: 'done' };

export function startScheduledRefreshWorker(deps: ScheduledRefreshDeps): WorkConsumer {
  return deps.log.consume({
    group: 'scheduled-refresh',
    filter: { categories: ['chatbot'], types: ['ScheduledRefreshRequested'] },
    concurrency: 2,
    maxAttempts: 20,
    handle: (stored, _attempt, signal) =>
      outlastingAbsence(() => handle(stored, deps, signal), { signal, report: deps.report }),
  });
}

async function handle(stored: StoredEvent, deps: ScheduledRefreshDeps, signal: AbortSignal): Promise<WorkVerdict> {
  const [decoded] = await deps.codec.decode([stored]);
  if (decoded === undefined) return DONE;
  if (!decoded.readable) return { verdict: 'park', reason: decoded.error.message };
  const { event } = decoded.recorded;
  if (event.type !== 'ScheduledRefreshRequested') return DONE;
  const { chatbotId } = event.data;
  if (!(await deps.chatbots.isLive(chatbotId))) return DONE;
  // Sources that were added before it belong to it.
  await deps.progress.waitFor(stored.position);
  const context = workContext('scheduled-refresh', stored, deps.clock.now());
  for (const sourceId of await deps.sources.refreshableIds(chatbotId)) {
    signal.throwIfAborted();
    await deps.dataSources.refreshBySchedule(chatbotId, sourceId, context);
  }
  return DONE;
}
