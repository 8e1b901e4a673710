import { readFile } from 'node:fs/promises';
import type { App } from '../app-types.ts';
import { FOR_A_DAY, IMMUTABLE, REVALIDATED, StaticFile } from '../pages/static-file.ts';
import { contentSecurityPolicy } from '../plugins/security-headers.ts';

const FOLDER = new URL('../pages/home/', import.meta.url);
const STYLES_PLACE = '__STYLES__';
/** A style sheet and an icon from this server; no script. */
const helmet = contentSecurityPolicy({
  'default-src': ["'none'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
});

/** The page at the server's root, with links to the documentation, and the icon of all pages. */
export async function homeRoutes(app: App): Promise<void> {
  const [html = '', css = '', svg = '', ico = ''] = await Promise.all(
    ['page.html', 'page.css', 'favicon.svg', 'favicon.ico'].map((name) => readFile(new URL(name, FOLDER))),
  );
  const styles = new StaticFile(css, 'text/css; charset=utf-8', IMMUTABLE);
  const stylesPath = `/assets/home-${styles.hash}.css`;
  const page = new StaticFile(
    html.toString().replace(STYLES_PLACE, stylesPath),
    'text/html; charset=utf-8',
    REVALIDATED,
  );
  const files = {
    '/': page,
    [stylesPath]: styles,
    '/favicon.svg': new StaticFile(svg, 'image/svg+xml', FOR_A_DAY),
    '/favicon.ico': new StaticFile(ico, 'image/vnd.microsoft.icon', FOR_A_DAY),
  };
  for (const [path, file] of Object.entries(files)) {
    app.get(path, { exposeHeadRoute: true, helmet }, (request, reply) => file.send(request, reply));
  }
}
