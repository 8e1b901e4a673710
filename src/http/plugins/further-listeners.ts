import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import fp from 'fastify-plugin';

declare module 'fastify' {
  interface FastifyInstance {
    readonly furtherListeners: FurtherListeners;
  }
}

/**
 * Further addresses of the app's one HTTP server, whose handlers, limits and shutdown hold for all. Fastify itself would open another
 * server for each, without the listeners that we added to the first.
 */
class FurtherListeners {
  readonly #http: Server;
  readonly #listeners: Server[] = [];

  constructor(http: Server) {
    this.#http = http;
  }

  /** @throws Error when the address cannot be bound */
  async listen(host: string, port: number): Promise<void> {
    // An HTTP server accepts its own connections with these options.
    const options = { allowHalfOpen: true, noDelay: true };
    const listener = createServer(options, (socket) => this.#http.emit('connection', socket));
    listener.listen({ host, port });
    await once(listener, 'listening');
    this.#listeners.push(listener);
  }

  close(): void {
    for (const listener of this.#listeners) listener.close();
  }

  /** Resolves when the connections have ended. */
  async closed(): Promise<void> {
    for (const listener of this.#listeners) {
      if (await hasConnections(listener)) await once(listener, 'close');
    }
  }
}

const hasConnections = (listener: Server): Promise<boolean> =>
  new Promise((resolve) => listener.getConnections((error, count) => resolve(error === null && count > 0)));

/** Registered after the plugins that running requests need, so that their `onClose` waits for this one's. */
export const furtherListeners = fp(
  async (app) => {
    const listeners = new FurtherListeners(app.server);
    app.decorate('furtherListeners', listeners);
    app.addHook('preClose', async () => listeners.close());
    app.addHook('onClose', () => listeners.closed());
  },
  { name: 'further-listeners' },
);
