import type { FastifyReply } from 'fastify';

/** Aborts on client disconnect. Watches the response, since a request whose body was read emits no event on a disconnect. */
export function abortOnDisconnect(reply: FastifyReply): AbortController {
  const disconnect = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnect.abort();
  });
  return disconnect;
}
