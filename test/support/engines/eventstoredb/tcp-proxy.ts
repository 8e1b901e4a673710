import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Breaks all connections that are open. */
  breakAll(): void;
  /** Resolves when nobody is connected. */
  emptied(): Promise<void>;
  /** Lets nothing through any more, as when the process behind was killed. */
  cut(): Promise<void>;
}

/** A way to a port that can be broken: what is behind it does not notice but by its connection. */
export async function openProxy(targetPort: () => number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((inside) => {
    const outside = connect(targetPort(), '127.0.0.1');
    for (const socket of [inside, outside]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        inside.destroy();
        outside.destroy();
      });
    }
    inside.pipe(outside).pipe(inside);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    breakAll,
    async emptied() {
      for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
    },
    cut() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      breakAll();
      return closed;
    },
  };
}
