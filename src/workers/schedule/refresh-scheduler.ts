/**
 * Requests the refreshes that are due. The chatbot's stream records each due time once, so one run follows even when many nodes poll, or
 * none did for a long time.
 */
import type { ChatbotCommands } from '../../commands/chatbots.ts';
import { isNextAhead, latestDue } from '../../domain/chatbot/refresh-schedule.ts';
import type { CommandContext } from '../../event-log/event-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Report } from '../../ports/report.ts';
import { eachDocument } from '../../projections/each-document.ts';
import { type RefreshScheduleDocument, refreshSchedules } from '../../projections/refresh-schedules/projection.ts';
import { type PeriodicTask, startPeriodicTask } from '../periodic-task.ts';

export interface RefreshSchedulerDeps {
  readonly documents: Documents;
  readonly chatbots: Pick<ChatbotCommands, 'requestScheduledRefresh'>;
  readonly clock: Clock;
}

const PAGE_SIZE = 50;
/** Schedules set by other nodes are seen within this time. */
const MAX_SLEEP_MS = 60_000;
const MIN_SLEEP_MS = 1_000;
/** A clock is rarely set back. */
const LOOK_AHEAD_EVERY_MS = 3_600_000;

/** Returns the milliseconds until the next poll. @throws StoreUnavailable */
export async function requestDueRefreshes(deps: RefreshSchedulerDeps, signal: AbortSignal): Promise<number> {
  const earliestFirst = { orderBy: { field: 'dueAt', direction: 'asc' }, pageSize: PAGE_SIZE } as const;
  const schedules = eachDocument<RefreshScheduleDocument>(deps.documents, refreshSchedules.collection, earliestFirst);
  for await (const { document } of schedules) {
    signal.throwIfAborted();
    const now = deps.clock.now();
    if (document.dueAt > now) return sleepUntil(document.dueAt, now);
    await requestRefresh(document, now, deps);
  }
  return MAX_SLEEP_MS;
}

/**
 * Repeats refreshes that a clock, set back since, has requested for times to come. They would otherwise rest until those times. @throws
 * StoreUnavailable
 */
export async function requestRefreshesAhead(deps: RefreshSchedulerDeps, signal: AbortSignal): Promise<void> {
  const latestFirst = { orderBy: { field: 'dueAt', direction: 'desc' }, pageSize: PAGE_SIZE } as const;
  const now = deps.clock.now();
  const schedules = eachDocument<RefreshScheduleDocument>(deps.documents, refreshSchedules.collection, latestFirst);
  for await (const { document } of schedules) {
    signal.throwIfAborted();
    if (!isNextAhead('daily', document.dueAt, now)) return;
    if (!isNextAhead(document.schedule, document.dueAt, now)) continue;
    await requestRefresh(document, now, deps);
  }
}

const sleepUntil = (dueAt: number, now: number): number => Math.min(Math.max(dueAt - now, MIN_SLEEP_MS), MAX_SLEEP_MS);

/** One refresh for all due times that were missed. */
async function requestRefresh(
  { id: chatbotId, schedule, since, revision, dueAt: expected }: RefreshScheduleDocument,
  now: number,
  { chatbots }: RefreshSchedulerDeps,
): Promise<void> {
  const dueAt = latestDue(schedule, since, now);
  // A due time may come a second time when the clock was set back.
  const after = dueAt < expected ? `/${expected}` : '';
  const commandId = `scheduled-refresh/${chatbotId}/${dueAt}${after}`;
  const context: CommandContext = { commandId, actor: { kind: 'system', part: 'schedule' }, at: now };
  // Rejected when the schedule has changed since it was read; the next poll sees the new one.
  await chatbots.requestScheduledRefresh(chatbotId, { schedule, dueAt, expectedRevision: revision }, context);
}

export interface SchedulerOptions extends RefreshSchedulerDeps {
  /** Resolves when the read models have caught up. */
  readonly ready: () => Promise<void>;
  readonly report: Report;
}

export function startRefreshScheduler(options: SchedulerOptions): PeriodicTask {
  let lookAheadAt = 0;
  return startPeriodicTask({
    poll: async (signal) => {
      if (performance.now() >= lookAheadAt) {
        await requestRefreshesAhead(options, signal);
        lookAheadAt = performance.now() + LOOK_AHEAD_EVERY_MS;
      }
      return requestDueRefreshes(options, signal);
    },
    retryMs: MAX_SLEEP_MS,
    failure: 'Failed to request scheduled refreshes; will retry',
    ready: options.ready,
    report: options.report,
  });
}
