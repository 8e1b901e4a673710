/** The HTTP server of the service: built over the application, and drained during a graceful shutdown. */
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

/** Time that running answers have to end during a graceful shutdown. */
const DRAIN_MS = 30_000;

interface ServerDeps {
  readonly config: Config;
  readonly options: { readonly extensions?: readonly FastifyPluginAsync[] };
  readonly logger: Logger;
}

/** The Fastify server, ready to listen. */
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

/** Closes the listener and waits for running answers. Streams that are still open after the grace period end with an error event. */
export async function drainServer(app: FastifyInstance, cutOff: AbortController): Promise<void> {
  const timer = setTimeout(() => cutOff.abort(), DRAIN_MS);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
