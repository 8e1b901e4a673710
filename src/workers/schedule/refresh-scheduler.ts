/**
 * Asks for what is due by the schedules of chatbots. That it was asked for is a fact of the chatbot, and the chatbot takes a due time
 * once: however many nodes look, and however long none did, one run follows.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ChatbotCommands } from '../../commands/chatbots.ts';
import { latestDue } from '../../domain/chatbot/refresh-schedule.ts';
import type { CommandContext } from '../../log/event-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Documents, FindOptions } from '../../ports/documents.ts';
import { type RefreshScheduleDocument, refreshSchedules } from '../../projections/refresh-schedules.ts';
import { outlastingAbsence } from '../store-absence.ts';

export interface RefreshSchedulerDeps {
  readonly documents: Documents;
  readonly chatbots: Pick<ChatbotCommands, 'requestScheduledRefresh'>;
  readonly clock: Clock;
}

const PAGE = 50;
/** Schedules that others set meanwhile are seen by then; none is due within less than a day. */
const LONGEST_SLEEP_MS = 60_000;
const SHORTEST_SLEEP_MS = 1_000;

/** Asks once for everything that is due. Answers when to look again, in milliseconds from now. @throws StoreUnavailable */
export async function requestWhatIsDue(deps: RefreshSchedulerDeps, signal: AbortSignal): Promise<number> {
  let after: FindOptions['after'];
  for (;;) {
    const page = await deps.documents.find<RefreshScheduleDocument>(refreshSchedules.collection, {
      where: {},
      orderBy: { field: 'dueAt', direction: 'asc' },
      ...(after === undefined ? {} : { after }),
      limit: PAGE,
    });
    for (const { document } of page) {
      signal.throwIfAborted();
      const now = deps.clock.now();
      if (document.dueAt > now) return sleepUntil(document.dueAt, now);
      await requestRefresh(document, now, deps);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return LONGEST_SLEEP_MS;
    after = { value: last.document.dueAt, id: last.id };
  }
}

const sleepUntil = (dueAt: number, now: number): number =>
  Math.min(Math.max(dueAt - now, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS);

/** What was missed for long is made up for by one run. */
async function requestRefresh(
  { id: chatbotId, schedule, since, revision }: RefreshScheduleDocument,
  now: number,
  { chatbots }: RefreshSchedulerDeps,
): Promise<void> {
  const dueAt = latestDue(schedule, since, now);
  if (dueAt === null) return;
  const commandId = `scheduled-refresh/${chatbotId}/${dueAt}`;
  const context: CommandContext = { commandId, actor: { kind: 'system', part: 'schedule' }, at: now };
  // Refused when the schedule has been changed since it was read here: the next look sees how.
  await chatbots.requestScheduledRefresh(chatbotId, { schedule, dueAt, expectedRevision: revision }, context);
}

export interface Scheduler {
  stop(): Promise<void>;
}

export interface SchedulerOptions extends RefreshSchedulerDeps {
  /** Settles when the read models can be trusted. */
  readonly ready: () => Promise<void>;
  readonly report: (problem: { message: string; error?: unknown }) => void;
}

/** Looks for what is due again and again, from when the read models have caught up. */
export function startRefreshScheduler(options: SchedulerOptions): Scheduler {
  const stopping = new AbortController();
  const running = run(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(options: SchedulerOptions, signal: AbortSignal): Promise<void> {
  const { ready, report } = options;
  let isReady = false;
  while (!signal.aborted) {
    let sleepMs = LONGEST_SLEEP_MS;
    try {
      if (!isReady) await Promise.race([ready(), aborted(signal)]);
      if (signal.aborted) return;
      isReady = true;
      sleepMs = await outlastingAbsence(() => requestWhatIsDue(options, signal), { signal, report });
    } catch (error) {
      if (!signal.aborted) report({ message: 'What is due by schedule could not be asked for', error });
    }
    await pause(sleepMs, undefined, { signal }).catch(() => undefined);
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
