/**
 * Lingering close: an answer that ends its connection is sent whole, and the rest of the request is read and dropped before the socket
 * closes. Closing a socket with unread bytes resets it, and a client that still writes loses the answer.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import fp from 'fastify-plugin';

interface Bounds {
  readonly ms: number;
  readonly bytes: number;
}

/** Enough for a caller who did not know the limit. A longer one is cut off. */
const BOUNDS: Bounds = { ms: 10_000, bytes: 64 * 1024 * 1024 };

/** Sends the whole response before it closes a connection on which a request is still arriving. */
export const lingeringClose = fp(
  async (app) => {
    app.addHook('onSend', (request, reply, payload, done) => {
      const closes = reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive;
      if (!closes || hasArrived(request.raw) || typeof payload !== 'string') return done(null, payload);
      const answer = Buffer.from(payload);
      reply.header('content-length', answer.byteLength);
      return done(null, endedAfter(answer, drained(request.raw)));
    });
  },
  { name: 'lingering-close' },
);

/** A request that does not come from a socket has no `complete`: it has arrived once it is read to its end. */
const hasArrived = (request: IncomingMessage): boolean => request.complete || request.readableEnded;

/** Sends the answer at once, and ends it when the wait is over. */
function endedAfter(answer: Buffer, wait: Promise<void>): Readable {
  const body = new Readable({ read: () => undefined });
  body.push(answer);
  void wait.then(() => body.push(null));
  return body;
}

/** Reads and drops what comes, until it ends or a bound is reached. A source that has ended or closed emits nothing more. */
export async function drained(source: Readable, { ms, bytes }: Bounds = BOUNDS): Promise<void> {
  if (source.readableEnded || source.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = bytes;
  const onData = (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) resolve();
  };
  const timer = setTimeout(resolve, ms);
  source.on('data', onData).once('end', resolve).once('close', resolve).once('error', resolve);
  await promise;
  clearTimeout(timer);
  source.off('data', onData);
}

/** Bytes that a socket had read when its response was sent. */
const bytesAtEnd = new WeakMap<Socket, number>();

/** Lingering close of a connection that the HTTP parser has given up. It is called again for all that arrives after. */
export function endLingering(socket: Socket, answer: () => string, { ms, bytes }: Bounds = BOUNDS): void {
  const since = bytesAtEnd.get(socket);
  if (since !== undefined) {
    if (socket.bytesRead - since > bytes) socket.destroy();
    return;
  }
  bytesAtEnd.set(socket, socket.bytesRead);
  socket.end(answer());
  const timer = setTimeout(() => socket.destroy(), ms);
  socket.once('close', () => clearTimeout(timer));
}
