import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export interface ForwardProxy {
  readonly url: string;
  /** `CONNECT host:port` of each tunnel, and `POST url` of each request that it passed on itself. */
  readonly passed: readonly string[];
  /** `Proxy-Authorization` of each of them. */
  readonly authorizations: readonly (string | undefined)[];
  close(): Promise<void>;
}

/** An HTTP proxy as companies have between their machines and the internet. */
export async function startForwardProxy(): Promise<ForwardProxy> {
  const passed: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    passed.push(`${method} ${url}`);
    authorizations.push(headers['proxy-authorization']);
    const onward = request(url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', ({ url = '', headers }, socket, head) => {
    passed.push(`CONNECT ${url}`);
    authorizations.push(headers['proxy-authorization']);
    const { hostname, port } = new URL(`http://${url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [onward, socket]) end.on('error', () => [onward, socket].map((each) => each.destroy()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    authorizations,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
