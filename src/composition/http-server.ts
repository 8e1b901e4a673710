import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import { uuidV7Ids } from '../adapters/system/ids.ts';
import type { Config } from '../config.ts';
import { deriveKey } from '../event-log/keyed-hash.ts';
import { buildApp } from '../http/app.ts';
import type { HttpDeps } from '../http/deps.ts';
import type { Application } from './application.ts';
import { maxConnections } from './lifecycle/max-connections.ts';
import type { Resources } from './resources.ts';
import type { Stores } from './stores/stores.ts';

export interface DrainTimes {
  /** Running answers may end within this time of a graceful shutdown. */
  readonly drainMs: number;
  /** Answers that were cut off may send their error event within this time. */
  readonly cutOffMs: number;
}

const DRAIN: DrainTimes = { drainMs: 30_000, cutOffMs: 2_000 };

interface ServerDeps {
  readonly config: Config;
  readonly options: { readonly extensions?: readonly FastifyPluginAsync[] };
  readonly logger: Logger;
}

export function buildServer(
  { config, options, logger }: ServerDeps,
  { stores, tools, measures }: Resources,
  application: Application,
  shutdown: Pick<HttpDeps, 'health' | 'cutOff'>,
): Promise<FastifyInstance> {
  const { extensions } = options;
  return buildApp({
    ...application,
    ...stores,
    ...shutdown,
    images: tools.images,
    passwordResetMails: tools.passwordResetMails,
    widgetFiles: tools.widgetFiles,
    consoleFiles: tools.consoleFiles,
    progress: application.readSide,
    feed: application.readSide.feed,
    clock: stores.clock,
    ids: uuidV7Ids,
    secrets: secretsFrom(stores),
    registry: measures.registry,
    settings: config,
    logger,
    maxConnections: maxConnections(),
    serves: config.roles.includes('http') ? 'everything' : 'operation',
    ...(extensions === undefined ? {} : { extensions }),
  });
}

function secretsFrom({ masterKey }: Stores): HttpDeps['secrets'] {
  return {
    accessTokens: deriveKey(masterKey, 'access-tokens'),
    refreshTokens: deriveKey(masterKey, 'refresh-tokens'),
    passwordResets: deriveKey(masterKey, 'password-resets'),
    idempotency: deriveKey(masterKey, 'idempotency'),
  };
}

/**
 * Closes the listener and waits for running requests. Answers that outlast the grace period end with an error event. Then connections are
 * closed, also those of slow senders: a closing server of Node's no longer times them out.
 */
export async function drainServer(
  app: FastifyInstance,
  cutOff: AbortController,
  { drainMs, cutOffMs }: DrainTimes = DRAIN,
): Promise<void> {
  const timers = [
    setTimeout(() => cutOff.abort(), drainMs),
    setTimeout(() => closeConnections(app), drainMs + cutOffMs),
  ];
  try {
    await app.close();
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

function closeConnections({ server, log }: FastifyInstance): void {
  server.getConnections((_, connections) => {
    log.warn({ connections }, 'Requests did not end in time; their connections are closed');
    server.closeAllConnections();
  });
}
