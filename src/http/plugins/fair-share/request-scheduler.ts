/**
 * Fair share of the event loop for requests. Node handles all that a client pipelines, or sends on many connections at once, in one turn:
 * 5,000 requests of a single write held the event loop for half a second. Here a connection's next request waits for the last response, and
 * each turn handles requests of all connections for one time slice.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { EventLoopBudget } from '../../../lib/event-loop-budget.ts';
import { onResponseClose } from '../../response-close.ts';

/** Many more than any client pipelines. Each takes some kilobytes; a connection with more is closed. */
const MAX_WAITING = 256;

interface Request {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Must be called before others listen for requests. */
export function scheduleRequests(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[];
  const scheduler = new RequestScheduler(({ request, response }) => {
    for (const listener of listeners) listener.call(server, request, response);
  });
  server.removeAllListeners('request');
  server.on('request', (request, response) => scheduler.add({ request, response }));
}

class RequestScheduler {
  readonly #handle: (request: Request) => void;
  /** Connections with a request under way, each with the requests that wait for its response. */
  readonly #waiting = new WeakMap<Socket, Request[]>();

  constructor(handle: (request: Request) => void) {
    this.#handle = handle;
  }

  add(request: Request): void {
    const { socket } = request.request;
    const waiting = this.#waiting.get(socket);
    if (waiting === undefined) {
      this.#waiting.set(socket, []);
      this.#begin(request);
    } else if (waiting.length >= MAX_WAITING) {
      waiting.length = 0;
      socket.destroy();
    } else waiting.push(request);
  }

  #begin(request: Request): void {
    onResponseClose(request.response, () => this.#end(request.request.socket));
    const budget = new EventLoopBudget();
    if (budget.isUsedUp) void budget.yieldNow().then(() => this.#handle(request));
    else this.#handle(request);
  }

  #end(socket: Socket): void {
    const next = this.#waiting.get(socket)?.shift();
    if (next === undefined || socket.destroyed) this.#waiting.delete(socket);
    else this.#begin(next);
  }
}
