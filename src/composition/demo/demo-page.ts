/** The page of `npm run demo`, served from the server's root. */
import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync } from 'fastify';

/** The page runs its own script and talks to this server, and nothing else. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";

const folder = new URL('../../../demo/', import.meta.url);

/** What the page must know; set once the demo has been prepared. */
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
      if (known === null) return reply.code(503).header('retry-after', '1').type('text/plain').send('One moment…');
      // JSON within HTML: nothing in it may end the script element.
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
