import type { ClientRequest } from 'node:http';

/** Servers send one or two: 100 Continue, 103 Early Hints. */
const MAX_INFORMATION = 20;

/** Ends a request whose server sends informational responses without end, which no other limit counts. */
export function limitInformation(request: ClientRequest): void {
  let received = 0;
  request.on('information', () => {
    received += 1;
    if (received > MAX_INFORMATION) request.destroy(new Error(`More than ${MAX_INFORMATION} informational responses`));
  });
}
