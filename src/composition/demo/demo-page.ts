import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync } from 'fastify';

/** Allows the page's own script and requests to this server only. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";

const folder = new URL('../../../demo/', import.meta.url);

export interface DemoAccess {
  readonly chatbotId: string;
  readonly apiKey: string;
}

/** @param access null while the demo is being prepared */
export function demoPage(access: () => DemoAccess | null): FastifyPluginAsync {
  return async (app) => {
    const [html, css, js] = await Promise.all(
      ['page.html', 'page.css', 'page.js'].map((name) => readFile(new URL(name, folder), 'utf8')),
    );
    app.get('/demo', async (_request, reply) => {
      const known = access();
      if (known === null)
        return reply.code(503).header('retry-after', '1').type('text/plain').send('The demo is still starting');
      // Escaped, so that nothing in the JSON can end the script element.
      const config = JSON.stringify({ ...known, apiUrl: '/api' }).replaceAll('<', '\\u003c');
      return reply
        .header('content-security-policy', POLICY)
        .type('text/html; charset=utf-8')
        .send((html ?? '').replace('"__CONFIG__"', () => config));
    });
    app.get('/demo/page.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(css));
    app.get('/demo/page.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(js));
  };
}
