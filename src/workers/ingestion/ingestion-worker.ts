/**
 * Takes the runs that were asked for from the log, reads their sources, indexes what it read and reports. Whatever happens on the
 * way, the run is delivered again until it has reported; only the newest run of a source may report, and once.
 */
import type { DataSourceCommands } from '../../commands/data-sources.ts';
import { type SkippedUrl, searchGeneration } from '../../domain/data-source/events.ts';
import { sourceScope } from '../../domain/schema.ts';
import { type EventCodec, SubjectErased } from '../../log/codec.ts';
import type { CommandContext } from '../../log/event-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog, StoredEvent, WorkConsumer, WorkVerdict } from '../../ports/event-log.ts';
import { ModelUnavailable } from '../../ports/models.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import { Turns } from '../../runtime/turns.ts';
import { chunksOf } from '../../text/chunking/chunk-document.ts';
import type { ReadDocument } from '../../text/document.ts';
import { outlastingAbsence } from '../store-absence.ts';
import { workContext } from '../work-context.ts';
import { type Indexing, indexPassages, type RunRef } from './indexing.ts';
import { encodeManifest, type ManifestPassage } from './manifest.ts';
import { NO_FACTS, type ReadingFacts, type ReadingPorts, readSource, type SourceToRead } from './read-source.ts';

const DONE: WorkVerdict = { verdict: 'done' };
/** A run that failed so often by no fault of its source is reported as failed. */
const MAX_ATTEMPTS = 5;
/** What of the skipped addresses fits into an event, in characters of JSON. */
const SKIPPED_URLS_SPACE = 30_000;

export interface IngestionDeps extends ReadingPorts, Indexing {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly commands: DataSourceCommands;
  readonly clock: Clock;
  /** Sources read at the same time. */
  readonly concurrency: number;
  readonly report: (problem: { message: string; error?: unknown }) => void;
}

/** Starts to take work; `stop` hands what is unfinished back. */
export function startIngestionWorker(deps: IngestionDeps): WorkConsumer {
  return deps.log.consume({
    group: 'ingestion',
    filter: { categories: ['source'], types: ['DataSourceAdded', 'IngestionRequested'] },
    concurrency: deps.concurrency,
    // One more than we use: the last one reports the failure.
    maxAttempts: MAX_ATTEMPTS + 1,
    handle: (event, attempt, signal) =>
      outlastingAbsence(() => handle(event, attempt, signal, deps), { signal, report: deps.report }),
  });
}

/** A run of a source: everything that reporting it takes. */
interface Run {
  readonly source: SourceToRead;
  readonly number: number;
  readonly ref: RunRef;
  readonly context: CommandContext;
}

async function handle(
  event: StoredEvent,
  attempt: number,
  signal: AbortSignal,
  deps: IngestionDeps,
): Promise<WorkVerdict> {
  const run = await runOf(event, deps);
  if (run === null) return DONE;
  try {
    const standing = await deps.commands.startRun(run.source.sourceId, run.number, run.context);
    if (standing === 'reported') return DONE;
    if (standing === 'superseded') return await discard(run, deps);
    if (attempt > MAX_ATTEMPTS) return await fail(run, 'Reading this source failed again and again', NO_FACTS, deps);
    return await carryOut(run, signal, deps);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof StoreUnavailable) throw error;
    if (error instanceof SubjectErased) return await discard(run, deps);
    deps.report({ message: `Attempt ${attempt} to read source ${run.source.sourceId} failed`, error });
    if (attempt < MAX_ATTEMPTS) return { verdict: 'retry', reason: messageOf(error) };
    const unavailable = error instanceof ModelUnavailable;
    const reason = unavailable ? 'The embedding model cannot be reached' : 'Reading this source failed';
    return await fail(run, reason, NO_FACTS, deps);
  }
}

async function carryOut(run: Run, signal: AbortSignal, deps: IngestionDeps): Promise<WorkVerdict> {
  const reading = await readSource(run.source, deps, signal);
  if (!reading.ok) return fail(run, reading.reason, reading.facts, deps);
  const passages = await passagesOf(reading.documents);
  if (passages.length === 0) return fail(run, 'No usable text was found', reading.facts, deps);

  const { chatbotId, sourceId } = run.source;
  const manifest = await deps.blobs.put(sourceScope(chatbotId, sourceId), encodeManifest(passages));
  // An attempt that was cut off may have left passages of content that has changed since.
  await deps.searchIndex.removeGeneration(chatbotId, run.ref.generation);
  await indexPassages(run.ref, passages, deps, signal);

  const report = {
    pageCount: reading.documents.length,
    chunkCount: passages.length,
    manifestHash: manifest.hash,
    ...reading.facts,
    skippedUrls: fitting(reading.facts.skippedUrls),
  };
  const counted = await deps.commands.completeRun(sourceId, run.number, report, run.context);
  return counted ? DONE : discard(run, deps);
}

async function fail(run: Run, reason: string, facts: ReadingFacts, deps: IngestionDeps): Promise<WorkVerdict> {
  const { crawl, siteType, sitemapUrl, skippedUrls } = facts;
  const failure = { reason, crawl, siteType, sitemapUrl, skippedUrls: fitting(skippedUrls) };
  // First, so that a crash in between delivers the run again and nothing of it stays.
  await deps.searchIndex.removeGeneration(run.source.chatbotId, run.ref.generation);
  await deps.commands.failRun(run.source.sourceId, run.number, failure, run.context);
  return DONE;
}

/** The run no longer counts: its source or chatbot is gone, or a newer run was asked for. Nothing of it may stay. */
async function discard({ source, ref }: Run, deps: IngestionDeps): Promise<WorkVerdict> {
  await deps.searchIndex.removeGeneration(source.chatbotId, ref.generation);
  if (!(await deps.commands.isLive(source.sourceId))) {
    await deps.blobs.removeScope(sourceScope(source.chatbotId, source.sourceId));
  }
  return DONE;
}

/** Null when there is nothing to do: the source's key was erased with its chatbot. */
async function runOf(event: StoredEvent, deps: IngestionDeps): Promise<Run | null> {
  const [first] = await deps.log.readStream(event.stream, { limit: 1 });
  const decoded = await deps.codec.decode(first === undefined ? [event] : [first, event]);
  const [added, asked] = decoded.map((each) => {
    if (!each.readable) throw each.error;
    return each.recorded.event;
  });
  if (added?.type !== 'DataSourceAdded' || added.sealed === null) return null;
  const number = asked?.type === 'IngestionRequested' ? asked.data.generation : 1;
  const source = { ...added.data, ...added.sealed };
  const { chatbotId, sourceId } = source;
  const ref = { chatbotId, sourceId, generation: searchGeneration(sourceId, number) };
  return { source, number, ref, context: workContext('ingestion', event, deps.clock.now()) };
}

/** In order; what stands in several places of a source is kept once. */
async function passagesOf(documents: readonly ReadDocument[]): Promise<readonly ManifestPassage[]> {
  const turns = new Turns();
  const passages = new Map<string, ManifestPassage>();
  for (const document of documents) {
    for (const { title, url, headings, text, hash } of chunksOf(document)) {
      if (!passages.has(hash)) passages.set(hash, { title, url, headings, text, hash });
      await turns.yieldWhenLong();
    }
  }
  return [...passages.values()];
}

/** As many as an event has space for; the counts tell how many there were. */
function fitting(skippedUrls: readonly SkippedUrl[]): SkippedUrl[] {
  let space = SKIPPED_URLS_SPACE;
  const kept: SkippedUrl[] = [];
  for (const { url, reason } of skippedUrls) {
    space -= JSON.stringify(url).length + JSON.stringify(reason).length + 20;
    if (space < 0) break;
    kept.push({ url, reason });
  }
  return kept;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
