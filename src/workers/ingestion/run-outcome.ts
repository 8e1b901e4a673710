/** Ends attempts at runs: records failures, and removes the content that no answer will use. */
import type { WorkResult } from '../../ports/event-log.ts';
import { deleteSourceData } from './delete-source-data.ts';
import type { IngestionDeps } from './ingestion-deps.ts';
import type { IngestionRun } from './ingestion-run.ts';
import { listSkippedUrls } from './listed-urls.ts';
import type { ReadingFacts } from './read-source.ts';

export const DONE: WorkResult = { kind: 'ack' };

/** `attempt` counts the starts of the run. */
export interface StartedRun extends IngestionRun {
  readonly attempt: number;
}

export async function recordFailure(
  run: StartedRun,
  reason: string,
  facts: ReadingFacts,
  deps: IngestionDeps,
): Promise<WorkResult> {
  const { sourceId, sourceType } = run.source;
  const { crawl, siteType, sitemapUrl, sparseContent } = facts;
  const skippedUrls = await listSkippedUrls(run.ref, facts.skippedUrls, deps);
  const failure = { reason, crawl, siteType, sparseContent, sitemapUrl, skippedUrls };
  const isRecorded = await deps.commands.failRun({ ...run.ref, attempt: run.attempt }, failure, run.context);
  if (!isRecorded) return giveUp(run, deps);
  deps.logger.info({ sourceId, sourceType, reason }, 'Failed to read source');
  return removeFailed(run, deps);
}

/**
 * Must follow the recorded outcome: another attempt may have completed the run, and answers use its content. A crash in between delivers
 * the run again.
 */
export async function removeFailed(run: IngestionRun, deps: IngestionDeps): Promise<WorkResult> {
  const { chatbotId, sourceId } = run.source;
  await deps.searchIndex.deleteGeneration(chatbotId, run.index.generation);
  await deps.crawlJournals.deleteRun(run.ref);
  await deps.skippedUrls.deleteRunsBefore(run.ref);
  await deps.progress.delete(sourceId, run.ref.position);
  return DONE;
}

/** The attempt may no longer write or report, and leaves the run to the one that may. */
export async function giveUp(run: StartedRun, deps: IngestionDeps): Promise<WorkResult> {
  const standing = await deps.commands.standingOf({ ...run.ref, attempt: run.attempt });
  const { sourceId, sourceType } = run.source;
  deps.logger.info({ sourceId, sourceType, standing }, 'Gave up an attempt to read source');
  if (standing === 'reported') return DONE;
  if (standing === 'superseded') return discardRun(run, deps);
  // Delivered again unless the server has given the run to another node. An ack could lose it with that node.
  return { kind: 'retry', reason: 'Another attempt reads this source' };
}

/** The run was superseded, or its source or chatbot deleted. */
export async function discardRun(
  { source, isErased, ref, index }: IngestionRun,
  deps: IngestionDeps,
): Promise<WorkResult> {
  const { chatbotId, sourceId } = source;
  if (!isErased && (await deps.commands.isLive(sourceId))) {
    // Answers use the content of a run that completed, until a newer run has completed.
    if (await deps.commands.isActiveRun(ref)) return DONE;
    await deps.searchIndex.deleteGeneration(chatbotId, index.generation);
    await deps.crawlJournals.deleteRun(ref);
    await deps.skippedUrls.deleteRun(ref);
    return DONE;
  }
  await deps.searchIndex.deleteGeneration(chatbotId, index.generation);
  await deleteSourceData(source, ref.position, deps);
  return DONE;
}
