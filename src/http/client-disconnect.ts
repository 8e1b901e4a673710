import type { FastifyReply } from 'fastify';

/**
 * Aborts when the caller goes away before the answer is complete. Of the response, not of the request: a request whose body was
 * read does not tell.
 */
export function abortOnDisconnect(reply: FastifyReply): AbortController {
  const leaving = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort();
  });
  return leaving;
}
