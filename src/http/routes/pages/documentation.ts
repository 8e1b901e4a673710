import type { App } from '../../app-types.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { ApiDocument } from '../../openapi/document.ts';
import { PageFiles } from '../../pages/docs/page-files.ts';
import { REVALIDATED, StaticFile } from '../../pages/static-file.ts';
import { contentSecurityPolicy } from '../../plugins/browser-security/security-headers.ts';

const DOCUMENT = '/openapi.json';
const PAGE = '/docs';
/** The page has inline scripts and styles. Nothing is loaded from elsewhere. */
const helmet = contentSecurityPolicy({
  'default-src': ["'self'"],
  'script-src': ["'self'", "'unsafe-inline'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'worker-src': ["'self'", 'blob:'],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
});

export async function documentationRoutes(app: App, { document }: { readonly document: ApiDocument }): Promise<void> {
  let documentFile: StaticFile | undefined;
  app.get(DOCUMENT, async (request, reply) => {
    documentFile ??= new StaticFile(await document.text(), 'application/json; charset=utf-8', REVALIDATED);
    return documentFile.send(request, reply.header('Access-Control-Allow-Origin', '*'));
  });

  const page = new PageFiles(DOCUMENT);
  app.get(PAGE, { helmet }, async (_request, reply) => reply.redirect(`${PAGE}/`, 301));
  app.get(`${PAGE}/*`, { helmet }, async (request, reply) => {
    const file = await page.find(new URL(request.url, 'http://page').pathname.slice(PAGE.length));
    if (file === null) throw new ApiError('ROUTE_NOT_FOUND');
    return file.send(request, reply);
  });
}
