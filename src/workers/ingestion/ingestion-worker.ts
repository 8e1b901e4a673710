/** A run is delivered until its outcome is recorded; only the newest run of a source may record one, and only once. */
import type { DataSourceCommands } from '../../commands/data-sources.ts';
import { sourceScope } from '../../domain/blob-scopes.ts';
import type { CrawlCounts } from '../../domain/data-source/events.ts';
import type { EventCodec } from '../../event-log/codec.ts';
import { SubjectErased } from '../../event-log/subject-erased.ts';
import { UnreadableEvent } from '../../event-log/unreadable-event.ts';
import { FairQueue } from '../../lib/fair-queue.ts';
import type { Clock } from '../../ports/clock.ts';
import { DocumentLimitExceeded } from '../../ports/content/passage-preparer.ts';
import type { EventLog, StoredEvent, WorkConsumer, WorkResult } from '../../ports/event-log.ts';
import type { Logger } from '../../ports/logger.ts';
import { ModelUnavailable } from '../../ports/models.ts';
import type { Report } from '../../ports/report.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { encodeManifest } from '../../projections/data-sources/manifest.ts';
import type { ReadingProgress } from '../../projections/data-sources/reading-progress.ts';
import type { SkippedUrls } from '../../projections/data-sources/skipped-urls.ts';
import type { ReadDocument } from '../../text/document.ts';
import { retryWhileUnavailable, willRetry } from '../retry-while-unavailable.ts';
import type { WorkGroup } from '../work-groups.ts';
import { type CrawlTurn, TurnOver } from './crawl-turn.ts';
import type { Indexing } from './indexing.ts';
import { type IngestionQueueLimits, IngestionQueues } from './ingestion-queues.ts';
import { findQueuedSource, type IngestionRun, loadRun } from './ingestion-run.ts';
import { listSkippedUrls } from './listed-urls.ts';
import { PassageWriter } from './passage-writer.ts';
import { NO_FACTS, type ReadingFacts, type ReadingPorts, readSource } from './read-source.ts';
import { RunProgress, Superseded } from './run-progress.ts';

const DONE: WorkResult = { kind: 'ack' };
/** A run that fails this often without its source being at fault is recorded as failed. */
const MAX_ATTEMPTS = 5;
/** Per node, most of them queued. A high limit keeps one account's backlog from hiding other accounts' runs. */
const MAX_HELD_RUNS = 1_000;
/** High on purpose: restarts while runs are queued count as deliveries, and such runs must not be parked. */
const MAX_DELIVERIES = 100_000;
const MAX_CONCURRENT_LOOKUPS = 16;

export interface IngestionDeps extends ReadingPorts, Indexing {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly commands: DataSourceCommands;
  readonly progress: ReadingProgress;
  readonly skippedUrls: SkippedUrls;
  readonly clock: Clock;
  /** Sources read at a time, in total and per account. */
  readonly queueLimits: IngestionQueueLimits;
  readonly logger: Logger;
  readonly report: Report;
}

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
        const work = (turn: CrawlTurn) =>
          retryWhileUnavailable(() => attemptRun(event, attempt, { signal, turn }, deps), retryOptions);
        return await queues.run(source, signal, work);
      } catch (error) {
        if (error instanceof UnreadableEvent) return { kind: 'park', reason: error.message };
        throw error;
      }
    },
  });
}

/** What ends an attempt before its source is read. */
interface AttemptLimits {
  readonly signal: AbortSignal;
  readonly turn: CrawlTurn;
}

/** @throws TurnOver, StoreUnavailable, or the signal's reason */
async function attemptRun(
  event: StoredEvent,
  delivery: number,
  limits: AttemptLimits,
  deps: IngestionDeps,
): Promise<WorkResult> {
  const run = await loadRun(event, deps);
  if (run === null) return DONE;
  if (run.isErased) return discardRun(run, deps);
  let attempt = delivery;
  try {
    const journaledSteps = run.source.sourceType === 'url' ? await deps.crawlJournals.countSteps(run.ref) : 0;
    const started = await deps.commands.startRun(run.ref, { delivery, journaledSteps }, run.context);
    if (started.kind === 'reported') return DONE;
    if (started.kind === 'superseded') return await discardRun(run, deps);
    // Deliveries also count restarts while queued, and starts count orderly shutdowns. The lower number is the attempts made.
    attempt = Math.min(delivery, started.starts);
    if (attempt > MAX_ATTEMPTS)
      return await recordFailure(run, 'Reading this source failed again and again', NO_FACTS, deps);
    return await executeRun(run, limits, deps);
  } catch (error) {
    limits.signal.throwIfAborted();
    if (error instanceof StoreUnavailable || error instanceof TurnOver) throw error;
    if (error instanceof SubjectErased || error instanceof Superseded) return await discardRun(run, deps);
    if (error instanceof DocumentLimitExceeded) return await recordFailure(run, error.message, NO_FACTS, deps);
    deps.report({ message: `Attempt ${attempt} to read source ${run.source.sourceId} failed`, error });
    if (attempt < MAX_ATTEMPTS) return { kind: 'retry', reason: messageOf(error) };
    const unavailable = error instanceof ModelUnavailable;
    const reason = unavailable ? 'The embedding model cannot be reached' : 'Reading this source failed';
    return await recordFailure(run, reason, NO_FACTS, deps);
  }
}

async function executeRun(run: IngestionRun, limits: AttemptLimits, deps: IngestionDeps): Promise<WorkResult> {
  const { chatbotId, sourceId, sourceType } = run.source;
  const startedAt = deps.clock.now();
  // An interrupted attempt may have indexed passages of content that has changed since.
  await deps.searchIndex.deleteGeneration(chatbotId, run.index.generation);
  const read = await readAndIndex(run, limits, deps);
  if (!read.ok) return recordFailure(run, read.reason, read.facts, deps);
  const { facts, pageCount, passages } = read;
  if (passages.length === 0) return recordFailure(run, 'No usable text was found', facts, deps);

  const manifest = await deps.blobs.put(sourceScope(chatbotId, sourceId), await encodeManifest(passages));
  const counts = { pageCount, chunkCount: passages.length, manifestHash: manifest.hash };
  const report = { ...counts, ...facts, skippedUrls: await listSkippedUrls(run.ref, facts.skippedUrls, deps) };
  const isAccepted = await deps.commands.completeRun(run.ref, report, run.context);
  if (!isAccepted) return discardRun(run, deps);
  const seconds = (deps.clock.now() - startedAt) / 1000;
  deps.logger.info({ sourceId, sourceType, pages: pageCount, passages: passages.length, seconds }, 'Source read');
  await deps.crawlJournals.deleteRunsBefore(run.ref);
  await deps.skippedUrls.deleteRunsBefore(run.ref);
  await deps.progress.delete(sourceId, run.ref.position);
  return DONE;
}

async function readAndIndex(run: IngestionRun, { signal: outer, turn }: AttemptLimits, deps: IngestionDeps) {
  const { chatbotId, sourceId } = run.source;
  const progress = new RunProgress({
    write: (sourceProgress) => deps.progress.save(sourceId, sourceProgress, run.ref.position),
    isCurrent: () => deps.commands.isNewestRun(run.ref),
    report: deps.report,
  });
  const signal = AbortSignal.any([outer, progress.signal]);
  let crawl: CrawlCounts | null = null;
  const reportProgress = () =>
    progress.update({ chatbotId, pageCount: writer.documentCount, chunkCount: writer.passageCount, crawl });
  const writer: PassageWriter = new PassageWriter(run.index, deps, signal, reportProgress);
  const reading = {
    run: run.ref,
    signal,
    onDocument: (document: ReadDocument) => writer.addDocument(document),
    onCrawlProgress: (counts: CrawlCounts) => {
      crawl = counts;
      reportProgress();
    },
    onVisited: (isReplayed: boolean) => turn.endVisit(isReplayed),
  };
  try {
    reportProgress();
    const read = await readSource(run.source, deps, reading);
    if (!read.ok) return read;
    return { ...read, pageCount: writer.documentCount, passages: await writer.finish() };
  } finally {
    await writer.settle();
    await progress.stop();
  }
}

async function recordFailure(
  run: IngestionRun,
  reason: string,
  facts: ReadingFacts,
  deps: IngestionDeps,
): Promise<WorkResult> {
  const { chatbotId, sourceId } = run.source;
  const { crawl, siteType, sitemapUrl } = facts;
  // Unless a page was read, nothing is known about how much text the site has.
  const sparseContent = facts.sparseContent && (crawl === null || crawl.succeeded > 0);
  const skippedUrls = await listSkippedUrls(run.ref, facts.skippedUrls, deps);
  const failure = { reason, crawl, siteType, sparseContent, sitemapUrl, skippedUrls };
  // Deletes before the outcome is recorded: a crash in between delivers the run again.
  await deps.searchIndex.deleteGeneration(chatbotId, run.index.generation);
  await deps.crawlJournals.deleteRun(run.ref);
  await deps.commands.failRun(run.ref, failure, run.context);
  deps.logger.info({ sourceId, sourceType: run.source.sourceType, reason }, 'Failed to read source');
  await deps.skippedUrls.deleteRunsBefore(run.ref);
  await deps.progress.delete(sourceId, run.ref.position);
  return DONE;
}

/** The run was superseded, or its source or chatbot was deleted. */
async function discardRun({ source, isErased, ref, index }: IngestionRun, deps: IngestionDeps): Promise<WorkResult> {
  const { chatbotId, sourceId } = source;
  await deps.searchIndex.deleteGeneration(chatbotId, index.generation);
  if (!isErased && (await deps.commands.isLive(sourceId))) {
    await deps.crawlJournals.deleteRun(ref);
    await deps.skippedUrls.deleteRun(ref);
    return DONE;
  }
  await deps.crawlJournals.deleteSource(sourceId, ref.position);
  await deps.skippedUrls.deleteSource(sourceId, ref.position);
  await deps.progress.delete(sourceId, ref.position);
  await deps.blobs.deleteScope(sourceScope(chatbotId, sourceId));
  await deps.embeddingCache.deleteScope(sourceScope(chatbotId, sourceId));
  return DONE;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
