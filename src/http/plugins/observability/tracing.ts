import fp from 'fastify-plugin';
import { type Context, context, isUntraced, linksTo, SpanKind, TRACER, trace } from '../../../lib/tracing.ts';
import { onResponseClose } from '../../response-close.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` for requests without a span. */
    traceContext: Context | null;
  }
}

/** Probes and scrapes would outnumber all else. */
const UNTRACED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * One span per request, until its response ends or the client disconnects. The caller's `traceparent` becomes a link and no parent: proxies
 * pass on what strangers send, who could otherwise write into traces and decide what is recorded.
 */
export const tracing = fp(
  async (app) => {
    app.decorateRequest('traceContext', null);
    app.addHook('onRequest', (request, { raw }, done) => {
      const { method, headers, routeOptions } = request;
      const { url: route } = routeOptions;
      if (route !== undefined && UNTRACED.has(route)) return done();
      const span = TRACER.startSpan(route === undefined ? method : `${method} ${route}`, {
        kind: SpanKind.SERVER,
        root: true,
        links: linksTo(headers.traceparent),
        attributes: { 'http.request.method': method, ...(route === undefined ? {} : { 'http.route': route }) },
      });
      if (isUntraced(span)) return done();
      onResponseClose(raw, () => {
        if (raw.headersSent) span.setAttribute('http.response.status_code', raw.statusCode);
        if (!raw.writableFinished) span.setAttribute('error.type', 'client disconnected');
        else if (raw.statusCode >= 500) span.setAttribute('error.type', String(raw.statusCode));
        span.end();
      });
      request.traceContext = trace.setSpan(context.active(), span);
      context.with(request.traceContext, done);
    });
    // Reading a body leaves the context: its bytes come from the socket.
    app.addHook('preValidation', ({ traceContext }, _reply, done) => {
      if (traceContext === null) return done();
      context.with(traceContext, done);
    });
  },
  { name: 'tracing' },
);
