import Fastify, { type FastifyServerOptions } from 'fastify';
import type { App } from './app-types.ts';
import type { HttpDeps } from './deps.ts';
import { refusalCors } from './plugins/browser-security/cors.ts';
import { trustFunction } from './plugins/client-address/trust-proxy.ts';
import { sendError } from './plugins/error-handling/error-handler.ts';
import { refuseConnect, refuseMalformed } from './plugins/error-handling/protocol-errors.ts';
import { MAX_PARAM_LENGTH } from './plugins/error-handling/unknown-routes.ts';
import { shareConnections } from './plugins/fair-share/connection-capacity.ts';
import { scheduleRequests } from './plugins/fair-share/request-scheduler.ts';
import { logController } from './plugins/observability/access-log.ts';
import { requestIdOf } from './plugins/observability/request-id.ts';
import { gatherTinyChunks } from './plugins/request-bodies/tiny-chunks.ts';
import { MIN_BODY_LIMIT } from './validation/body-limit.ts';
import { validatorCompiler } from './validation/compiler.ts';

/** Time for a whole request to arrive: an upload of 25 MB on a slow line. */
const REQUEST_TIMEOUT_MS = 300_000;

/** Fastify loads its own validator and serializer unless both are given at its creation. Its types know the schemas of those alone. */
const OWN_COMPILERS = {
  compilersFactory: {
    buildValidator: () => validatorCompiler,
    // The tests check responses against the routes' schemas, so nothing is dropped or converted at run time.
    buildSerializer: () => () => JSON.stringify,
  },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

export function createServer({ settings, ids, logger, maxConnections = Number.POSITIVE_INFINITY }: HttpDeps): App {
  const app = Fastify({
    // The multipart parser logs the headers of a request at trace level, cookies included.
    loggerInstance: logger.child({}, { redact: ['busboyOptions.headers'] }),
    logController,
    genReqId: (request) => requestIdOf(request, ids),
    trustProxy: trustFunction(settings.trustProxy),
    bodyLimit: MIN_BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Our plugins refuse both, in the envelope.
    return503OnClosing: false,
    http: { requireHostHeader: false },
    exposeHeadRoutes: true,
    schemaController: OWN_COMPILERS,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      refusalCors(settings.webOrigins, request, reply);
      sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseMalformed(error as NodeJS.ErrnoException, socket, ids),
  });
  scheduleRequests(app.server);
  gatherTinyChunks(app.server);
  // Node would refuse expectations other than `100-continue` outside our envelope. A server may ignore them.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  refuseConnect(app.server, ids);
  shareConnections(app.server, maxConnections, (max) =>
    logger.warn(
      { connections: max },
      'Connections are at their limit; raise the limit of open files (ulimit -n) to accept more',
    ),
  );
  return app as unknown as App;
}
