import type { IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import type { FetchedPage, FetchFailure, FetchOptions, Web } from '../../ports/content/web.ts';
import { AddressGuard } from './address-guard.ts';
import { dispositionFileName } from './content-disposition.ts';
import { fetchFailure, fetchFailureOf, notAllowed, retryAfter, timedOut } from './failures.ts';
import { requestOnce } from './request-once.ts';
import { readBody } from './response-body.ts';
import { statusReason } from './status-reason.ts';

export interface SafeWebOptions {
  /** `ChatledgerBot/1.0 (+https://chat.example.com)` */
  readonly userAgent: string;
  /** `host:port` of private hosts that are allowed. */
  readonly allowHosts: readonly string[];
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Default: the system's resolver. */
  readonly resolve?: LookupFunction;
}

interface FinalResponse {
  readonly response: IncomingMessage;
  readonly url: URL;
  /** URLs that were redirected, first to last. */
  readonly redirects: readonly string[];
}

/** Requests so far. */
interface Trail {
  /** `null` for an address that is no URL. */
  target: URL | null;
  readonly redirects: string[];
}

const MAX_REDIRECTS = 10;
const POST_REDIRECTED = 'The server redirected a POST request';
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** SSRF-safe client for untrusted URLs. */
export class SafeWeb implements Web {
  readonly #options: SafeWebOptions;
  readonly #guard: AddressGuard;

  constructor(options: SafeWebOptions) {
    this.#options = options;
    this.#guard = new AddressGuard(options.allowHosts, options.resolve);
  }

  async fetchPage(url: string, options: FetchOptions): Promise<FetchedPage | FetchFailure> {
    options.signal.throwIfAborted();
    const timeout = AbortSignal.timeout(options.timeoutMs);
    const signal = AbortSignal.any([options.signal, timeout]);
    const trail: Trail = { target: URL.parse(url), redirects: [] };
    try {
      const reached = await this.#follow(trail, options, signal);
      return 'response' in reached ? await this.#readPage(reached, options, signal) : reached;
    } catch (error) {
      options.signal.throwIfAborted();
      if (timeout.aborted) return timedOut(options.timeoutMs);
      return fetchFailureOf(error, trail.target?.host ?? '', options.maxBytes);
    }
  }

  async #follow(trail: Trail, options: FetchOptions, signal: AbortSignal): Promise<FinalResponse | FetchFailure> {
    const { redirects } = trail;
    for (;;) {
      const { target } = trail;
      const agents = target === null ? null : this.#guard.agentsFor(target);
      if (target === null || agents === null) return notAllowed();
      const response = await requestOnce(target, agents, {
        userAgent: this.#options.userAgent,
        conditional: options.conditional,
        post: options.post,
        signal,
      });
      const next = redirectOf(response, target);
      if (next === null) return { response, url: target, redirects };
      discard(response);
      redirects.push(target.href);
      const refusal = this.#refuseRedirect(next, redirects, options);
      if (refusal !== null) return refusal;
      trail.target = next;
    }
  }

  async close(): Promise<void> {
    this.#guard.close();
  }

  #refuseRedirect(next: URL, redirects: readonly string[], options: FetchOptions): FetchFailure | null {
    const refusal = options.refuseRedirect?.(next) ?? (options.post === undefined ? null : POST_REDIRECTED);
    if (this.#guard.agentsFor(next) === null) return notAllowed();
    if (refusal !== null) return fetchFailure('redirect-refused', refusal);
    if (isLoop(redirects)) return fetchFailure('http', 'The page redirects in a circle');
    return redirects.length > MAX_REDIRECTS ? fetchFailure('http', `More than ${MAX_REDIRECTS} redirects`) : null;
  }

  async #readPage(
    { response, url, redirects }: FinalResponse,
    options: FetchOptions,
    signal: AbortSignal,
  ): Promise<FetchedPage | FetchFailure> {
    const notModified = response.statusCode === 304;
    const refusal = notModified ? null : this.#refuseResponse(response, options);
    if (refusal !== null) return refusal;
    const bytes = notModified ? new Uint8Array() : await readBody(response, options, signal);
    if (notModified) discard(response);
    url.hash = '';
    return { ok: true, notModified, url: url.href, redirects, ...headOf(response), bytes };
  }

  /** Ends a response whose status or type is not wanted. */
  #refuseResponse(response: IncomingMessage, options: FetchOptions): FetchFailure | null {
    const { status, contentType, fileName } = headOf(response);
    if (status < 200 || status > 299) {
      discard(response);
      const retryAfterMs = retryAfter(response.headers['retry-after'], this.#options.now());
      return fetchFailure('http', statusReason(status), { status, retryAfterMs });
    }
    if (accepts(options.accept, contentType) || isNamed(fileName, options.acceptNames)) return null;
    response.destroy();
    return fetchFailure('content-type', `Content of type ${mediaTypeOf(contentType)} is not read`, { status });
  }
}

function headOf({ statusCode, headers }: IncomingMessage) {
  return {
    status: statusCode ?? 0,
    contentType: headers['content-type'] ?? '',
    etag: headers.etag ?? null,
    lastModified: headers['last-modified'] ?? null,
    robotsTag: [headers['x-robots-tag'] ?? []].flat().join(', ').slice(0, 2_000) || null,
    refresh: [headers.refresh ?? []].flat()[0] ?? null,
    fileName: dispositionFileName(headers['content-disposition'] ?? ''),
  };
}

/** No cookie is sent, which a second request could bring: a page that redirects twice would do so again. */
const isLoop = (redirects: readonly string[]): boolean =>
  redirects.indexOf(redirects.at(-1) ?? '') < redirects.length - 1;

function redirectOf(response: IncomingMessage, from: URL): URL | null {
  const { location } = response.headers;
  if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return null;
  // Node decodes headers as Latin-1; servers with unescaped URLs send UTF-8.
  return URL.parse(Buffer.from(location, 'latin1').toString('utf8'), from);
}

const MAX_DRAINED_BYTES = 64 * 1024;

/** Drains a small rest so that the connection is reused; closes the connection otherwise. */
function discard(response: IncomingMessage): void {
  const length = Number(response.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  response.on('error', () => {});
  if (length <= MAX_DRAINED_BYTES || response.statusCode === 304) response.resume();
  else response.destroy();
}

const mediaTypeOf = (contentType: string) => (contentType.split(';')[0] ?? '').trim().toLowerCase().slice(0, 100);

const isNamed = (fileName: string | null, endings: readonly string[] = []): boolean =>
  endings.some((ending) => fileName?.toLowerCase().endsWith(ending));

/** A missing content type is accepted; the reader detects the format. */
function accepts(accept: readonly string[] | undefined, contentType: string): boolean {
  const type = mediaTypeOf(contentType);
  return (
    accept === undefined ||
    type === '' ||
    accept.some((wanted) => type === wanted || (wanted.endsWith('/') && type.startsWith(wanted)))
  );
}
