import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { Config } from '../../config.ts';
import { ApiError } from '../../http/errors/api-error.ts';
import { whyNotListening } from './listen.ts';

const RETRY_AFTER_SECONDS = 5;
/** Probes are few and short. */
const MAX_CONNECTIONS = 200;
const REQUEST_TIMEOUT_MS = 5_000;

export interface WaitingListener {
  /** Such as `http://127.0.0.1:3000`. */
  readonly address: string;
  awaits(engine: string): void;
  close(): Promise<void>;
}

/**
 * Answers probes while the service waits for a store. `/healthz` is ok and `/readyz` names what is awaited; all else is unavailable.
 * @throws Error that says which variable to change
 */
export async function listenWhileWaiting({ host, port }: Pick<Config, 'host' | 'port'>): Promise<WaitingListener> {
  let awaiting = '';
  const bodyOf = (path: string | undefined): object => {
    if (path === '/healthz') return { status: 'ok' };
    if (path === '/readyz') return { status: 'not ready', checks: { service: 'waiting', awaiting } };
    return new ApiError('SERVICE_UNAVAILABLE').body(randomUUID());
  };
  const answer: RequestListener = (request, response) => {
    const [path] = (request.url ?? '').split('?');
    const isAlive = path === '/healthz';
    // Each response ends its connection, because the service's own listener follows.
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      Connection: 'close',
    };
    response.writeHead(isAlive ? 200 : 503, isAlive ? headers : { ...headers, 'Retry-After': RETRY_AFTER_SECONDS });
    response.end(JSON.stringify(bodyOf(path)));
  };
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS }, answer);
  server.maxConnections = MAX_CONNECTIONS;
  server.listen({ host, port });
  await once(server, 'listening').catch((error: unknown) => {
    throw whyNotListening(error, { host, port });
  });
  const bound = server.address();
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    address: `http://${name}:${typeof bound === 'object' && bound !== null ? bound.port : port}`,
    awaits(engine) {
      awaiting = engine;
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
