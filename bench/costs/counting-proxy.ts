/** A proxy before an engine that counts the requests which pass it. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import type { RequestCounter } from './request-counters.ts';

export class CountingProxy {
  readonly #server: Server;
  #requests = 0;
  #bytes = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** @param engine the engine's address, such as `mongodb://127.0.0.1:27017/test` */
  static async before(engine: string, counter: () => RequestCounter): Promise<CountingProxy> {
    const { hostname, port } = new URL(engine);
    const server = createServer();
    const proxy = new CountingProxy(server);
    server.on('connection', (near) => {
      const far = connect(Number(port), hostname);
      const countRequests = counter();
      near.setNoDelay();
      far.setNoDelay();
      near.on('data', (bytes: Buffer) => {
        proxy.#bytes += bytes.length;
        proxy.#requests += countRequests(bytes);
      });
      near.pipe(far).pipe(near);
      near.on('error', () => far.destroy());
      far.on('error', () => near.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** The engine's address with the proxy in its place. */
  addressOf(engine: string): string {
    const url = new URL(engine);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as AddressInfo).port);
    // The members of a replica set tell their own addresses, past the proxy.
    if (url.protocol === 'mongodb:') url.searchParams.set('directConnection', 'true');
    return url.href;
  }

  /** Requests and bytes to the engine since the start. */
  get passed(): { readonly requests: number; readonly bytes: number } {
    return { requests: this.#requests, bytes: this.#bytes };
  }

  close(): void {
    this.#server.close();
  }
}
