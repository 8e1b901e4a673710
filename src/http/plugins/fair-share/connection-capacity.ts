/**
 * Fair share of a node's connections. Each takes one of the process's file descriptors; without any left it can neither read, write nor
 * start a thread. When the node is full, the client with the most connections loses its oldest idle one.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { onResponseClose } from '../../response-close.ts';
import { normaliseAddress } from '../client-address/client-address.ts';
import { throttled } from './throttled.ts';

/** Bounds the search for an idle connection of one client. */
const MAX_LOOKED_AT = 100;

/** @param onFull called once a minute at most */
export function shareConnections(server: Server, max: number, onFull: (max: number) => void): void {
  const capacity = new ConnectionCapacity(max);
  const report = throttled(() => onFull(max));
  server.on('connection', (socket: Socket) => {
    const victim = capacity.add(socket);
    socket.once('close', () => capacity.remove(socket));
    if (victim === null) return;
    victim.destroy();
    report();
  });
  server.on('request', ({ socket }, response) => {
    capacity.begin(socket);
    onResponseClose(response, () => capacity.end(socket));
  });
}

export class ConnectionCapacity {
  readonly #max: number;
  /** Oldest first. */
  readonly #byClient = new Map<string, Set<Socket>>();
  /** Clients by their number of connections: a flood finds the greatest at once. */
  readonly #byCount = new Map<number, Set<string>>();
  readonly #clients = new Map<Socket, string>();
  /** Sockets with a request under way. */
  readonly #busy = new WeakSet<Socket>();
  #most = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** @returns the connection to end, which counts no more; null while there is room */
  add(socket: Socket): Socket | null {
    const client = normaliseAddress(String(socket.remoteAddress)) ?? 'unknown';
    const own = this.#byClient.get(client) ?? new Set();
    this.#byClient.set(client, own.add(socket));
    this.#clients.set(socket, client);
    this.#count(client, own.size - 1, own.size);
    if (this.#clients.size <= this.#max) return null;
    const victim = this.#victim(own.size) ?? socket;
    this.remove(victim);
    return victim;
  }

  remove(socket: Socket): void {
    const client = this.#clients.get(socket);
    if (client === undefined) return;
    this.#clients.delete(socket);
    const own = this.#byClient.get(client) ?? new Set();
    own.delete(socket);
    if (own.size === 0) this.#byClient.delete(client);
    this.#count(client, own.size + 1, own.size);
  }

  begin(socket: Socket): void {
    this.#busy.add(socket);
  }

  end(socket: Socket): void {
    this.#busy.delete(socket);
  }

  /** A busy connection ends only for a client with fewer. */
  #victim(own: number): Socket | undefined {
    const [client = ''] = this.#byCount.get(this.#most) ?? [];
    const [...oldest] = (this.#byClient.get(client) ?? new Set<Socket>()).values().take(MAX_LOOKED_AT);
    const idle = oldest.find((socket) => !this.#busy.has(socket));
    return idle ?? (this.#most > own ? oldest[0] : undefined);
  }

  #count(client: string, before: number, after: number): void {
    const left = this.#byCount.get(before);
    left?.delete(client);
    if (left?.size === 0) this.#byCount.delete(before);
    if (after > 0) this.#byCount.set(after, (this.#byCount.get(after) ?? new Set()).add(client));
    if (after > this.#most) this.#most = after;
    else if (before === this.#most && !this.#byCount.has(before)) this.#most = after;
  }
}
