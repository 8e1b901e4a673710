import type { App } from '../app-types.ts';
import { PageFiles } from '../docs-page/page-files.ts';
import { ApiError } from '../errors/api-error.ts';
import type { ApiDocument } from '../openapi/document.ts';
import type { SecurityHeaders } from '../security-headers.ts';

const DOCUMENT = '/openapi.json';
const PAGE = '/docs';
/** The page's own scripts and styles, which it writes into itself; nothing from elsewhere. */
const securityHeaders: SecurityHeaders = {
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
export async function documentationRoutes(app: App, { document }: { readonly document: ApiDocument }): Promise<void> {
  app.get(DOCUMENT, async (_request, reply) => {
    const text = await document.text();
    return reply.type('application/json; charset=utf-8').header('Access-Control-Allow-Origin', '*').send(text);
  });

  const page = new PageFiles(DOCUMENT);
  app.get(PAGE, { config: { securityHeaders } }, async (_request, reply) => reply.redirect(`${PAGE}/`, 301));
  app.get(`${PAGE}/*`, { config: { securityHeaders } }, async (request, reply) => {
    const file = await page.find(new URL(request.url, 'http://page').pathname.slice(PAGE.length));
    if (file === null) throw new ApiError('ROUTE_NOT_FOUND');
    return reply.type(file.contentType).send(file.bytes);
  });
}
