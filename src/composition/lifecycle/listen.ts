import { lookup } from 'node:dns/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { errorCode } from '../../lib/thrown.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** The preferred address first. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/**
 * Listens at the configured host; for `localhost`, at each of its addresses.
 * @returns the first address @throws Error that says which variable to change
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: Address,
  resolve: Resolve = resolveHost,
): Promise<string> {
  const [first = host, ...others] = host === 'localhost' ? await resolve(host) : [host];
  const address = await app.listen({ host: first, port }).catch((error: unknown) => {
    throw whyNotListening(error, { host, port });
  });
  for (const other of others) await listenAlso(app, { host: other, port: Number(new URL(address).port) });
  return address;
}

async function resolveHost(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return [...new Set(found.map(({ address }) => address))];
}

/** A machine without IPv6 may still name `::1` in its hosts file. */
async function listenAlso(app: FastifyInstance, { host, port }: Address): Promise<void> {
  try {
    await app.furtherListeners.listen(host, port);
  } catch (error) {
    if (errorCode(error) !== 'EADDRNOTAVAIL' && errorCode(error) !== 'EAFNOSUPPORT') {
      throw whyNotListening(error, { host, port });
    }
  }
}

/** Returns the error itself when there is no advice on it. */
export function whyNotListening(error: unknown, { host, port }: Address): unknown {
  const advice = adviceOn(errorCode(error), host, port);
  return advice === null ? error : new Error(advice, { cause: error });
}

function adviceOn(code: unknown, host: string, port: number): string | null {
  const where = `Cannot listen on ${host.includes(':') ? `[${host}]` : host}:${port}`;
  switch (code) {
    case 'EADDRINUSE': {
      const other = port < 65_535 ? port + 1 : port - 1;
      return `${where}: another program uses port ${port}. Stop that one, or choose another port, for example PORT=${other}.`;
    }
    case 'EACCES':
      return `${where}: this user may not use port ${port}. Choose a port from 1024 on, for example PORT=3000.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${where}: ${host} is not an address of this machine (${code}). Set HOST to one that is, for example HOST=127.0.0.1.`;
    default:
      return null;
  }
}
