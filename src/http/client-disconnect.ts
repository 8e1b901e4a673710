import type { FastifyReply } from 'fastify';

/** Aborts on client disconnect. It watches the response: a request whose body was read does not tell. */
export function abortOnDisconnect(reply: FastifyReply): AbortController {
  const disconnect = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnect.abort();
  });
  return disconnect;
}
