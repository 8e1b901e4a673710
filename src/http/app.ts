/** Plugins are registered in the order in which their hooks run. */
import { fastifySSE } from '@fastify/sse';
import type { FastifyInstance } from 'fastify';
import type { App } from './app-types.ts';
import { AnswerInterrupts } from './channels/answer-interrupts.ts';
import { Channels } from './channels/channels.ts';
import { createServer } from './create-server.ts';
import type { HttpDeps } from './deps.ts';
import { ApiDocument } from './openapi/document.ts';
import { readHomePages } from './pages/home/home-pages.ts';
import { noStore } from './plugins/browser-security/no-store.ts';
import { requireHost } from './plugins/browser-security/require-host.ts';
import { securityHeaders } from './plugins/browser-security/security-headers.ts';
import { ignoreForwardedHost } from './plugins/client-address/trust-proxy.ts';
import { errorHandler } from './plugins/error-handling/error-handler.ts';
import { unknownRoutes } from './plugins/error-handling/unknown-routes.ts';
import { arrivingBodies } from './plugins/fair-share/arriving-bodies.ts';
import { streamAdmission } from './plugins/fair-share/stream-admission.ts';
import { unsentResponses } from './plugins/fair-share/unsent-responses.ts';
import { furtherListeners } from './plugins/further-listeners.ts';
import { idempotencyDecorators } from './plugins/idempotency/idempotency.ts';
import { accessLog } from './plugins/observability/access-log.ts';
import { metrics } from './plugins/observability/metrics.ts';
import { requestId } from './plugins/observability/request-id.ts';
import { tracing } from './plugins/observability/tracing.ts';
import { rateLimiting } from './plugins/rate-limiting/rate-limiting.ts';
import { readinessGate, requireReadiness } from './plugins/readiness-gate.ts';
import { bodyLimits } from './plugins/request-bodies/body-limits.ts';
import { contentEncoding } from './plugins/request-bodies/content-encoding.ts';
import { jsonOnly } from './plugins/request-bodies/json-only.ts';
import { lingeringClose } from './plugins/request-bodies/lingering-close.ts';
import { refuseFaultyFraming } from './plugins/request-bodies/request-framing.ts';
import { AnswerStreams } from './routes/answers/answer-streams.ts';
import { imageRoutes } from './routes/chatbots/images.ts';
import { healthAndMetricsRoutes } from './routes/health-and-metrics.ts';
import { consoleRoutes } from './routes/pages/console.ts';
import { documentationRoutes } from './routes/pages/documentation.ts';
import { homeRoutes } from './routes/pages/home.ts';
import { widgetScriptRoutes } from './routes/widget/widget-script.ts';
import { ownerScope } from './scopes/owner-scope.ts';
import { widgetScope } from './scopes/widget-scope.ts';

const HEARTBEAT_MS = 10_000;

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
    await app.register(ownerScope, { prefix: '/api/', ...streaming });
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

/** Routes of pages of any site, without authentication. */
async function imageScope(app: FastifyInstance, { deps }: { readonly deps: HttpDeps }): Promise<void> {
  await app.register(noStore);
  await app.register(requireReadiness);
  await app.register(imageRoutes, deps);
}
