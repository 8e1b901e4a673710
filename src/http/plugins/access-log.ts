import { LogController } from 'fastify';
import fp from 'fastify-plugin';

/** Disables Fastify's own request lines, which contain whole URLs. */
export const logController = new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' });

/** Logs one line a request, with the route's pattern and nothing that a person may have written. */
export const accessLog = fp(
  async (app) => {
    app.addHook('onResponse', async (request, reply) => {
      const { method, routeOptions, log } = request;
      const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
      log.info({ method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, milliseconds }, 'request');
    });
  },
  { name: 'access-log' },
);
