/** The HTTP side of the service, over whatever stands behind its dependencies. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { fastifyCookie } from '@fastify/cookie';
import { fastifyCors } from '@fastify/cors';
import { fastifySSE } from '@fastify/sse';
import Fastify, { type FastifyInstance } from 'fastify';
import { logController, logRequests } from './access-log.ts';
import type { App } from './app-types.ts';
import type { HttpDeps } from './deps.ts';
import { ApiError } from './errors/api-error.ts';
import { answerWithError, installErrorAnswers } from './errors/error-answers.ts';
import { ownerOrAddress, visitor } from './idempotency/callers.ts';
import { EXPOSED_HEADERS, expectIdempotencyKeys, honourIdempotencyKeys, noteBody } from './idempotency/honour-keys.ts';
import { Metrics } from './metrics.ts';
import { ApiDocument } from './openapi/document.ts';
import { Openings } from './openings.ts';
import { requestIdOf, tellRequestIds } from './request-ids.ts';
import { accountRoutes } from './routes/accounts.ts';
import { chatbotConversationRoutes } from './routes/chatbot-conversations.ts';
import { chatbotRoutes } from './routes/chatbots.ts';
import { dataSourceRoutes } from './routes/data-sources.ts';
import { documentationRoutes } from './routes/documentation.ts';
import { fileUploadRoutes } from './routes/file-upload.ts';
import { imageUploadRoutes } from './routes/image-upload.ts';
import { imageRoutes } from './routes/images.ts';
import { operationRoutes } from './routes/operation.ts';
import { widgetChatRoutes } from './routes/widget-chat.ts';
import { widgetKeyRoutes } from './routes/widget-keys.ts';
import { addSecurityHeaders, forbidCaching } from './security-headers.ts';
import { SessionCookies } from './session/cookies.ts';
import { refuseCrossSite } from './session/cross-site.ts';
import { requireSession } from './session/owner.ts';
import { SessionTokens } from './session/tokens.ts';
import { validatorCompiler } from './validation/compiler.ts';
import { AnswerStreams } from './widget/answer-streams.ts';
import { KeyUsage } from './widget/key-usage.ts';
import { letPagesRead, requireWidgetKey } from './widget/widget-access.ts';

const JSON_LIMIT = 1024 * 1024;
/** For a whole request to arrive: an upload of 25 MB on a slow line. */
const REQUEST_TIMEOUT_MS = 300_000;
const HEARTBEAT_MS = 10_000;

/** @returns the app, ready to listen. `close` lets running answers finish; `deps.cutOff` ends those that take too long. */
export async function buildApp(deps: HttpDeps): Promise<FastifyInstance> {
  const { settings, health } = deps;
  const app = createServer(deps);
  installErrorAnswers(app);
  takeJsonOnly(app);
  tellRequestIds(app);
  requireHost(app);
  logRequests(app);
  const openings = new Openings(app, health);
  const metrics = new Metrics(health, deps.registry);
  metrics.observe(app);
  addSecurityHeaders(app, settings.publicUrl);
  const document = new ApiDocument(app);
  await app.register(fastifySSE, { heartbeatInterval: HEARTBEAT_MS });
  app.decorateRequest('owner', null);
  app.decorateRequest('widgetKey', null);
  expectIdempotencyKeys(app);

  await app.register(operationRoutes, { health, metrics });
  await app.register(documentationRoutes, { document });
  if (deps.serves !== 'operation') await serveApi(app, deps, openings);
  for (const extension of deps.extensions ?? []) await app.register(extension);
  await app.ready();
  return app;
}

async function serveApi(app: App, deps: HttpDeps, openings: Openings): Promise<void> {
  // With a slash at the end: the preflights of `/api/chat` would else be those of `/api/chatbots` too.
  await app.register((scope) => sessionScope(scope as App, deps, openings), { prefix: '/api/' });
  await app.register((scope) => widgetScope(scope as App, deps, openings), { prefix: '/api/chat/' });
  await app.register((scope) => imageScope(scope as App, deps, openings), { prefix: '/uploads/' });
}

function createServer({ settings, ids, logger }: HttpDeps): App {
  const app = Fastify({
    // The parser of multipart forms shows the headers of a request when tracing, cookies and all.
    loggerInstance: logger.child({}, { redact: ['busboyOptions.headers'] }),
    logController,
    genReqId: (request) => requestIdOf(request, ids),
    // One proxy: the address it saw is the last one named, and whatever stands before is the client's own invention.
    trustProxy: settings.trustProxy ? (_address: string, hop: number) => hop < 1 : false,
    bodyLimit: JSON_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Both refused in the envelope, by ourselves.
    return503OnClosing: false,
    http: { requireHostHeader: false },
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      answerWithError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseMalformed(error as NodeJS.ErrnoException, socket, ids.next()),
  });
  // Node would refuse other expectations than `100-continue` outside our envelope; a server may as well pass over them.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setValidatorCompiler(validatorCompiler);
  // The tests hold what is answered to the routes' schemas; at run time there is nothing to drop or to convert.
  app.setSerializerCompiler(() => JSON.stringify);
  return app as unknown as App;
}

/** RFC 9112, section 3.2. */
function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion === '1.1') throw new ApiError('UNREADABLE_REQUEST');
  });
}

/** Bodies are JSON. Keys that reach for an object's prototype are dropped like any other that nobody knows. */
function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    noteBody(request, body);
    // Clients that always name a content type send none of it where nothing is asked for.
    if (body === '') done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}

/** For owners: a session in cookies, and therefore no other site's pages. */
async function sessionScope(app: App, deps: HttpDeps, openings: Openings): Promise<void> {
  const { settings, secrets, clock } = deps;
  forbidCaching(app);
  openings.guard(app);
  if (settings.webOrigins.length > 0) {
    await app.register(fastifyCors, {
      origin: [...settings.webOrigins],
      credentials: true,
      methods: ['GET', 'POST', 'PATCH', 'DELETE'],
      exposedHeaders: ['ETag', 'X-Request-Id', 'Retry-After', ...EXPOSED_HEADERS],
      strictPreflight: false,
    });
  }
  app.addHook('onRequest', refuseCrossSite(new Set([new URL(settings.publicUrl).origin, ...settings.webOrigins])));
  await app.register(fastifyCookie);
  honourIdempotencyKeys(app, ownerOrAddress, deps);
  const tokens = new SessionTokens(secrets, clock);
  const cookies = new SessionCookies(settings.publicUrl);
  await app.register(accountRoutes, { ...deps, tokens, cookies });
  await app.register(async (owners) => {
    requireSession(owners, tokens, deps);
    await owners.register(chatbotRoutes, deps);
    await owners.register(chatbotConversationRoutes, deps);
    await owners.register(dataSourceRoutes, deps);
    await owners.register(fileUploadRoutes, deps);
    await owners.register(imageUploadRoutes, deps);
    await owners.register(widgetKeyRoutes, deps);
  });
}

/** For pages anywhere: a widget key, and no cookies. */
async function widgetScope(app: App, deps: HttpDeps, openings: Openings): Promise<void> {
  letPagesRead(app);
  forbidCaching(app);
  openings.guard(app);
  const usage = new KeyUsage(deps.counters, (error) =>
    app.log.warn({ err: error }, 'Key usage could not be written yet'),
  );
  app.addHook('onClose', () => usage.close());
  requireWidgetKey(app, usage, deps);
  honourIdempotencyKeys(app, visitor, deps);
  const streams = new AnswerStreams(deps.cutOff ?? new AbortController().signal);
  await app.register(widgetChatRoutes, { ...deps, streams });
}

/** For pages anywhere, and whoever knows the address: nobody is asked who they are. */
async function imageScope(app: App, deps: HttpDeps, openings: Openings): Promise<void> {
  forbidCaching(app);
  openings.guard(app);
  await app.register(imageRoutes, deps);
}

/** What is no HTTP request gets an answer in the envelope all the same, and the connection ends. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const message = 'The request could not be read';
  const body = JSON.stringify({ success: false, message, code: 'UNREADABLE_REQUEST', requestId });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Request-Id: ${requestId}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
