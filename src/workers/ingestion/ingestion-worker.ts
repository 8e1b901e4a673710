/**
 * Competing consumer of requests to read a source. A run is delivered until its outcome is recorded, which only the newest run of a source
 * may do, and only once. A suspended node may still be at a run that another has taken over: only the attempt that started last writes and
 * reports.
 */
import { randomUUID } from 'node:crypto';
import { SubjectErased } from '../../event-log/subject-erased.ts';
import { UnreadableEvent } from '../../event-log/unreadable-event.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import { errorMessage } from '../../lib/thrown.ts';
import { DocumentLimitExceeded } from '../../ports/content/passage-preparer.ts';
import type { StoredEvent, WorkConsumer, WorkResult } from '../../ports/event-log.ts';
import { ModelUnavailable } from '../../ports/models.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { retryWhileUnavailable, willRetry } from '../retry-while-unavailable.ts';
import type { WorkGroup } from '../work-groups.ts';
import { type CrawlTimeSlice, TimeSliceOver } from './crawl-time-slice.ts';
import { executeRun } from './execute-run.ts';
import type { IngestionDeps } from './ingestion-deps.ts';
import { IngestionQueues } from './ingestion-queues.ts';
import { findQueuedSource, type IngestionRun, loadRun } from './ingestion-run.ts';
import { NO_FACTS } from './read-source.ts';
import { DONE, discardRun, giveUp, recordFailure, removeFailed, type StartedRun } from './run-outcome.ts';
import { Superseded } from './run-progress.ts';

/** A run that fails this often without its source being at fault is recorded as failed. */
const MAX_ATTEMPTS = 5;
/** Per node, most of them queued. A high limit keeps one account's backlog from hiding other accounts' runs. */
const MAX_HELD_RUNS = 1_000;
/** Restarts while runs are queued count as deliveries, and must park no run. */
const MAX_DELIVERIES = 100_000;
const MAX_CONCURRENT_LOOKUPS = 16;

const GROUP: WorkGroup = 'ingestion';

/** `stop` hands unfinished runs back. */
export function startIngestionWorker(deps: IngestionDeps): WorkConsumer {
  const queues = new IngestionQueues(deps.queueLimits);
  const lookups = new FairQueue({ concurrency: MAX_CONCURRENT_LOOKUPS, perKey: MAX_CONCURRENT_LOOKUPS });
  return deps.log.consume({
    group: GROUP,
    filter: { categories: ['source'], types: ['DataSourceAdded', 'IngestionRequested'] },
    concurrency: MAX_HELD_RUNS,
    maxAttempts: MAX_DELIVERIES,
    async handle(event, attempt, signal) {
      const retryOptions = { message: willRetry(GROUP, event), signal, report: deps.report };
      try {
        const lookUp = () => retryWhileUnavailable(() => findQueuedSource(event, deps), retryOptions);
        const source = await lookups.run('', signal, lookUp);
        if (source === null) return DONE;
        const delivered = { number: attempt, name: `${attempt}/${randomUUID()}`, signal };
        const work = (slice: CrawlTimeSlice) =>
          retryWhileUnavailable(() => attemptRun(event, { ...delivered, slice }, deps), retryOptions);
        return await queues.run(source, signal, work);
      } catch (error) {
        if (error instanceof UnreadableEvent) return { kind: 'park', reason: error.message };
        throw error;
      }
    },
  });
}

interface Delivery {
  /** From 1. */
  readonly number: number;
  /** Unique: after a restart, a server may count from 1 again, and give a run to a second node. */
  readonly name: string;
  readonly signal: AbortSignal;
  readonly slice: CrawlTimeSlice;
}

/** @throws TimeSliceOver, StoreUnavailable, or the signal's reason */
async function attemptRun(event: StoredEvent, delivery: Delivery, deps: IngestionDeps): Promise<WorkResult> {
  const run = await loadRun(event, deps);
  if (run === null) return DONE;
  try {
    if (run.isErased) return await discardRun(run, deps);
    const stepsKept = await countStepsKept(run, deps);
    const started = await deps.commands.startRun(run.ref, { name: delivery.name, stepsKept }, run.context);
    if (started.kind === 'reported') return started.hasFailed ? await removeFailed(run, deps) : DONE;
    if (started.kind === 'superseded') return await discardRun(run, deps);
    // Deliveries also count restarts while queued, and starts count orderly shutdowns, so the lower number is the attempts made.
    const attempts = Math.min(delivery.number, started.starts);
    return await endRun({ ...run, attempt: started.attempt }, attempts, delivery, deps);
  } catch (error) {
    delivery.signal.throwIfAborted();
    if (error instanceof SubjectErased) return await discardRun(run, deps);
    throw error;
  }
}

/** Counts what an attempt need not repeat: visits of a crawl, otherwise passages whose embeddings are cached. */
async function countStepsKept({ source, ref }: IngestionRun, deps: IngestionDeps): Promise<number> {
  if (source.sourceType === 'url') return deps.crawlJournals.countSteps(ref);
  const progress = await deps.progress.bySource([ref.sourceId]);
  return progress.get(ref.sourceId)?.indexedCount ?? 0;
}

/** @param attempts made at the run, this one included */
async function endRun(run: StartedRun, attempts: number, delivery: Delivery, deps: IngestionDeps): Promise<WorkResult> {
  if (attempts > MAX_ATTEMPTS) return recordFailure(run, 'Reading this source failed again and again', NO_FACTS, deps);
  try {
    return await executeRun(run, delivery, deps);
  } catch (error) {
    delivery.signal.throwIfAborted();
    if (isNoFailureOfRun(error)) throw error;
    if (error instanceof Superseded) return giveUp(run, deps);
    if (error instanceof DocumentLimitExceeded) return recordFailure(run, error.message, NO_FACTS, deps);
    deps.report({ message: `Attempt ${attempts} to read source ${run.source.sourceId} failed`, error });
    if (attempts < MAX_ATTEMPTS) return { kind: 'retry', reason: errorMessage(error) };
    const unavailable = error instanceof ModelUnavailable;
    const reason = unavailable ? 'The embedding model cannot be reached' : 'Reading this source failed';
    return recordFailure(run, reason, NO_FACTS, deps);
  }
}

const isNoFailureOfRun = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof SubjectErased || error instanceof TimeSliceOver;
