/** Sends requests that no proper client would send. */
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';

/** Headers in order, the same name more than once if need be. */
export type HeaderLines = readonly (readonly [string, string])[];

export interface WireRequest {
  readonly method: string;
  /** Sent as it is, without encoding. */
  readonly path: string;
  readonly headers: HeaderLines;
  readonly body: Buffer | null;
}

export interface WireAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly requestId: string;
  readonly text: string;
}

/** @throws Error when there is no whole answer within the time */
export function exchange(address: string, request: WireRequest, deadlineMs: number): Promise<WireAnswer> {
  const { method, path, headers, body } = request;
  const { hostname, port, host } = new URL(address);
  const length: HeaderLines = body === null ? [] : [['content-length', String(body.byteLength)]];
  const lines: HeaderLines = [['host', host], ['connection', 'close'], ...length, ...headers];
  const signal = AbortSignal.timeout(deadlineMs);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, method, path, headers: lines.flat(), signal }, (response) => {
      const { 'content-type': contentType = '', 'x-request-id': requestId = '' } = response.headers;
      const answered = { status: response.statusCode ?? 0, contentType, requestId: String(requestId) };
      // An event stream that is only read never ends by itself.
      if (method === 'GET' && contentType.startsWith('text/event-stream')) {
        resolve({ ...answered, text: '' });
        response.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ ...answered, text: Buffer.concat(chunks).toString() }));
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

/**
 * Response to these very bytes until the server ends the connection.
 * @param end ends our side after them, like a client that disconnects
 */
export function rawExchange(
  address: string,
  bytes: string,
  { end = false, deadlineMs = 10_000 } = {},
): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    // A URL puts brackets around an IPv6 address.
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () =>
      end ? socket.end(bytes, 'latin1') : socket.write(bytes, 'latin1'),
    );
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No end after ${deadlineMs} ms: ${JSON.stringify(bytes.slice(0, 200))}`));
    }, deadlineMs);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may end the connection while we still write.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => {
      clearTimeout(late);
      resolve(text);
    });
  });
}
