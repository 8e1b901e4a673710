import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { App } from '../app-types.ts';

const DOCUMENT = '/openapi.json';
/** The page's own scripts and styles, which it writes into itself; nothing from elsewhere. */
const helmet = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'", "'unsafe-inline'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'", 'data:'],
      'worker-src': ["'self'", 'blob:'],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
  },
};

/** The OpenAPI document, and a page to read and try it. */
export async function documentationRoutes(app: App): Promise<void> {
  let document: string | undefined;
  app.get(DOCUMENT, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').header('Access-Control-Allow-Origin', '*').send(document);
  });

  // Four megabytes of script that most starts never need: loaded when somebody first looks.
  let page: Promise<FastifyInstance> | undefined;
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    page ??= openPage();
    const { statusCode, headers, rawPayload } = await (await page).inject({ method: 'GET', url: request.url });
    const { 'content-type': type, location } = headers;
    if (typeof location === 'string') reply.header('Location', location);
    return reply
      .code(statusCode)
      .type(type ?? 'text/html')
      .send(rawPayload);
  };
  app.get('/docs', { helmet }, show);
  app.get('/docs/*', { helmet }, show);
}

async function openPage(): Promise<FastifyInstance> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const page = Fastify();
  await page.register(apiReference, {
    routePrefix: '/docs',
    configuration: {
      url: DOCUMENT,
      pageTitle: 'Chatledger API',
      withDefaultFonts: false,
      telemetry: false,
      // The page is for reading and trying this API: nothing on it leads to services of others.
      showDeveloperTools: 'never',
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  await page.ready();
  return page;
}
