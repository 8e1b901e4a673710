import { readFile } from 'node:fs/promises';
import { contentSecurityPolicy } from '../../plugins/browser-security/security-headers.ts';
import type { NotFoundPage } from '../../plugins/error-handling/unknown-routes.ts';
import { FOR_A_DAY, IMMUTABLE, REVALIDATED, StaticFile } from '../static-file.ts';

const STYLES_PLACE = '__STYLES__';
const HTML = 'text/html; charset=utf-8';

/** A style sheet and an icon from this server; no script. */
export const HOME_HELMET = contentSecurityPolicy({
  'default-src': ["'none'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
});

export interface HomePages {
  /** Keyed by path. */
  readonly files: Readonly<Record<string, StaticFile>>;
  /** Page for browsers at an unknown path. */
  readonly notFound: NotFoundPage;
}

export async function readHomePages(): Promise<HomePages> {
  const names = ['page.html', 'not-found.html', 'page.css', 'favicon.svg', 'favicon.ico'];
  const contents = await Promise.all(names.map((name) => readFile(new URL(name, import.meta.url))));
  const [html = '', notFound = '', css = '', svg = '', ico = ''] = contents;
  const styles = new StaticFile(css, 'text/css; charset=utf-8', IMMUTABLE);
  const stylesPath = `/assets/home-${styles.hash}.css`;
  const styled = (page: Buffer | string) => page.toString().replace(STYLES_PLACE, stylesPath);
  return {
    files: {
      '/': new StaticFile(styled(html), HTML, REVALIDATED),
      [stylesPath]: styles,
      '/favicon.svg': new StaticFile(svg, 'image/svg+xml', FOR_A_DAY),
      '/favicon.ico': new StaticFile(ico, 'image/vnd.microsoft.icon', FOR_A_DAY),
    },
    notFound: { html: styled(notFound), helmet: HOME_HELMET },
  };
}
