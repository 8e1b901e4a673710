/** Responses to what never becomes a request of the app: malformed HTTP and CONNECT. Each closes its connection. */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Ids } from '../../../ports/clock.ts';
import { errorCatalogue } from '../../errors/catalogue.ts';
import { requestIdOf } from '../observability/request-id.ts';
import { endLingering } from '../request-bodies/lingering-close.ts';

interface Refusal {
  readonly status: number;
  readonly code: 'METHOD_NOT_ALLOWED' | 'UNREADABLE_REQUEST';
  readonly requestId: string;
  /** Whole lines. */
  readonly headers?: string;
}

/** By Node's error code. */
const STATUS_OF_ERROR: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

export function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket, ids: Ids): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = STATUS_OF_ERROR[error.code ?? ''] ?? 400;
  endLingering(socket, () => responseOf({ status, code: 'UNREADABLE_REQUEST', requestId: ids.next() }));
}

/** Node hands a `CONNECT` over as a bare socket, and closes it without a response when nobody listens. */
export function refuseConnect(server: Server, ids: Ids): void {
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    // The connection may be reset, and nobody else listens any more.
    socket.on('error', () => socket.destroy());
    const headers = 'Allow: GET, HEAD, POST, PATCH, DELETE\r\n';
    const requestId = requestIdOf(request, ids);
    const answer = () =>
      responseOf({ status: errorCatalogue.METHOD_NOT_ALLOWED.status, code: 'METHOD_NOT_ALLOWED', requestId, headers });
    endLingering(socket as Socket, answer);
    // Bytes are read and dropped, so that a close of the other end is noticed.
    socket.on('data', () => endLingering(socket as Socket, answer));
  });
}

function responseOf({ status, code, requestId, headers = '' }: Refusal): string {
  const body = JSON.stringify({ success: false, message: errorCatalogue[code].message, code, requestId });
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\n${headers}` +
    `X-Request-Id: ${requestId}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}
