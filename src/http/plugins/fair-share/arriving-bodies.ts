/**
 * Fair share of the memory for request bodies that have not arrived whole. A client that sends a megabyte but for its last byte, on each of
 * its connections, would otherwise hold gigabytes for the minutes that slow clients have.
 */
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { clientAddress } from '../client-address/client-address.ts';
import { type Holding, MemoryShare } from './memory-share.ts';
import { throttled } from './throttled.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route streams its form to the disk, so that backpressure bounds it. */
    streamsForm?: true;
  }
}

const MAX_BYTES = 128 * 1024 * 1024;
/** Memory of a piece beside its bytes, measured. A client can make a piece of every byte. */
const PIECE_BYTES = 512;

interface ArrivingOptions {
  readonly maxBytes?: number;
}

export const arrivingBodies = fp<ArrivingOptions>(
  async (app, { maxBytes = MAX_BYTES }) => {
    const share = new MemoryShare(maxBytes);
    const bodies = new WeakMap<IncomingMessage, ArrivingBody>();
    const report = throttled(() =>
      app.log.warn(
        { bytes: maxBytes },
        'Request bodies on their way are at their limit of memory; disconnected the slowest senders',
      ),
    );
    // Runs before the listener that gathers tiny pieces, and so counts what that passes on.
    app.server.prependListener('request', (raw) => {
      if (hasBody(raw)) bodies.set(raw, new ArrivingBody(raw));
    });
    // Held before other hooks ask a store: bodies arrive meanwhile.
    app.addHook('onRequest', (request, _reply, done) => {
      const { raw } = request;
      if (!isStreamed(request)) {
        bodies.get(raw)?.hold(
          share.hold(clientAddress(request), () => raw.socket.destroy()),
          report,
        );
      }
      done();
    });
    // The rest of a refused body is dropped as it comes.
    app.addHook('onSend', ({ raw }, _reply, payload, done) => {
      bodies.get(raw)?.release();
      done(null, payload);
    });
  },
  { name: 'arriving-bodies' },
);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isStreamed = ({ raw, routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.streamsForm === true && /^multipart\//i.test(raw.headers['content-type'] ?? '');

/** Counts at `push`: a listener for `data` would start the stream too early. */
class ArrivingBody {
  readonly #request: IncomingMessage;
  #holding: Holding | null = null;
  #onEnded: () => void = () => undefined;
  /** Bytes that arrived before the body was held. */
  #bytes = 0;

  constructor(request: IncomingMessage) {
    this.#request = request;
    const push = request.push.bind(request);
    request.push = (piece: Buffer | null) => {
      if (piece !== null) this.#add(piece.byteLength + PIECE_BYTES);
      return push(piece);
    };
  }

  /** @param onEnded called when bodies were ended for this one, which may be this one */
  hold(holding: Holding, onEnded: () => void): void {
    this.#holding = holding;
    this.#onEnded = onEnded;
    const release = () => this.release();
    this.#request.once('end', release).once('close', release);
    this.#add(this.#bytes);
  }

  release(): void {
    this.#holding?.release();
  }

  #add(bytes: number): void {
    if (this.#holding === null) this.#bytes += bytes;
    else if (this.#holding.add(bytes) > 0) this.#onEnded();
  }
}
