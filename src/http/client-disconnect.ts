import type { FastifyReply } from 'fastify';
import { onResponseClose } from './response-close.ts';

/** Aborts on client disconnect. Watches the response, since a request whose body was read emits no event on a disconnect. */
export function abortOnDisconnect(reply: FastifyReply): AbortController {
  const disconnect = new AbortController();
  onResponseClose(reply.raw, () => {
    if (!reply.raw.writableFinished) disconnect.abort();
  });
  return disconnect;
}
