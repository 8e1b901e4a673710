import type { FastifyInstance } from 'fastify';
import type { Health } from './deps.ts';
import { ApiError } from './errors/api-error.ts';

const RETRY_AFTER_SECONDS = 1;

/** Whether the API answers: not before the read models have caught up, and not once the service is going to stop. */
export class Openings {
  readonly #health: Health;
  #closing = false;

  constructor(health: Health) {
    this.#health = health;
  }

  /** From here on requests are let in only while the API answers. */
  guard(app: FastifyInstance): void {
    app.addHook('preClose', async () => {
      this.#closing = true;
    });
    app.addHook('onRequest', async (_request, reply) => {
      if (this.#closing) reply.header('Connection', 'close');
      if (this.#closing || !this.#health.caughtUp()) {
        throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
    });
  }
}
