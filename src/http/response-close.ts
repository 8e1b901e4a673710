import type { ServerResponse } from 'node:http';

const listenersOf = new WeakMap<ServerResponse, Set<() => void>>();

/**
 * Calls the listener once, when the response was sent or its client disconnected. A response has one `close` listener for all of
 * these: Fastify, the SSE plugin and Node's streams add their own, and Node takes more than ten for a leak.
 */
export function onResponseClose(response: ServerResponse, listener: () => void): void {
  const known = listenersOf.get(response);
  if (known !== undefined) {
    known.add(listener);
    return;
  }
  const listeners = new Set([listener]);
  listenersOf.set(response, listeners);
  response.once('close', () => {
    for (const each of listeners) each();
  });
}
