import type { Config } from '../config.ts';
import type { DocumentReader } from '../ports/content/document-reader.ts';
import type { PageRenderer } from '../ports/content/page-renderer.ts';
import type { PassagePreparer } from '../ports/content/passage-preparer.ts';
import type { Videos } from '../ports/content/videos.ts';
import type { Web } from '../ports/content/web.ts';
import type { Mailer } from '../ports/mailer.ts';
import { ReadingProgress } from '../projections/data-sources/reading-progress.ts';
import { SkippedUrls } from '../projections/data-sources/skipped-urls.ts';
import { startCleanupWorker } from '../workers/cleanup/cleanup-worker.ts';
import { startErasureWorker } from '../workers/cleanup/erasure-worker.ts';
import type { IndexMigration } from '../workers/ingestion/index-migration.ts';
import { startIngestionWorker } from '../workers/ingestion/ingestion-worker.ts';
import { CrawlJournals } from '../workers/ingestion/website/crawl-journals.ts';
import { HostPacer } from '../workers/ingestion/website/host-pacer.ts';
import { startHandoffMailWorker } from '../workers/mail/handoff-mail-worker.ts';
import { startConversationRetention } from '../workers/retention/conversation-retention.ts';
import { startRefreshScheduler } from '../workers/schedule/refresh-scheduler.ts';
import { startScheduledRefreshWorker } from '../workers/schedule/scheduled-refresh.ts';
import type { Application, ApplicationDeps } from './application.ts';
import { findUnavailableStores } from './lifecycle/health.ts';
import { startReindexing } from './reindexing.ts';
import { type Workers, YieldingWorkers } from './yielding-workers.ts';

const DAY_MS = 24 * 3_600_000;
/** Sources read at the same time in each queue, and of one account. */
const QUEUE_LIMITS = { concurrency: 4, perKey: 3 };

type WorkerDeps = ApplicationDeps & {
  mailer: Mailer | null;
  application: Application;
  documentReader: DocumentReader;
  preparer: PassagePreparer;
  web: Web;
  videos: Videos;
  renderer: PageRenderer | null;
  indexMigration: IndexMigration;
};

export function startWorkers(deps: WorkerDeps): Workers {
  const { config, stores, report } = deps;
  const start = () => allOf(consumersOf(deps));
  const consumers = isShared(config)
    ? new YieldingWorkers({ start, findUnavailable: () => findUnavailableStores(stores), report })
    : start();
  const isScheduling = config.roles.includes('scheduler');
  return allOf([
    consumers,
    ...(isScheduling ? [startReindexing(deps), startScheduler(deps), ...startRetention(deps)] : []),
  ]);
}

/** Those that compete with other nodes for work. */
function consumersOf(deps: WorkerDeps): readonly Workers[] {
  const { roles } = deps.config;
  return [
    ...(roles.includes('ingestion')
      ? [startIngestion(deps), startCleanup(deps), startErasure(deps), startHandoffMail(deps)]
      : []),
    ...(roles.includes('scheduler') ? [startScheduledRefresh(deps)] : []),
  ];
}

/** True where other nodes may share the work. */
const isShared = ({ eventStoreUrl, mongoUrl, elasticsearchUrl }: Config): boolean =>
  eventStoreUrl !== null && mongoUrl !== null && elasticsearchUrl !== null;

const allOf = (workers: readonly Workers[]): Workers => ({
  async stop(graceMs) {
    await Promise.all(workers.map((worker) => worker.stop(graceMs)));
  },
});

function startIngestion(deps: WorkerDeps): Workers {
  const { application, stores, models, config, clock, report, documentReader, web, videos, renderer } = deps;
  const { log, documents, blobs, searchIndex, embeddingCache } = stores;
  return startIngestionWorker({
    log,
    codec: application.codec,
    blobs,
    documentReader,
    web,
    videos,
    renderer,
    clock,
    report,
    preparer: deps.preparer,
    searchIndex,
    embeddingCache,
    embedder: models.embedder,
    commands: application.commands.dataSources,
    progress: new ReadingProgress(documents),
    skippedUrls: new SkippedUrls(documents),
    crawlJournals: new CrawlJournals(stores),
    crawl: config.crawl,
    pacer: new HostPacer(),
    queueLimits: QUEUE_LIMITS,
    logger: deps.logger,
  });
}

function startCleanup({ application, stores, clock, report }: WorkerDeps): Workers {
  const { log, documents, keys, searchIndex, blobs, embeddingCache } = stores;
  const { codec, commands, queries, readSide } = application;
  return startCleanupWorker({
    log,
    codec,
    keys,
    searchIndex,
    blobs,
    embeddingCache,
    clock,
    report,
    chatbots: commands.chatbots,
    sessions: commands.sessions,
    sessionQueries: queries.sessions,
    readProgress: readSide,
    crawlJournals: new CrawlJournals(stores),
    progress: new ReadingProgress(documents),
    skippedUrls: new SkippedUrls(documents),
  });
}

function startErasure({ application, stores, clock, report }: WorkerDeps): Workers {
  const { codec, commands } = application;
  const { log, keys } = stores;
  return startErasureWorker({ log, codec, keys, accounts: commands.accounts, clock, report });
}

function startHandoffMail({ application, stores, config, mailer, report }: WorkerDeps): Workers {
  const { codec, queries, readSide: progress } = application;
  const { log, rateLimits } = stores;
  const { publicUrl } = config;
  return startHandoffMailWorker({ log, codec, mailer, queries, progress, rateLimits, publicUrl, report });
}

function startScheduler({ application, stores, clock, report }: WorkerDeps): Workers {
  const { commands, readSide } = application;
  const { chatbots } = commands;
  const { documents } = stores;
  return startRefreshScheduler({ documents, chatbots, clock, report, ready: () => readSide.caughtUp() });
}

function startScheduledRefresh({ application, stores, clock, report }: WorkerDeps): Workers {
  const { codec, commands, queries, readSide: progress } = application;
  const { chatbots, dataSources } = commands;
  const { dataSources: sources } = queries;
  const { log } = stores;
  return startScheduledRefreshWorker({ log, codec, chatbots, dataSources, clock, report, sources, progress });
}

function startRetention({ application, stores, config, clock, logger, report }: WorkerDeps): readonly Workers[] {
  if (config.retentionDays === null) return [];
  const { commands, queries, readSide } = application;
  return [
    startConversationRetention({
      conversations: commands.conversations,
      queries: queries.conversations,
      leases: stores.idempotency,
      clock,
      maxAgeMs: config.retentionDays * DAY_MS,
      ready: () => readSide.caughtUp(),
      report,
      log: stores.log,
      onErased: (counts) => logger.info(counts, 'Conversations erased by age'),
      onLeap: (days) =>
        logger.info({ days }, 'Erasure by age waits for six hours: the service was idle for days, or its clock leapt'),
    }),
  ];
}
