/** The running service. Starts stores, application, workers and HTTP in this order, and stops them in reverse. */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import type { BcryptPasswords } from '../adapters/bcrypt/passwords.ts';
import { uuidV7Ids } from '../adapters/system/ids.ts';
import type { AnswerObserver } from '../answering/answer-observer.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../ports/clock.ts';
import type { Report } from '../ports/report.ts';
import { IndexMigration } from '../workers/ingestion/index-migration.ts';
import { type Application, type ApplicationDeps, buildApplication } from './application.ts';
import { Disposables } from './disposables.ts';
import { buildServer, drainServer } from './http-server.ts';
import { DrainDelay } from './lifecycle/drain-delay.ts';
import { healthOf, type ServiceHealth } from './lifecycle/health.ts';
import { KeyStoreWatch } from './lifecycle/key-store-watch.ts';
import { listen } from './lifecycle/listen.ts';
import { LogWatch } from './lifecycle/log-watch.ts';
import { ReadModelWatch } from './lifecycle/read-model-watch.ts';
import { openLogger } from './logging/log.ts';
import { OutageLog } from './logging/outage-log.ts';
import type { ProductMetrics } from './metrics/product-metrics.ts';
import { probeModels } from './models/model-probe.ts';
import type { Models } from './models/models.ts';
import { REPLACED_RETENTION_MS } from './read-side/projecting-read-side.ts';
import { BUILD, openResources, type Resources } from './resources.ts';
import { secondsSince } from './seconds-since.ts';
import { requireUndamaged } from './stores/irreplaceable-file.ts';
import { type Stores, storeNames } from './stores/stores.ts';
import { requireUsableDisk } from './stores/usable-disk.ts';
import { startWorkers } from './workers.ts';

/** Workers may finish an item within this time, or it is delivered again. */
const WORKER_GRACE_MS = 3_000;

export interface RunningService {
  /** Such as `http://127.0.0.1:3000`. */
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
  /** Belongs to `logger`. */
  readonly outages?: OutageLog;
  /** Replaces the configured models. */
  readonly models?: Models;
  /** Replaces bcrypt at its usual cost. The service closes it. */
  readonly passwords?: BcryptPasswords;
  /** Default: the clock of MongoDB, else of the machine. */
  readonly clock?: Clock;
  /** See `DrainDelay`, milliseconds. Default 0. */
  readonly drainDelayMs?: number;
  /** Frees the address for the service. */
  readonly beforeListening?: () => Promise<void>;
}

/** @throws Error with a message for operators when something cannot be opened; everything opened is closed then */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<RunningService> {
  const { outages = new OutageLog() } = options;
  const logger = options.logger ?? openLogger(config, outages);
  const startedAt = performance.now();
  logger.info({ ...BUILD, roles: config.roles, stores: storesOf(config) }, 'Service starting');
  const disposables = new Disposables((error) => logger.error({ err: error }, 'Failed to close a resource'));
  const startup: Startup = { config, options, logger, report: reportTo(logger), disposables };
  try {
    const writing = <Opened>(step: () => Promise<Opened>) =>
      requireUsableDisk(`DATA_DIR ${config.dataDir}`, 'start again', step);
    const resources = await writing(() => openResources(startup));
    const deps = applicationDeps(startup, resources);
    const application = await writing(() =>
      requireUndamaged(config.dataDir, () => startApplication(deps, startup, resources)),
    );
    const indexMigration = new IndexMigration(config.elasticsearchUrl === null ? 0 : REPLACED_RETENTION_MS);
    const health = await startHealth(startup, resources, application, indexMigration);
    outages.watch({ health, logger });
    disposables.add(async () => outages.stop());
    const cutOff = new AbortController();
    const app = await buildServer(startup, resources, application, { health, cutOff: cutOff.signal });
    const drainDelay = new DrainDelay(app.server, options.drainDelayMs ?? 0);
    const workers = startWorkers({ ...deps, ...resources.tools, application, indexMigration });
    disposables.add(() => workers.stop(WORKER_GRACE_MS));
    disposables.add(() => drainServer(app, cutOff));
    resources.treeHeads.start();
    await options.beforeListening?.();
    const address = await listen(app, config);
    prepareInBackground(startup, resources, cutOff.signal);
    const stop = async () => {
      const stoppingAt = performance.now();
      logger.info({ runningFor: secondsSince(startedAt) }, 'Service stopping');
      health.stopping();
      await drainDelay.wait();
      await disposables.close();
      logger.info({ seconds: secondsSince(stoppingAt) }, 'Service stopped');
    };
    const { stores } = resources;
    return { address, application, stores, app, ready: application.readSide.caughtUp(), stop };
  } catch (error) {
    await disposables.close();
    throw error;
  }
}

interface Startup {
  readonly config: Config;
  readonly options: ServiceOptions;
  readonly logger: Logger;
  readonly report: Report;
  /** Closes what has been opened, in reverse order. */
  readonly disposables: Disposables;
}

function reportTo(logger: Logger): Startup['report'] {
  return ({ message, severity, ...details }) =>
    logger[severity ?? 'warn']({ ...details, err: details.error, error: undefined }, message);
}

function applicationDeps({ config, logger, report }: Startup, resources: Resources): ApplicationDeps {
  const { stores, models, tools, product } = resources;
  const [{ passwords }, { clock }] = [tools, stores];
  const observer = observedBy(product, logger);
  return { config, stores, models, passwords, clock, ids: uuidV7Ids, report, logger, observer };
}

async function startApplication(
  deps: ApplicationDeps,
  { disposables }: Startup,
  { product, treeHeads }: Resources,
): Promise<Application> {
  const application = buildApplication(deps);
  product.watchSources(() => application.queries.dataSources.countByStatus());
  await application.joinInstallation();
  await treeHeads.reopen();
  await application.readSide.start();
  disposables.add(() => application.readSide.stop());
  return application;
}

async function startHealth(
  { config, disposables, report }: Startup,
  { stores, models, availability }: Resources,
  { readSide }: Application,
  migration: IndexMigration,
): Promise<ServiceHealth> {
  const indexMigration = config.roles.includes('scheduler') ? migration : null;
  const modelStates = () => (models.probeLanguageModel === null ? {} : availability.states());
  const watched = <Watch extends { stop(): void }>(watch: Watch): Watch => {
    disposables.add(async () => watch.stop());
    return watch;
  };
  const names = storeNames(config);
  const watchKeys = async () => watched(await KeyStoreWatch.start(stores.keys, names.keys, report));
  const keyStoreWatch = config.mongoUrl === null ? null : await watchKeys();
  const watchLog = async () => watched(await LogWatch.start(stores.log, names.log, report));
  const logWatch = config.eventStoreUrl === null ? null : await watchLog();
  const { retireLostReadModels } = stores;
  const readModelWatch =
    retireLostReadModels === undefined ? null : watched(await ReadModelWatch.start(retireLostReadModels, report));
  return healthOf(readSide, stores, { keyStoreWatch, logWatch, readModelWatch, indexMigration, modelStates });
}

/** Requests are answered meanwhile. */
function prepareInBackground(
  { config, report }: Startup,
  { models, availability, tools }: Resources,
  signal: AbortSignal,
): void {
  const reportAs = (message: string) => (error: unknown) => report({ message, error });
  if (config.roles.includes('http')) {
    tools.widgetFiles.all().catch(reportAs('Failed to build the widget'));
    tools.consoleFiles.all().catch(reportAs('Failed to build the console'));
  }
  probeModels(models, availability, signal).catch(reportAs('Failed to probe the models'));
}

function observedBy(product: ProductMetrics, logger: Logger): AnswerObserver {
  return {
    answered(answer) {
      product.answered(answer);
      logger.debug(answer, 'Answer ended');
    },
  };
}

/** Names no addresses, for the log. */
function storesOf({ eventStoreUrl, mongoUrl, elasticsearchUrl }: Config): Readonly<Record<string, string>> {
  return {
    log: eventStoreUrl === null ? 'embedded' : 'EventStoreDB',
    documents: mongoUrl === null ? 'embedded' : 'MongoDB',
    search: elasticsearchUrl === null ? 'embedded' : 'Elasticsearch',
  };
}
