/**
 * Reads and drops the rest of a request whose response is sent already (lingering close): closing a socket with unread bytes resets it, and
 * a client that still writes loses the response.
 *
 * Reading a gigabyte of refused bodies takes a second of CPU, so each client's bodies are read at a bounded rate.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import fp from 'fastify-plugin';
import { clientAddress, normaliseAddress } from '../client-address/client-address.ts';
import { ReadThrottle } from './read-throttle.ts';

interface Bounds {
  readonly ms: number;
  readonly bytes: number;
}

/** Enough for a client that did not know the limit. A longer body is cut off. */
const BOUNDS: Bounds = { ms: 10_000, bytes: 64 * 1024 * 1024 };
/** The server's time limit for a whole request applies instead. */
const NO_TIME_LIMIT = null;

type PauseAfter = (bytes: number) => number;

export const lingeringClose = fp(
  async (app) => {
    const throttle = new ReadThrottle();
    app.addHook('onSend', (request, reply, payload, done) => {
      const { raw } = request;
      if (hasArrived(raw)) return done(null, payload);
      const client = clientAddress(request);
      const pauseAfter: PauseAfter = (bytes) => throttle.pauseAfter(client, bytes);
      const closes = reply.getHeader('connection') === 'close' || !reply.raw.shouldKeepAlive;
      if (!closes || typeof payload !== 'string') {
        const rest = drainInput(raw, { ...BOUNDS, ms: NO_TIME_LIMIT }, pauseAfter);
        void rest.then((isWhole) => isWhole || raw.socket.destroy());
        return done(null, payload);
      }
      const answer = Buffer.from(payload);
      reply.header('content-length', answer.byteLength);
      return done(null, endedAfter(answer, drainInput(raw, BOUNDS, pauseAfter)));
    });
  },
  { name: 'lingering-close' },
);

/** Injected requests have no `complete`: they have arrived once they are read to their end. */
const hasArrived = (request: IncomingMessage): boolean => request.complete || request.readableEnded;

/** Sends the response at once, and ends it when the wait is over. */
function endedAfter(answer: Buffer, wait: Promise<unknown>): Readable {
  const body = new Readable({ read: () => undefined });
  body.push(answer);
  void wait.then(() => body.push(null));
  return body;
}

/**
 * Drops input until it ends or a bound is reached. A source that has ended or closed emits nothing more.
 * @param pauseAfter milliseconds to wait after so many bytes
 * @returns false when a bound was reached
 */
export async function drainInput(
  source: Readable,
  { ms, bytes }: { readonly ms: number | null; readonly bytes: number } = BOUNDS,
  pauseAfter: PauseAfter = () => 0,
): Promise<boolean> {
  if (source.readableEnded || source.destroyed) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const end = () => resolve(true);
  let left = bytes;
  let pause: NodeJS.Timeout | undefined;
  const onData = (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) resolve(false);
    const waitMs = pauseAfter(chunk.byteLength);
    if (waitMs === 0) return;
    source.pause();
    pause = setTimeout(() => source.resume(), waitMs);
  };
  const timer = ms === null ? undefined : setTimeout(() => resolve(false), ms);
  source.on('data', onData).once('end', end).once('close', end).once('error', end);
  const isWhole = await promise;
  clearTimeout(timer);
  clearTimeout(pause);
  source.off('data', onData);
  return isWhole;
}

/** Bytes that each connection has sent, when its response was sent and when it was last looked at. */
const bytesRead = new WeakMap<Socket, { readonly atEnd: number; last: number }>();
const unparsedPace = new ReadThrottle();

/** Answers a connection that the HTTP parser has given up. Called again for all later bytes. */
export function endLingering(socket: Socket, answer: () => string): void {
  const read = bytesRead.get(socket);
  if (read !== undefined) {
    const client = normaliseAddress(String(socket.remoteAddress)) ?? 'unknown';
    const waitMs = unparsedPace.pauseAfter(client, socket.bytesRead - read.last);
    read.last = socket.bytesRead;
    if (read.last - read.atEnd > BOUNDS.bytes) socket.destroy();
    else if (waitMs > 0) pauseFor(socket, waitMs);
    return;
  }
  bytesRead.set(socket, { atEnd: socket.bytesRead, last: socket.bytesRead });
  socket.end(answer());
  const timer = setTimeout(() => socket.destroy(), BOUNDS.ms);
  socket.once('close', () => clearTimeout(timer));
}

function pauseFor(socket: Socket, ms: number): void {
  socket.pause();
  const timer = setTimeout(() => socket.resume(), ms);
  socket.once('close', () => clearTimeout(timer));
}
