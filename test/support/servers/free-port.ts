import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux gives to whatever names none, such as each outgoing connection: those are taken again at any moment. */
const LOWEST = 20_000;
const HIGHEST = 32_767;
const ATTEMPTS = 100;

/** A port that nobody listens on, for a program that must be told one. It is still free when the program has started. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${ATTEMPTS} ports between ${LOWEST} and ${HIGHEST} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    if (server.listening) {
      server.close();
      await once(server, 'close');
    }
  }
}
