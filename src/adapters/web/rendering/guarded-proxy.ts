/**
 * Loopback proxy for all traffic of the browser, restricted to the addresses that `Web` allows. Each page has its own credentials,
 * which attribute its requests and bytes.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';
import { chunkCost } from '../../../lib/chunk-cost.ts';
import { limitInformationalResponses } from '../../shared/informational-responses.ts';
import type { AddressGuard } from '../address-guard.ts';
import type { PageBudget } from './page-budget.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const MAX_HEADER_BYTES = 32 * 1024;
/** Hop-by-hop headers (RFC 9110), which are not forwarded. */
const HOP_BY_HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export interface ProxyAccess {
  /** `http://127.0.0.1:<port>` */
  readonly server: string;
  readonly username: string;
  readonly password: string;
}

export class GuardedProxy {
  readonly #guard: AddressGuard;
  readonly #server: Server;
  readonly #pages = new Map<string, PageBudget>();
  readonly #tunnels = new Set<Socket>();

  private constructor(guard: AddressGuard) {
    this.#guard = guard;
    this.#server = http.createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) =>
      this.#forward(request, response),
    );
    this.#server.on('connect', (request, socket, head) => this.#tunnel(request, socket as Socket, head));
    this.#server.on('clientError', (_error, socket) => socket.destroy());
  }

  static async open(guard: AddressGuard): Promise<GuardedProxy> {
    const proxy = new GuardedProxy(guard);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    proxy.#server.unref();
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Creates credentials for a page, valid until `leave`. */
  admit(page: PageBudget): ProxyAccess {
    const username = randomBytes(16).toString('hex');
    const password = randomBytes(16).toString('hex');
    this.#pages.set(credentials(username, password), page);
    return { server: this.address, username, password };
  }

  leave({ username, password }: ProxyAccess): void {
    this.#pages.delete(credentials(username, password));
  }

  async close(): Promise<void> {
    for (const socket of this.#tunnels) socket.destroy();
    this.#server.close();
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  #pageOf(request: IncomingMessage): PageBudget | null {
    return this.#pages.get(request.headers['proxy-authorization'] ?? '') ?? null;
  }

  /** `GET http://host/path` */
  #forward(request: IncomingMessage, response: ServerResponse): void {
    const page = this.#pageOf(request);
    if (page === null) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="page"' }).end();
      return;
    }
    const url = URL.parse(request.url ?? '');
    const agents = url?.protocol === 'http:' ? this.#guard.agentsFor(url) : null;
    if (url === null || agents === null || !page.takeRequest()) {
      response.writeHead(403).end();
      return;
    }
    const onward = http.request(url, {
      method: request.method,
      agent: agents.http,
      lookup: agents.lookup,
      maxHeaderSize: MAX_HEADER_BYTES,
      timeout: CONNECT_TIMEOUT_MS,
      headers: forwarded(request.headers),
    });
    limitInformationalResponses(onward);
    const fail = () => {
      onward.destroy();
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    };
    // Without a listener, an upgrade ends in neither a response nor an error.
    onward.on('timeout', fail).on('error', fail).on('upgrade', fail);
    onward.on('response', (answer) => {
      // Node parses a status such as 000 and throws when it is to be sent.
      const { statusCode: status = 0 } = answer;
      if (status < 200) return fail();
      response.writeHead(status, forwarded(answer.headers));
      pipeline(answer, counting(page), response, () => {});
    });
    pipeline(request, counting(page), onward, () => {});
    response.on('close', () => onward.destroy());
  }

  /** `CONNECT host:port`: https and web sockets. */
  #tunnel(request: IncomingMessage, socket: Socket, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const page = this.#pageOf(request);
    if (page === null) {
      socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="page"\r\nContent-Length: 0\r\n\r\n',
      );
      return;
    }
    // The URL parser normalises hosts such as `0x7f.1:443`.
    const url = URL.parse(`https://${request.url ?? ''}`);
    const agents = url === null ? null : this.#guard.agentsFor(url);
    if (url === null || agents === null || !page.takeRequest()) {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const onward = connect({ host, port: Number(url.port || '443'), lookup: agents.lookup });
    for (const one of [socket, onward]) {
      this.#tunnels.add(one);
      one.on('close', () => this.#tunnels.delete(one));
    }
    onward.setTimeout(CONNECT_TIMEOUT_MS, () => onward.destroy());
    onward.on('error', () => socket.destroy());
    onward.on('connect', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      if (head.length > 0) onward.write(head);
      pipeline(onward, counting(page), socket, () => onward.destroy());
      pipeline(socket, onward, () => socket.destroy());
    });
  }
}

const credentials = (username: string, password: string) =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

function forwarded(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const endToEnd: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_BY_HOP_HEADERS.has(name)) endToEnd[name] = value;
  }
  return endToEnd;
}

/** Counts bytes; closes the connection when the page exceeds its budget. */
const counting = (page: PageBudget): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (page.takeBytes(chunkCost(chunk))) done(null, chunk);
      else done(new Error('The page exceeds its budget of bytes'));
    },
  });
