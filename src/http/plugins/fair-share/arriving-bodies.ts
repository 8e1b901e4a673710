/**
 * Fair share of the memory for request bodies that have not arrived whole. They are kept until they can be parsed: a client that sends
 * a megabyte but for its last byte, on each of its connections, would otherwise hold gigabytes for the minutes that slow clients have.
 */
import type { IncomingMessage } from 'node:http';
import fp from 'fastify-plugin';
import { clientAddress } from '../client-address/client-address.ts';
import { MemoryShare } from './memory-share.ts';
import { occasionally } from './occasionally.ts';

const MAX_BYTES = 128 * 1024 * 1024;
/** Smaller bodies weigh little more than their connections. */
const MIN_BYTES = 16 * 1024;

interface ArrivingOptions {
  readonly maxBytes?: number;
}

export const arrivingBodies = fp<ArrivingOptions>(
  async (app, { maxBytes = MAX_BYTES }) => {
    const share = new MemoryShare(maxBytes);
    const releases = new WeakMap<IncomingMessage, () => void>();
    const report = occasionally(() =>
      app.log.warn(
        { bytes: maxBytes },
        'Request bodies on their way are at their limit of memory; disconnected the slowest senders',
      ),
    );
    app.addHook('preParsing', (request, _reply, payload, done) => {
      const { raw } = request;
      if (isKept(raw)) {
        const holding = share.hold(clientAddress(request), () => raw.socket.destroy());
        releases.set(raw, holding.release);
        raw.once('end', holding.release).once('close', holding.release);
        countPieces(raw, (bytes) => {
          if (holding.add(bytes) > 0) report();
        });
      }
      done(null, payload);
    });
    // The rest of a refused body is dropped as it comes.
    app.addHook('onSend', (request, _reply, payload, done) => {
      releases.get(request.raw)?.();
      done(null, payload);
    });
  },
  { name: 'arriving-bodies' },
);

/** Forms are streamed to the disk. */
const isKept = ({ headers }: IncomingMessage): boolean =>
  !/^multipart\//i.test(headers['content-type'] ?? '') &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MIN_BYTES);

/** Includes what waits to be read. A listener for `data` would start the stream too early. */
function countPieces(request: IncomingMessage, count: (bytes: number) => void): void {
  const push = request.push.bind(request);
  count(request.readableLength);
  request.push = (piece: Buffer | null) => {
    if (piece !== null) count(piece.byteLength);
    return push(piece);
  };
}
