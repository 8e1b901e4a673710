/**
 * Lingering close: a response that ends its connection is sent whole, and the rest of the request is read and dropped before
 * the socket closes. Closing a socket with unread bytes resets it, and a client that still writes loses the response.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import fp from 'fastify-plugin';

interface Bounds {
  readonly ms: number;
  readonly bytes: number;
}

/** Enough for a client that did not know the limit. A longer body is cut off. */
const BOUNDS: Bounds = { ms: 10_000, bytes: 64 * 1024 * 1024 };

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

/** Injected requests have no `complete`: they have arrived once they are read to their end. */
const hasArrived = (request: IncomingMessage): boolean => request.complete || request.readableEnded;

/** Sends the response at once, and ends it when the wait is over. */
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

/** Read before the response was sent. */
const bytesAtEnd = new WeakMap<Socket, number>();

/** For a connection that the HTTP parser has given up. Called again for all later bytes. */
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
