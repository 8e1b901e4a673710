/**
 * Fair share of the memory for responses that clients have not read yet. A client that never reads would otherwise hold as many pages of
 * megabytes as its rate allows. When the share is used up, the client with the most unsent bytes loses its oldest response.
 */
import fp from 'fastify-plugin';
import { isShared } from '../../pages/static-file.ts';
import { onResponseClose } from '../../response-close.ts';
import { clientAddress } from '../client-address/client-address.ts';
import { MemoryShare } from './memory-share.ts';
import { throttled } from './throttled.ts';

const MAX_BYTES = 128 * 1024 * 1024;
/** Smaller responses weigh little more than their connections. */
const MIN_BYTES = 16 * 1024;

interface UnsentOptions {
  readonly maxBytes?: number;
}

export const unsentResponses = fp<UnsentOptions>(
  async (app, { maxBytes = MAX_BYTES }) => {
    const share = new MemoryShare(maxBytes);
    const report = throttled(() =>
      app.log.warn(
        { bytes: maxBytes },
        'Unsent responses are at their limit of memory; ended those of the slowest readers',
      ),
    );
    app.addHook('onSend', (request, { raw }, payload, done) => {
      const bytes = bytesOf(payload);
      if (bytes >= MIN_BYTES) {
        const holding = share.hold(clientAddress(request), () => raw.destroy());
        onResponseClose(raw, holding.release);
        if (holding.add(bytes) > 0) report();
      }
      done();
    });
  },
  { name: 'unsent-responses' },
);

/** UTF-16 units of a string. Streams are bounded by backpressure, so they count as none. */
function bytesOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  return payload instanceof Uint8Array && !isShared(payload) ? payload.byteLength : 0;
}
