import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** Answer of a route: a page of HTML, or anything else that a server can do. */
export type TestRoute = string | TestAnswer | ((request: IncomingMessage, response: ServerResponse) => void);

export interface TestAnswer {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
  /** Answers with these, one request after the other, and then with the last again. */
  readonly inTurn?: readonly TestAnswer[];
}

export interface TestSite {
  /** `http://127.0.0.1:<port>`, without a slash at its end. */
  readonly url: string;
  /** `127.0.0.1:<port>`: what CRAWL_ALLOW_HOSTS would name. */
  readonly host: string;
  readonly port: number;
  /** Paths asked for, with their query, in order. */
  readonly requests: readonly string[];
  /** When each was asked for, in milliseconds of `performance.now()`. */
  readonly times: readonly number[];
  /** Headers of the last request for a path. */
  headersOf(path: string): IncomingMessage['headers'] | undefined;
  count(path: string): number;
  set(path: string, route: TestRoute): void;
  /** Answer to all paths that have no route of their own. */
  setOthers(route: TestRoute): void;
  close(): Promise<void>;
}

/** A site on loopback that serves the given routes, 404 for all others. */
export async function startTestSite(routes: Record<string, TestRoute> = {}): Promise<TestSite> {
  const table = new Map(Object.entries(routes));
  const requests: string[] = [];
  const times: number[] = [];
  const headers = new Map<string, IncomingMessage['headers']>();
  let others: TestRoute = { status: 404, body: 'Not here' };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    times.push(performance.now());
    headers.set(path, request.headers);
    const earlier = requests.filter((one) => one === path).length - 1;
    answer(table.get(path) ?? others, earlier, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    port,
    requests,
    times,
    headersOf: (path) => headers.get(path),
    count: (path) => requests.filter((one) => one === path).length,
    set: (path, route) => void table.set(path, route),
    setOthers: (route) => {
      others = route;
    },
    close: () => closeServer(server),
  };
}

function answer(route: TestRoute, earlier: number, request: IncomingMessage, response: ServerResponse): void {
  if (typeof route === 'function') {
    route(request, response);
    return;
  }
  const whole = typeof route === 'string' ? { body: route } : route;
  const { status = 200, headers = {}, body = '' } = whole.inTurn?.[Math.min(earlier, whole.inTurn.length - 1)] ?? whole;
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
  response.end(body);
}

async function closeServer(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

export const redirectTo = (location: string, status = 302): TestAnswer => ({
  status,
  headers: { location: Buffer.from(location).toString('latin1') },
});

export const gzipped = (body: string | Uint8Array, type = 'text/html'): TestAnswer => ({
  headers: { 'content-type': type, 'content-encoding': 'gzip' },
  body: gzipSync(body),
});

/** Answers with a page of HTML, or 304 to who holds it already. Returns false for a 304. */
export function sendIfChanged(
  request: IncomingMessage,
  response: ServerResponse,
  { etag, body }: { readonly etag: string; readonly body: string },
): boolean {
  const isSame = request.headers['if-none-match'] === etag;
  response.writeHead(isSame ? 304 : 200, { etag, 'content-type': 'text/html; charset=utf-8' });
  response.end(isSame ? '' : body);
  return !isSame;
}

/** Takes the request and never answers. */
export const silence: TestRoute = () => {};

/** A page with a title, paragraphs and links in its main part. */
export function page(title: string, text: string, links: readonly string[] = []): string {
  const anchors = links.map((href) => `<p>More on <a href="${href}">the page about ${href}</a> is here.</p>`).join('');
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p>${anchors}</main></body></html>`;
}
