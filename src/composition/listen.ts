import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** Listens where the configuration says. @returns the address @throws Error that says which variable to change */
export async function listen(app: FastifyInstance, { host, port }: Address): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    throw whyNotListening(error, { host, port });
  }
}

/** Returns the error itself when there is no advice on it. */
export function whyNotListening(error: unknown, { host, port }: Address): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const advice = adviceOn(code, host, port);
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
