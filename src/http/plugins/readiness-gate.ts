import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Health } from '../deps.ts';
import { ApiError } from '../errors/api-error.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly readinessGate: ReadinessGate;
  }
}

const RETRY_AFTER_SECONDS = 1;

/** Refuses requests until the read models have caught up, and again during shutdown. */
class ReadinessGate {
  readonly #health: Health;
  #isClosing = false;

  constructor(app: FastifyInstance, health: Health) {
    this.#health = health;
    app.addHook('preClose', async () => {
      this.#isClosing = true;
    });
    // Node closes idle connections when it stops listening. A busy one that becomes idle later would keep the server open for as long as
    // keep-alive allows.
    app.addHook('onResponse', async () => {
      if (this.#isClosing) setImmediate(() => app.server.closeIdleConnections());
    });
  }

  isShuttingDown(): boolean {
    return this.#isClosing || this.#health.isShuttingDown();
  }

  isOpen(): boolean {
    return !this.isShuttingDown() && this.#health.caughtUp();
  }
}

/** Registered at the root, so that it sees the whole app close. */
export const readinessGate = fp<{ readonly health: Health }>(
  async (app, { health }) => {
    app.decorate('readinessGate', new ReadinessGate(app, health));
  },
  { name: 'readiness-gate' },
);

export const requireReadiness = fp(
  async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      const gate = app.readinessGate;
      if (gate.isOpen()) return;
      if (gate.isShuttingDown()) reply.header('Connection', 'close');
      throw new ApiError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    });
  },
  { name: 'require-readiness', decorators: { fastify: ['readinessGate'] } },
);
