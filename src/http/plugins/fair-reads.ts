import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { FairQueue } from '../../lib/fair-queue.ts';
import { onResponseClose } from '../response-close.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets the caller's next read begin; null for requests that take no turn. */
    endRead: (() => void) | null;
  }
}

/** Reads of one caller at a time. A page of long messages takes some 15 ms of the event loop and three megabytes. */
const READS_AT_ONCE = 4;
const READS = new Set(['GET', 'HEAD']);

interface FairReadsOptions {
  /** Account of an owner, address of a visitor. */
  readonly callerOf: (request: FastifyRequest) => string;
}

/**
 * Fair share of the stores: a caller who asks for hundreds of pages at once, by pipelining or on many connections, waits for their own
 * pages and delays nobody else. Must be registered after the plugin that identifies the caller.
 */
export const fairReads = fp<FairReadsOptions>(
  async (app, { callerOf }) => {
    const queue = new FairQueue({ concurrency: Number.POSITIVE_INFINITY, perKey: READS_AT_ONCE });
    app.decorateRequest('endRead', null);
    app.addHook('onRequest', async (request, reply) => {
      if (!READS.has(request.method) || request.routeOptions.config.opensStream === true) return;
      const caller = callerOf(request);
      request.endRead = queue.tryAcquire(caller);
      const closing = new AbortController();
      onResponseClose(reply.raw, () => {
        closing.abort();
        request.endRead?.();
      });
      if (request.endRead !== null) return;
      request.endRead = await queue.acquire(caller, closing.signal).catch(() => null);
      if (request.endRead === null) reply.hijack();
    });
    // Not at the end of the response: a slow reader would hold the turn.
    app.addHook('onSend', (request, _reply, _payload, done) => {
      request.endRead?.();
      done();
    });
  },
  { name: 'fair-reads' },
);
