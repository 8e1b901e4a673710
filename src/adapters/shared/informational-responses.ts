import type { ClientRequest } from 'node:http';

/** Servers send one or two: 100 Continue, 103 Early Hints. */
const MAX_INFORMATIONAL = 20;

/** Ends a request whose server sends informational responses without end, which no other limit counts. */
export function limitInformationalResponses(request: ClientRequest): void {
  let received = 0;
  request.on('information', () => {
    received += 1;
    if (received > MAX_INFORMATIONAL)
      request.destroy(new Error(`More than ${MAX_INFORMATIONAL} informational responses`));
  });
}
