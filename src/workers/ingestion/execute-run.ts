/** One attempt at a run: from the source's bytes to indexed passages and a recorded outcome. */
import { sourceScope } from '../../domain/blob-scopes.ts';
import type { CrawlCounts } from '../../domain/data-source/events.ts';
import type { WorkResult } from '../../ports/event-log.ts';
import { encodeManifest } from '../../projections/data-sources/manifest.ts';
import type { ReadDocument } from '../../text/document.ts';
import type { CrawlTimeSlice } from './crawl-time-slice.ts';
import type { IngestionDeps } from './ingestion-deps.ts';
import { listSkippedUrls } from './listed-urls.ts';
import { PassageWriter } from './passage-writer.ts';
import { readSource } from './read-source.ts';
import { DONE, giveUp, recordFailure, type StartedRun } from './run-outcome.ts';
import { RunProgress } from './run-progress.ts';

interface RunningAttempt {
  readonly signal: AbortSignal;
  readonly slice: CrawlTimeSlice;
}

/**
 * Reads the source, indexes its passages and records the outcome.
 * @throws Superseded, TimeSliceOver, StoreUnavailable, SubjectErased, or the signal's reason
 */
export async function executeRun(run: StartedRun, attempt: RunningAttempt, deps: IngestionDeps): Promise<WorkResult> {
  const { chatbotId, sourceId, sourceType } = run.source;
  const startedAt = deps.clock.now();
  const read = await readAndIndex(run, attempt, deps);
  if (!read.ok) return recordFailure(run, read.reason, read.facts, deps);
  const { facts, pageCount, passages } = read;
  if (passages.length === 0) return recordFailure(run, 'No usable text was found', facts, deps);

  const manifest = await deps.blobs.put(sourceScope(chatbotId, sourceId), await encodeManifest(passages));
  const counts = { pageCount, chunkCount: passages.length, manifestHash: manifest.hash };
  const report = { ...counts, ...facts, skippedUrls: await listSkippedUrls(run.ref, facts.skippedUrls, deps) };
  const isAccepted = await deps.commands.completeRun({ ...run.ref, attempt: run.attempt }, report, run.context);
  if (!isAccepted) return giveUp(run, deps);
  const seconds = (deps.clock.now() - startedAt) / 1000;
  deps.logger.info({ sourceId, sourceType, pages: pageCount, passages: passages.length, seconds }, 'Source read');
  await deps.crawlJournals.deleteRunsBefore(run.ref);
  await deps.skippedUrls.deleteRunsBefore(run.ref);
  await deps.progress.delete(sourceId, run.ref.position);
  return DONE;
}

async function readAndIndex(run: StartedRun, { signal: outer, slice }: RunningAttempt, deps: IngestionDeps) {
  const { ownerId: accountId, chatbotId, sourceId } = run.source;
  const progress = new RunProgress({
    write: (sourceProgress) => deps.progress.save(sourceId, sourceProgress, run.ref.position),
    isCurrent: async () => (await deps.commands.standingOf({ ...run.ref, attempt: run.attempt })) === 'current',
    report: deps.report,
  });
  const signal = AbortSignal.any([outer, progress.signal]);
  let crawl: CrawlCounts | null = null;
  const reportProgress = () => {
    const { documentCount: pageCount, passageCount: chunkCount, indexedCount } = writer;
    progress.update({ chatbotId, pageCount, chunkCount, indexedCount, crawl });
  };
  const beforeWrite = () => progress.requireCurrent();
  const options = { accountId, signal, onProgress: reportProgress, beforeWrite };
  const writer: PassageWriter = new PassageWriter(run.index, deps, options);
  const reading = {
    run: run.ref,
    signal,
    onDocument: (document: ReadDocument) => writer.addDocument(document),
    onCrawlProgress: (counts: CrawlCounts) => {
      crawl = counts;
      reportProgress();
    },
    onVisited: (isReplayed: boolean) => slice.endVisit(isReplayed),
  };
  try {
    reportProgress();
    await progress.requireCurrent();
    // An interrupted attempt may have indexed passages of content that has changed since.
    await deps.searchIndex.deleteGeneration(chatbotId, run.index.generation);
    const read = await readSource(run.source, deps, reading);
    if (!read.ok) return read;
    return { ...read, pageCount: writer.documentCount, passages: await writer.finish() };
  } finally {
    await writer.settle();
    await progress.stop();
  }
}
