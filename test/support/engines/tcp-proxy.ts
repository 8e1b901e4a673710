/** A proxy between the service and an engine, which can make the engine unavailable. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** An unavailable engine: its machine refuses connections, or accepts them and never answers. */
export type Absence = 'refused' | 'silent';

export class TcpProxy {
  readonly #server: Server;
  readonly #port: number;
  readonly #sockets = new Set<Socket>();
  #silent = false;

  private constructor(server: Server) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** @param engine the address of the engine that is stood in front of */
  static async before(engine: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(engine);
    const server = createServer({ allowHalfOpen: false });
    await listening(server, 0);
    const proxy = new TcpProxy(server);
    server.on('connection', (near) => proxy.#join(near, connect(Number(port), hostname)));
    return proxy;
  }

  /** The engine's address with the proxy in its place. */
  addressOf(engine: string): string {
    const url = new URL(engine);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    // A replica set tells its members' own addresses, past any proxy.
    if (url.protocol === 'mongodb:') url.searchParams.set('directConnection', 'true');
    return url.href;
  }

  async cut(absence: Absence): Promise<void> {
    if (absence === 'silent') {
      this.#silent = true;
      for (const socket of this.#sockets) socket.pause();
      return;
    }
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#dropConnections();
    await closed;
  }

  async restore(): Promise<void> {
    this.#silent = false;
    // Unanswered bytes are lost, as when a machine comes back.
    this.#dropConnections();
    if (!this.#server.listening) await listening(this.#server, this.#port);
  }

  async close(): Promise<void> {
    if (this.#server.listening) await this.cut('refused');
  }

  #join(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes) => {
        if (!to.write(bytes)) from.pause();
      });
      from.on('drain', () => {
        if (!this.#silent) to.resume();
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#silent) from.pause();
    }
  }

  #dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

async function listening(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}
