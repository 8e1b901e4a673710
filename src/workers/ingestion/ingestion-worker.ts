/**
 * Takes the runs that were asked for from the log, reads their sources, indexes what it read and reports. Whatever happens on the
 * way, the run is delivered again until it has reported; only the newest run of a source may report, and once.
 */
import type { DataSourceCommands } from '../../commands/data-sources.ts';
import { type CrawlCounts, type SkippedUrl, searchGeneration } from '../../domain/data-source/events.ts';
import { sourceScope } from '../../domain/schema.ts';
import { type EventCodec, SubjectErased, UnreadableEvent } from '../../log/codec.ts';
import type { CommandContext } from '../../log/event-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog, StoredEvent, WorkConsumer, WorkVerdict } from '../../ports/event-log.ts';
import { ModelUnavailable } from '../../ports/models.ts';
import { StoreUnavailable } from '../../ports/store-unavailable.ts';
import type { ReadingProgress } from '../../queries/reading-progress.ts';
import { FairTurns, type TurnLimits } from '../../runtime/fair-turns.ts';
import type { ReadDocument } from '../../text/document.ts';
import { outlastingAbsence } from '../store-absence.ts';
import { workContext } from '../work-context.ts';
import type { Indexing, RunRef } from './indexing.ts';
import { IngestionLanes, type LaneOf } from './ingestion-lanes.ts';
import { encodeManifest } from './manifest.ts';
import { PassageWriter } from './passage-writer.ts';
import { NO_FACTS, type ReadingFacts, type ReadingPorts, readSource, type SourceToRead } from './read-source.ts';
import { RunProgress, Superseded } from './run-progress.ts';
import type { CrawlRun } from './website/kept-crawls.ts';

const DONE: WorkVerdict = { verdict: 'done' };
/** A run that failed so often by no fault of its source is reported as failed. */
const MAX_ATTEMPTS = 5;
/**
 * Runs that a node holds, most of them waiting for their turn: as long as there is room among them, an account's backlog keeps
 * nobody's run from being seen.
 */
const MOST_HELD = 1_000;
/** Waiting here through ends of the process may look like attempts to the log: the work is never parked for that. */
const MOST_DELIVERIES = 100_000;
/** Runs that are looked up at a time to learn whose they are. */
const LOOKUPS = 16;
/** What of the skipped addresses fits into an event, in characters of JSON. */
const SKIPPED_URLS_SPACE = 30_000;

export interface IngestionDeps extends ReadingPorts, Indexing {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly commands: DataSourceCommands;
  readonly progress: ReadingProgress;
  readonly clock: Clock;
  /** Sources of each lane that are read at a time, in all and of one account. */
  readonly lanes: TurnLimits;
  readonly report: (problem: { message: string; error?: unknown }) => void;
}

/** Starts to take work; `stop` hands what is unfinished back. */
export function startIngestionWorker(deps: IngestionDeps): WorkConsumer {
  const lanes = new IngestionLanes(deps.lanes);
  const lookups = new FairTurns({ atOnce: LOOKUPS, perKey: LOOKUPS });
  return deps.log.consume({
    group: 'ingestion',
    filter: { categories: ['source'], types: ['DataSourceAdded', 'IngestionRequested'] },
    concurrency: MOST_HELD,
    maxAttempts: MOST_DELIVERIES,
    async handle(event, attempt, signal) {
      const outlasting = { signal, report: deps.report };
      try {
        const lookUp = () => outlastingAbsence(() => laneOf(event, deps), outlasting);
        const source = await lookups.run('', signal, lookUp);
        if (source === null) return DONE;
        const work = () => outlastingAbsence(() => handle(event, attempt, signal, deps), outlasting);
        return await lanes.run(source, signal, work);
      } catch (error) {
        if (error instanceof UnreadableEvent) return { verdict: 'park', reason: error.message };
        throw error;
      }
    },
  });
}

/** Null when there is no source to the event. */
async function laneOf(event: StoredEvent, { log, codec }: IngestionDeps): Promise<LaneOf | null> {
  const [first] = await log.readStream(event.stream, { limit: 1 });
  const [added] = first === undefined ? [] : await codec.decode([first]);
  if (added === undefined) return null;
  if (!added.readable) throw added.error;
  return added.recorded.event.type === 'DataSourceAdded' ? added.recorded.event.data : null;
}

/** A run of a source: everything that reporting it takes. */
interface Run {
  readonly source: SourceToRead;
  readonly number: number;
  readonly ref: RunRef;
  readonly crawl: CrawlRun;
  readonly context: CommandContext;
}

async function handle(
  event: StoredEvent,
  delivery: number,
  signal: AbortSignal,
  deps: IngestionDeps,
): Promise<WorkVerdict> {
  const run = await runOf(event, deps);
  if (run === null) return DONE;
  let attempt = delivery;
  try {
    const started = await deps.commands.startRun(run.source.sourceId, run.number, delivery, run.context);
    if (started.standing === 'reported') return DONE;
    if (started.standing === 'superseded') return await discard(run, deps);
    // Deliveries count what merely waited here, starts what an orderly stop broke off: an attempt is what both have seen.
    attempt = Math.min(delivery, started.starts);
    if (attempt > MAX_ATTEMPTS) return await fail(run, 'Reading this source failed again and again', NO_FACTS, deps);
    return await carryOut(run, signal, deps);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof StoreUnavailable) throw error;
    if (error instanceof SubjectErased || error instanceof Superseded) return await discard(run, deps);
    deps.report({ message: `Attempt ${attempt} to read source ${run.source.sourceId} failed`, error });
    if (attempt < MAX_ATTEMPTS) return { verdict: 'retry', reason: messageOf(error) };
    const unavailable = error instanceof ModelUnavailable;
    const reason = unavailable ? 'The embedding model cannot be reached' : 'Reading this source failed';
    return await fail(run, reason, NO_FACTS, deps);
  }
}

async function carryOut(run: Run, signal: AbortSignal, deps: IngestionDeps): Promise<WorkVerdict> {
  const { chatbotId, sourceId } = run.source;
  // An attempt that was cut off may have left passages of content that has changed since.
  await deps.searchIndex.removeGeneration(chatbotId, run.ref.generation);
  const read = await readAndIndex(run, signal, deps);
  if (!read.ok) return fail(run, read.reason, read.facts, deps);
  const { facts, pageCount, passages } = read;
  if (passages.length === 0) return fail(run, 'No usable text was found', facts, deps);

  const manifest = await deps.blobs.put(sourceScope(chatbotId, sourceId), await encodeManifest(passages));
  const counts = { pageCount, chunkCount: passages.length, manifestHash: manifest.hash };
  const report = { ...counts, ...facts, skippedUrls: fitting(facts.skippedUrls) };
  const counted = await deps.commands.completeRun(sourceId, run.number, report, run.context);
  if (!counted) return discard(run, deps);
  await deps.keptCrawls.forgetBefore(run.crawl);
  await deps.progress.forget(sourceId, run.crawl.position);
  return DONE;
}

/** Reads the source and indexes what it says as it goes, telling how far it has come. */
async function readAndIndex(run: Run, outer: AbortSignal, deps: IngestionDeps) {
  const { chatbotId, sourceId } = run.source;
  const progress = new RunProgress({
    write: (so) => deps.progress.note(sourceId, so, run.crawl.position),
    isCurrent: () => deps.commands.isNewestRun(sourceId, run.number),
    report: deps.report,
  });
  const signal = AbortSignal.any([outer, progress.signal]);
  let crawl: CrawlCounts | null = null;
  const tell = () => progress.note({ chatbotId, pageCount: writer.documents, chunkCount: writer.count, crawl });
  const writer: PassageWriter = new PassageWriter(run.ref, deps, signal, tell);
  const reading = {
    run: run.crawl,
    signal,
    take: (document: ReadDocument) => writer.take(document),
    onCrawl: (counts: CrawlCounts) => {
      crawl = counts;
      tell();
    },
  };
  try {
    tell();
    const read = await readSource(run.source, deps, reading);
    if (!read.ok) return read;
    return { ...read, pageCount: writer.documents, passages: await writer.finish() };
  } finally {
    await writer.settle();
    await progress.stop();
  }
}

async function fail(run: Run, reason: string, facts: ReadingFacts, deps: IngestionDeps): Promise<WorkVerdict> {
  const { chatbotId, sourceId } = run.source;
  const { crawl, siteType, sitemapUrl, skippedUrls } = facts;
  const failure = { reason, crawl, siteType, sitemapUrl, skippedUrls: fitting(skippedUrls) };
  // First, so that a crash in between delivers the run again and nothing of it stays.
  await deps.searchIndex.removeGeneration(chatbotId, run.ref.generation);
  await deps.keptCrawls.forgetRun(run.crawl);
  await deps.commands.failRun(sourceId, run.number, failure, run.context);
  await deps.progress.forget(sourceId, run.crawl.position);
  return DONE;
}

/** The run no longer counts: its source or chatbot is gone, or a newer run was asked for. Nothing of it may stay. */
async function discard({ source, ref, crawl }: Run, deps: IngestionDeps): Promise<WorkVerdict> {
  const { chatbotId, sourceId } = source;
  await deps.searchIndex.removeGeneration(chatbotId, ref.generation);
  if (await deps.commands.isLive(sourceId)) {
    await deps.keptCrawls.forgetRun(crawl);
    return DONE;
  }
  await deps.keptCrawls.forgetSource(sourceId, crawl.position);
  await deps.progress.forget(sourceId, crawl.position);
  await deps.blobs.removeScope(sourceScope(chatbotId, sourceId));
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
  const crawl = { chatbotId, sourceId, generation: number, position: event.position };
  return { source, number, ref, crawl, context: workContext('ingestion', event, deps.clock.now()) };
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
