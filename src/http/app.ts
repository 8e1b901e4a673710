/** Plugins are registered in the order in which their hooks run. */
import { fastifySSE } from '@fastify/sse';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { App } from './app-types.ts';
import { AnswerInterrupts } from './channels/answer-interrupts.ts';
import { Channels } from './channels/channels.ts';
import type { HttpDeps } from './deps.ts';
import { ApiDocument } from './openapi/document.ts';
import { readHomePages } from './pages/home/home-pages.ts';
import { ownerCors, refusalCors, widgetCors } from './plugins/browser-security/cors.ts';
import { refuseCrossSite } from './plugins/browser-security/cross-site.ts';
import { noStore } from './plugins/browser-security/no-store.ts';
import { requireHost } from './plugins/browser-security/require-host.ts';
import { securityHeaders } from './plugins/browser-security/security-headers.ts';
import { clientAddress } from './plugins/client-address/client-address.ts';
import { ignoreForwardedHost, trustFunction } from './plugins/client-address/trust-proxy.ts';
import { errorHandler, sendError } from './plugins/error-handling/error-handler.ts';
import { refuseConnect, refuseMalformed } from './plugins/error-handling/protocol-errors.ts';
import { MAX_PARAM_LENGTH, unknownRoutes } from './plugins/error-handling/unknown-routes.ts';
import { arrivingBodies } from './plugins/fair-share/arriving-bodies.ts';
import { shareConnections } from './plugins/fair-share/connection-capacity.ts';
import { fairReads } from './plugins/fair-share/fair-reads.ts';
import { scheduleRequests } from './plugins/fair-share/request-scheduler.ts';
import { streamAdmission } from './plugins/fair-share/stream-admission.ts';
import { unsentResponses } from './plugins/fair-share/unsent-responses.ts';
import { furtherListeners } from './plugins/further-listeners.ts';
import { idempotency, idempotencyDecorators } from './plugins/idempotency/idempotency.ts';
import { accessLog, logController } from './plugins/observability/access-log.ts';
import { metrics } from './plugins/observability/metrics.ts';
import { requestId, requestIdOf } from './plugins/observability/request-id.ts';
import { tracing } from './plugins/observability/tracing.ts';
import { limitByAddress, limitOwners, limitVisitors, rateLimiting } from './plugins/rate-limiting/rate-limiting.ts';
import { readinessGate, requireReadiness } from './plugins/readiness-gate.ts';
import { bodyLimits } from './plugins/request-bodies/body-limits.ts';
import { contentEncoding } from './plugins/request-bodies/content-encoding.ts';
import { jsonOnly } from './plugins/request-bodies/json-only.ts';
import { lingeringClose } from './plugins/request-bodies/lingering-close.ts';
import { refuseFaultyFraming } from './plugins/request-bodies/request-framing.ts';
import { gatherTinyChunks } from './plugins/request-bodies/tiny-chunks.ts';
import { SessionCookies } from './plugins/session/cookies.ts';
import { PasswordResetTokens } from './plugins/session/password-reset-tokens.ts';
import { ownerId, ownerOrAddress, requireSession, sessionCookies } from './plugins/session/session.ts';
import { SessionTokens } from './plugins/session/session-tokens.ts';
import { requireWidgetKey, visitor } from './plugins/widget-key/widget-key.ts';
import { currentUserRoutes } from './routes/accounts/current-user.ts';
import { passwordResetRoutes } from './routes/accounts/password-resets.ts';
import { sessionRoutes } from './routes/accounts/sessions.ts';
import { usageRoutes } from './routes/accounts/usage.ts';
import { AnswerStreams } from './routes/answers/answer-streams.ts';
import { testChatRoutes } from './routes/answers/test-chat.ts';
import { auditRoutes } from './routes/audit/audit.ts';
import { explanationRoutes } from './routes/audit/explanations.ts';
import { leadExportRoutes } from './routes/audit/lead-export.ts';
import { chatbotRoutes } from './routes/chatbots/chatbots.ts';
import { imageUploadRoutes } from './routes/chatbots/image-upload.ts';
import { imageRoutes } from './routes/chatbots/images.ts';
import { widgetKeyRoutes } from './routes/chatbots/widget-keys.ts';
import { chatbotConversationRoutes } from './routes/conversations/chatbot-conversations.ts';
import { eventRoutes } from './routes/conversations/events.ts';
import { satisfactionRoutes } from './routes/conversations/satisfaction.ts';
import { takeoverRoutes } from './routes/conversations/takeovers.ts';
import { healthAndMetricsRoutes } from './routes/health-and-metrics.ts';
import { consoleRoutes } from './routes/pages/console.ts';
import { documentationRoutes } from './routes/pages/documentation.ts';
import { homeRoutes } from './routes/pages/home.ts';
import { dataSourceRoutes } from './routes/sources/data-sources.ts';
import { fileUploadRoutes } from './routes/sources/file-upload.ts';
import { widgetChatRoutes } from './routes/widget/widget-chat.ts';
import { widgetEventRoutes } from './routes/widget/widget-events.ts';
import { widgetHandoffRoutes } from './routes/widget/widget-handoff.ts';
import { widgetScriptRoutes } from './routes/widget/widget-script.ts';
import { MIN_BODY_LIMIT } from './validation/body-limit.ts';
import { validatorCompiler } from './validation/compiler.ts';

/** Time for a whole request to arrive: an upload of 25 MB on a slow line. */
const REQUEST_TIMEOUT_MS = 300_000;
const HEARTBEAT_MS = 10_000;

/** Fastify loads its own validator and serializer unless both are given at its creation. Its types know the schemas of those alone. */
const OWN_COMPILERS = {
  compilersFactory: {
    buildValidator: () => validatorCompiler,
    // The tests check responses against the routes' schemas, so nothing is dropped or converted at run time.
    buildSerializer: () => () => JSON.stringify,
  },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

/** @returns the app, ready to listen. `close` lets running responses finish; `deps.cutOff` ends those that take too long. */
export async function buildApp(deps: HttpDeps): Promise<FastifyInstance> {
  const { settings, health } = deps;
  const app = createServer(deps);
  await app.register(errorHandler);
  await app.register(jsonOnly);
  await app.register(contentEncoding);
  await app.register(bodyLimits);
  await app.register(arrivingBodies);
  await app.register(lingeringClose);
  await app.register(requestId);
  await app.register(ignoreForwardedHost);
  await app.register(requireHost);
  await app.register(refuseFaultyFraming);
  await app.register(accessLog);
  await app.register(unsentResponses);
  await app.register(streamAdmission);
  await app.register(tracing);
  await app.register(readinessGate, { health });
  await app.register(metrics, { health, registry: deps.registry });
  await app.register(securityHeaders, { publicUrl: settings.publicUrl });
  await app.register(rateLimiting, deps);
  const pages = await readHomePages();
  await app.register(unknownRoutes, { ...pages, origins: settings.webOrigins });
  await app.register(idempotencyDecorators);
  await app.register(fastifySSE, { heartbeatInterval: HEARTBEAT_MS });
  const document = new ApiDocument(app);

  await app.register(healthAndMetricsRoutes, { health });
  await app.register(documentationRoutes, { document });
  await app.register(homeRoutes, pages);
  if (deps.serves !== 'operation') {
    // Prefixes end in a slash, or `/api/chat` would answer the preflights of `/api/chatbots` too.
    const channels = openChannels(app as unknown as App, deps);
    const streams = new AnswerStreams(deps.cutOff ?? new AbortController().signal);
    const streaming = { deps, channels, streams, interrupts: new AnswerInterrupts(deps.feed) };
    await app.register(sessionScope, { prefix: '/api/', ...streaming });
    await app.register(widgetScope, { prefix: '/api/chat/', ...streaming });
    await app.register(imageScope, { prefix: '/uploads/', deps });
    await app.register(widgetScriptRoutes, deps);
    await app.register(consoleRoutes, deps);
  }
  for (const extension of deps.extensions ?? []) await app.register(extension);
  await app.register(furtherListeners);
  await app.ready();
  return app;
}

/** Event streams never end by themselves: they are ended before the server waits for its connections. */
function openChannels(app: FastifyInstance, deps: HttpDeps): Channels {
  const channels = new Channels({
    ...deps,
    report: ({ message, error }) => app.log.warn({ err: error }, message),
  });
  app.addHook('preClose', async () => channels.close());
  return channels;
}

interface ScopeOptions {
  readonly deps: HttpDeps;
}

interface StreamingScopeOptions extends ScopeOptions {
  readonly channels: Channels;
  readonly streams: AnswerStreams;
  readonly interrupts: AnswerInterrupts;
}

/** Routes of owners. Sessions are cookies, so pages of other sites are refused. */
async function sessionScope(app: FastifyInstance, options: StreamingScopeOptions): Promise<void> {
  const { deps, channels, streams, interrupts } = options;
  const { settings, secrets, clock } = deps;
  const { publicUrl, webOrigins } = settings;
  const tokens = new SessionTokens(secrets, clock);
  const cookies = new SessionCookies(publicUrl);
  await app.register(noStore);
  await app.register(requireReadiness);
  await app.register(ownerCors, { origins: webOrigins });
  await app.register(limitByAddress, { rate: 'address' });
  await app.register(refuseCrossSite, { publicUrl, webOrigins });
  await app.register(sessionCookies);
  await app.register(idempotency, { ...deps, callerOf: ownerOrAddress });
  await app.register(sessionRoutes, { ...deps, tokens, cookies });
  await app.register(currentUserRoutes, { ...deps, tokens, cookies });
  const resetTokens = new PasswordResetTokens(secrets.passwordResets, clock);
  await app.register(passwordResetRoutes, { ...deps, tokens, cookies, resetTokens });
  await app.register(async (owners) => {
    await owners.register(requireSession, { ...deps, tokens });
    await owners.register(limitOwners);
    await owners.register(fairReads, { callerOf: ownerId });
    await owners.register(usageRoutes, deps);
    await owners.register(chatbotRoutes, deps);
    await owners.register(testChatRoutes, { ...deps, streams, interrupts });
    await owners.register(chatbotConversationRoutes, deps);
    await owners.register(satisfactionRoutes, deps);
    await owners.register(explanationRoutes, deps);
    await owners.register(leadExportRoutes, deps);
    await owners.register(takeoverRoutes, deps);
    await owners.register(eventRoutes, { ...deps, channels });
    await owners.register(dataSourceRoutes, deps);
    await owners.register(fileUploadRoutes, deps);
    await owners.register(imageUploadRoutes, deps);
    await owners.register(widgetKeyRoutes, deps);
    await owners.register(auditRoutes, deps);
  });
}

/** Routes of pages of any site, with a widget key and no cookies. */
async function widgetScope(app: FastifyInstance, options: StreamingScopeOptions): Promise<void> {
  const { deps, channels, streams, interrupts } = options;
  await app.register(widgetCors);
  await app.register(noStore);
  await app.register(limitByAddress, { rate: 'widget-address' });
  await app.register(requireReadiness);
  await app.register(requireWidgetKey, deps);
  await app.register(limitVisitors);
  await app.register(fairReads, { callerOf: clientAddress });
  await app.register(idempotency, { ...deps, callerOf: visitor });
  await app.register(widgetChatRoutes, { ...deps, streams, interrupts });
  await app.register(widgetHandoffRoutes, deps);
  await app.register(widgetEventRoutes, { ...deps, channels });
}

/** Routes of pages of any site, without authentication. */
async function imageScope(app: FastifyInstance, { deps }: ScopeOptions): Promise<void> {
  await app.register(noStore);
  await app.register(requireReadiness);
  await app.register(imageRoutes, deps);
}

function createServer({ settings, ids, logger, maxConnections = Number.POSITIVE_INFINITY }: HttpDeps): App {
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
