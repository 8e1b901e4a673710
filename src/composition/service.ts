/** The running service. Starts stores, application, workers and HTTP in this order, and stops them in reverse. */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import { type BcryptPasswords, openBcryptPasswords } from '../adapters/bcrypt/passwords.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { uuidV7Ids } from '../adapters/system/ids.ts';
import type { AnswerObserver } from '../answering/answer-observer.ts';
import type { Config } from '../config.ts';
import { deriveKey } from '../event-log/keyed-hash.ts';
import { buildApp } from '../http/app.ts';
import type { HttpDeps } from '../http/deps.ts';
import { IndexMigration } from '../workers/ingestion/index-migration.ts';
import { AppendGate } from './append-gate.ts';
import { type Application, buildApplication } from './application.ts';
import { Disposables } from './disposables.ts';
import { DrainDelay } from './drain-delay.ts';
import { healthOf } from './health.ts';
import { Instrumentation } from './instrumentation.ts';
import { listen } from './listen.ts';
import { openLog } from './log.ts';
import { requireFinishedMove } from './migration/marker.ts';
import { ModelAvailability, type ModelState, secondsSince } from './model-availability.ts';
import { probeModels } from './model-probe.ts';
import { type Models, openModels } from './models.ts';
import { ProductMetrics } from './product-metrics.ts';
import { RELEASE } from './release.ts';
import { openStores, type Stores } from './stores.ts';
import { openTools } from './tools.ts';
import { tracedSearch, tracedUsage } from './tracing/stores.ts';
import { TreeHeadSigning } from './tree-heads.ts';
import { startWorkers } from './workers.ts';

/** Time that running answers have to end during a graceful shutdown. */
const DRAIN_MS = 30_000;
/** Time that workers have to finish an item before it is delivered again. */
const WORKER_GRACE_MS = 3_000;

export interface RunningService {
  /** Address it listens on, such as `http://127.0.0.1:3000`. */
  readonly address: string;
  readonly application: Application;
  readonly stores: Stores;
  readonly app: FastifyInstance;
  /** Resolves when the read models have caught up and requests are answered. */
  readonly ready: Promise<void>;
  /** Graceful shutdown: refuses new requests, lets running answers end, closes the stores. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Plugins registered last, at the server's root. */
  readonly extensions?: readonly FastifyPluginAsync[];
  readonly logger?: Logger;
  /** Replaces the configured models. */
  readonly models?: Models;
  /** Replaces bcrypt at its usual cost. The service closes it. */
  readonly passwords?: BcryptPasswords;
  /** See `DrainDelay`, milliseconds. Default 0. */
  readonly drainDelayMs?: number;
  /** Frees the address for the service. */
  readonly beforeListening?: () => Promise<void>;
}

interface Problem {
  readonly message: string;
  readonly error?: unknown;
  readonly projection?: string;
  readonly severity?: 'error';
}

/** @throws Error with a message for operators when something cannot be opened; everything opened is closed then */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<RunningService> {
  const logger = options.logger ?? openLog(config);
  const report = ({ message, severity, ...details }: Problem) =>
    logger[severity ?? 'warn']({ ...details, err: details.error, error: undefined }, message);
  const startedAt = performance.now();
  const build = { release: RELEASE, node: process.version };
  logger.info({ ...build, roles: config.roles, stores: storesOf(config) }, 'Service starting');
  const disposables = new Disposables((error) => logger.error({ err: error }, 'Failed to close a resource'));
  try {
    const availability = new ModelAvailability(logger);
    const measures = new Instrumentation(availability);
    const product = new ProductMetrics(measures.registry, build);
    const models = measures.models(options.models ?? (await openModels(config, tracedUsage(product.tokensUsed))));
    const unmeasured = await openStores(config, models.embedder, report);
    disposables.add(() => unmeasured.close());
    await requireFinishedMove(unmeasured.moveMarker);
    const gate = new AppendGate();
    const stores = instrumentedStores(unmeasured, config, { measures, product, gate });
    const treeHeads = new TreeHeadSigning({
      ...{ config, stores: unmeasured, gate, clock: systemClock, ids: uuidV7Ids, report },
      observer: product.treeHeads,
    });
    disposables.add(() => treeHeads.stop());
    const { passwords, images, widgetFiles, consoleFiles, ...tools } = await openTools(config, {
      ...{ models, report, disposables },
      passwords: options.passwords ?? openBcryptPasswords(),
    });

    const deps = { config, stores, models, passwords, clock: systemClock, ids: uuidV7Ids, report, logger };
    const observer = observedBy(product, logger);
    const application = buildApplication({ ...deps, observer });
    product.watchSources(() => application.queries.dataSources.countByStatus());
    await application.joinInstallation();
    await treeHeads.begin();
    await application.readSide.start();
    disposables.add(() => application.readSide.stop());
    const indexMigration = new IndexMigration();
    const health = healthOf(
      application.readSide,
      stores,
      config.roles.includes('scheduler') ? indexMigration : null,
      () => modelStates(models, availability),
    );
    const cutOff = new AbortController();
    const app = await buildApp({
      ...application,
      ...stores,
      images,
      widgetFiles,
      consoleFiles,
      progress: application.readSide,
      feed: application.readSide.feed,
      clock: systemClock,
      ids: uuidV7Ids,
      secrets: secretsFrom(stores),
      health,
      registry: measures.registry,
      settings: config,
      logger,
      cutOff: cutOff.signal,
      serves: config.roles.includes('http') ? 'everything' : 'operation',
      ...(options.extensions === undefined ? {} : { extensions: options.extensions }),
    });
    const drainDelay = new DrainDelay(app.server, options.drainDelayMs ?? 0);
    const workers = startWorkers({
      ...deps,
      observer,
      ...tools,
      application,
      indexMigration,
    });
    disposables.add(() => workers.stop(WORKER_GRACE_MS));
    disposables.add(() => drain(app, cutOff));
    treeHeads.start();
    await options.beforeListening?.();
    const address = await listen(app, config);
    if (config.roles.includes('http')) {
      widgetFiles.all().catch((error: unknown) => report({ message: 'The widget could not be built', error }));
      consoleFiles.all().catch((error: unknown) => report({ message: 'The console could not be built', error }));
    }
    probeModels(models, availability, cutOff.signal).catch((error: unknown) =>
      report({ message: 'The models could not be probed', error }),
    );
    const mail = config.mail === null ? 'off: SMTP_URL is not set' : 'on';
    logger.info({ ...build, address, mail, seconds: secondsSince(startedAt) }, 'Service started');
    const stop = async () => {
      const stoppingAt = performance.now();
      logger.info({ runningFor: secondsSince(startedAt) }, 'Service stopping');
      health.stopping();
      await drainDelay.wait();
      await disposables.close();
      logger.info({ seconds: secondsSince(stoppingAt) }, 'Service stopped');
    };
    return { address, application, stores, app, ready: application.readSide.caughtUp(), stop };
  } catch (error) {
    await disposables.close();
    throw error;
  }
}

interface Instruments {
  readonly measures: Instrumentation;
  readonly product: ProductMetrics;
  readonly gate: AppendGate;
}

/** The same stores, measured and traced. Appends pass the gate. */
function instrumentedStores(stores: Stores, config: Config, { measures, product, gate }: Instruments): Stores {
  const log = measures.log(stores.log, config.eventStoreUrl === null ? 'sqlite' : 'eventstoredb');
  return {
    ...stores,
    log: { ...log, append: gate.through(log.append) },
    searchIndex: tracedSearch(stores.searchIndex, config.elasticsearchUrl === null ? 'sqlite' : 'elasticsearch'),
    rateLimits: product.rateLimits(stores.rateLimits),
    nodeRateLimits: product.rateLimits(stores.nodeRateLimits),
  };
}

function secretsFrom({ masterKey }: Stores): HttpDeps['secrets'] {
  return {
    accessTokens: deriveKey(masterKey, 'access-tokens'),
    refreshTokens: deriveKey(masterKey, 'refresh-tokens'),
    idempotency: deriveKey(masterKey, 'idempotency'),
  };
}

/** Empty without a language model. */
function modelStates(
  { probeLanguageModel }: Models,
  availability: ModelAvailability,
): Readonly<Record<string, ModelState>> {
  if (probeLanguageModel === null) return {};
  return {
    languageModel: availability.stateOf('language model'),
    embeddingModel: availability.stateOf('embedding model'),
  };
}

/** Counts each answer, and logs it at debug level. */
function observedBy(product: ProductMetrics, logger: Logger): AnswerObserver {
  return {
    answered(answer) {
      product.answered(answer);
      logger.debug(answer, 'Question settled');
    },
  };
}

/** Names the store of each kind, without addresses, for the log. */
function storesOf({ eventStoreUrl, mongoUrl, elasticsearchUrl }: Config): Readonly<Record<string, string>> {
  return {
    log: eventStoreUrl === null ? 'embedded' : 'EventStoreDB',
    documents: mongoUrl === null ? 'embedded' : 'MongoDB',
    search: elasticsearchUrl === null ? 'embedded' : 'Elasticsearch',
  };
}

/** Closes the listener and waits for running answers. Streams that are still open after the grace period end with an error event. */
async function drain(app: FastifyInstance, cutOff: AbortController): Promise<void> {
  const timer = setTimeout(() => cutOff.abort(), DRAIN_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
