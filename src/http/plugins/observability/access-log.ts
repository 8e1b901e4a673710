import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import fp from 'fastify-plugin';
import { onResponseClose } from '../../response-close.ts';

/** Fastify's own request lines contain whole URLs. */
export const logController = new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' });

/** Logs one line per request, with the route's pattern and nothing that a person may have written. Client disconnects are logged too. */
export const accessLog = fp(
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      const { raw } = reply;
      onResponseClose(raw, () => {
        // Fastify calls `onResponse` for responses that finished or failed.
        if (raw.writableFinished || raw.errored !== null) return;
        logRequest(request, reply, { ...(raw.headersSent ? statusOf(reply) : {}), clientDisconnected: true });
      });
    });
    app.addHook('onResponse', async (request, reply) => logRequest(request, reply, statusOf(reply)));
  },
  { name: 'access-log' },
);

const statusOf = ({ statusCode }: FastifyReply) => ({ status: statusCode });

function logRequest({ method, routeOptions, log }: FastifyRequest, reply: FastifyReply, outcome: object): void {
  const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
  log.info({ method, route: routeOptions.url ?? 'unknown', ...outcome, milliseconds }, 'request');
}
