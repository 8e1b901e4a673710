/** The running service: stores, inside, workers and HTTP, started in order and stopped in the opposite one. */
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { type Logger, pino } from 'pino';
import { type BcryptPasswords, openBcryptPasswords } from '../adapters/bcrypt/passwords.ts';
import { IsolatedImages } from '../adapters/images/isolated-images.ts';
import { ThreadedPreparer } from '../adapters/reading/threaded-preparer.ts';
import { ThreadedReader } from '../adapters/reading/threaded-reader.ts';
import { systemClock } from '../adapters/system/clock.ts';
import { uuidV7Ids } from '../adapters/system/ids.ts';
import { SafeWeb } from '../adapters/web/safe-web.ts';
import type { Config } from '../config.ts';
import { buildApp } from '../http/app.ts';
import { deriveKey } from '../log/keyed-hash.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import { IndexSuccession } from '../workers/ingestion/index-succession.ts';
import { Closing } from './closing.ts';
import { healthOf } from './health.ts';
import { buildInside, type Inside } from './inside.ts';
import { Measures } from './measures.ts';
import { type Models, type OpenedModels, openModels } from './models.ts';
import { Notice } from './notice.ts';
import { openStores, type Stores } from './stores.ts';
import { openVideos } from './videos.ts';
import { startWorkers } from './workers.ts';

/** How long running answers may go on once the service is told to stop. */
const DRAIN_MS = 30_000;
/** How long workers may finish what they do before it is handed back. */
const WORKER_GRACE_MS = 3_000;

export interface RunningService {
  /** Where it really listens: `http://127.0.0.1:3000`. */
  readonly address: string;
  readonly inside: Inside;
  readonly stores: Stores;
  readonly app: FastifyInstance;
  /** Settles when the read models have caught up and requests are answered. */
  readonly ready: Promise<void>;
  /** Takes no new requests, lets running answers finish, keeps what is durable durable. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Registered at the server's root, after everything else. */
  readonly extensions?: readonly FastifyPluginAsync[];
  readonly logger?: Logger;
  /** In the place of those the configuration names. */
  readonly models?: Models;
  /** In the place of bcrypt at its usual cost; closed with the service. */
  readonly passwords?: BcryptPasswords;
  /** Milliseconds without a request until connections are closed at a stop: see `Notice`. Default 0. */
  readonly noticeMs?: number;
}

/** @throws Error with a message for the operator when something cannot be opened; nothing stays open then */
export async function startService(config: Config, options: ServiceOptions = {}): Promise<RunningService> {
  const logger = options.logger ?? pino({ level: config.logLevel });
  const report = ({ message, ...details }: { message: string; error?: unknown; projection?: string }) =>
    logger.warn({ ...details, err: details.error, error: undefined }, message);
  const closing = new Closing((error) => logger.error({ err: error }, 'Something did not close'));
  try {
    const measures = new Measures();
    const models = measures.models(options.models ?? opened(openModels(config), closing));
    const unmeasured = await openStores(config, models.embedder);
    closing.add(() => unmeasured.close());
    const stores = { ...unmeasured, log: measures.log(unmeasured.log) };
    const passwords = options.passwords ?? openBcryptPasswords();
    closing.add(() => passwords.close());
    const documentReader = new ThreadedReader();
    closing.add(() => documentReader.close());
    const preparer = new ThreadedPreparer();
    closing.add(() => preparer.close());
    const images = new IsolatedImages();
    closing.add(() => images.close());
    const { crawl, publicUrl } = config;
    const userAgent = `ChatledgerBot/1.0 (+${publicUrl})`;
    const web = new SafeWeb({ userAgent, allowHosts: crawl.allowHosts, now: () => systemClock.now() });
    closing.add(() => web.close());
    const renderer = await openRenderer(config, userAgent, report);
    closing.add(async () => renderer?.close());
    const { videos, close: closeVideos } = openVideos(config, userAgent, systemClock);
    closing.add(closeVideos);

    const around = { config, stores, models, passwords, clock: systemClock, ids: uuidV7Ids, report };
    const inside = buildInside(around);
    await inside.readSide.start();
    closing.add(() => inside.readSide.stop());
    const succession = new IndexSuccession();
    const health = healthOf(inside.readSide, stores, config.roles.includes('scheduler') ? succession : null);
    const cutOff = new AbortController();
    const app = await buildApp({
      ...inside,
      ...stores,
      images,
      progress: inside.readSide,
      clock: systemClock,
      ids: uuidV7Ids,
      secrets: {
        accessTokens: deriveKey(stores.masterKey, 'access-tokens'),
        refreshTokens: deriveKey(stores.masterKey, 'refresh-tokens'),
        idempotency: deriveKey(stores.masterKey, 'idempotency'),
      },
      health,
      registry: measures.registry,
      settings: config,
      logger,
      cutOff: cutOff.signal,
      serves: config.roles.includes('http') ? 'everything' : 'operation',
      ...(options.extensions === undefined ? {} : { extensions: options.extensions }),
    });
    const notice = new Notice(app.server, options.noticeMs ?? 0);
    const workers = startWorkers({ ...around, inside, documentReader, preparer, web, videos, renderer, succession });
    closing.add(() => workers.stop(WORKER_GRACE_MS));
    closing.add(() => drain(app, cutOff));
    const address = await app.listen({ host: config.host, port: config.port });
    models.warmUp().catch((error: unknown) => report({ message: 'The model client could not be loaded', error }));
    const stop = async () => {
      health.stopping();
      await notice.given();
      await closing.close();
    };
    return { address, inside, stores, app, ready: inside.readSide.caughtUp(), stop };
  } catch (error) {
    await closing.close();
    throw error;
  }
}

function opened(models: OpenedModels, closing: Closing): Models {
  closing.add(() => models.close());
  return models;
}

/** Only where pages are rendered is anything of it loaded. */
async function openRenderer(
  { chromium, crawl: { allowHosts } }: Config,
  userAgent: string,
  report: (problem: { message: string; error?: unknown }) => void,
): Promise<PageRenderer | null> {
  if (chromium === null) return null;
  const { ChromiumRenderer } = await import('../adapters/web/rendering/chromium-renderer.ts');
  return new ChromiumRenderer({ ...chromium, userAgent, allowHosts, report });
}

/** Takes no new requests and lets running answers finish; what is still open after the time ends with an error event. */
async function drain(app: FastifyInstance, cutOff: AbortController): Promise<void> {
  const timer = setTimeout(() => cutOff.abort(), DRAIN_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
