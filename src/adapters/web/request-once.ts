import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { FetchOptions } from '../../ports/content/web.ts';
import { limitInformationalResponses } from '../shared/informational-responses.ts';
import type { Agents } from './public-only-agents.ts';
import { ACCEPT_ENCODING } from './response-body.ts';

const MAX_HEADER_BYTES = 32 * 1024;

export interface RequestOptions {
  readonly userAgent: string;
  readonly conditional: { readonly etag?: string; readonly lastModified?: string } | undefined;
  readonly post: FetchOptions['post'];
  readonly signal: AbortSignal;
}

/** Sends one GET or POST without following redirects. Resolves with the headers. @throws what the connection throws */
export async function requestOnce(url: URL, agents: Agents, options: RequestOptions): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:';
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (secure ? https : http).request({
    // Credentials in a URL are not sent, since the stored URL would keep them.
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    path: `${url.pathname}${url.search}`,
    method: options.post === undefined ? 'GET' : 'POST',
    agent: secure ? agents.https : agents.http,
    lookup: agents.lookup,
    maxHeaderSize: MAX_HEADER_BYTES,
    signal: options.signal,
    headers: {
      'user-agent': options.userAgent,
      accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
      'accept-encoding': ACCEPT_ENCODING,
      ...conditionalHeaders(options.conditional),
      ...(options.post === undefined ? {} : { 'content-type': options.post.contentType }),
    },
  });
  limitInformationalResponses(request);
  request.on('response', resolve);
  request.on('error', reject);
  // Node drops the connection at a response 101 without an error, and the signal does nothing afterwards.
  request.on('close', () => reject(new Error('The connection was closed without a response')));
  request.end(options.post?.body);
  return await promise;
}

function conditionalHeaders(conditional: RequestOptions['conditional']): Record<string, string> {
  const headers: Record<string, string> = {};
  if (conditional?.etag !== undefined) headers['if-none-match'] = conditional.etag;
  if (conditional?.lastModified !== undefined) headers['if-modified-since'] = conditional.lastModified;
  return headers;
}
