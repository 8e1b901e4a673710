import type { FastifyInstance } from 'fastify';
import type { Health } from './deps.ts';
import { ApiError } from './errors/api-error.ts';

const RETRY_AFTER_SECONDS = 1;

/** Whether the API answers: not before the read models have caught up, and not once the service is going to stop. */
export class Openings {
  readonly #health: Health;
  #closing = false;

  /** @param app the root: what it closes, closes all */
  constructor(app: FastifyInstance, health: Health) {
    this.#health = health;
    app.addHook('preClose', async () => {
      this.#closing = true;
    });
    // Node closes the connections that are idle when it stops to listen. One that is busy then stays open when it becomes idle,
    // and the server with it, for as long as keep-alive allows.
    app.addHook('onResponse', async () => {
      if (this.#closing) setImmediate(() => app.server.closeIdleConnections());
    });
  }

  /** From here on requests are let in only while the API answers. */
  guard(app: FastifyInstance): void {
    app.addHook('onRequest', async (_request, reply) => {
      const leaving = this.#closing || this.#health.leaving();
      if (leaving) reply.header('Connection', 'close');
      if (leaving || !this.#health.caughtUp()) {
        throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
    });
  }
}
