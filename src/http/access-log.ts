import { type FastifyInstance, LogController } from 'fastify';

/** Fastify's own lines hold addresses with whatever stands in them. Ours name the route by its pattern. */
export const logController = new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' });

/** One line a request, without anything a person may have written into it. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, log } = request;
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
    log.info({ method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, milliseconds }, 'request');
  });
}
