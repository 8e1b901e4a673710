import { compile } from '@fastify/proxy-addr';
import fp from 'fastify-plugin';
import type { TrustProxy } from '../../../ports/shared-settings/trust-proxy.ts';
import { bareAddress } from './client-address.ts';

type Trust = (address: string, hop: number) => boolean;

/** Fastify's `trustProxy`: called for each address from the nearest on. */
export function trustFunction(trusted: TrustProxy): Trust | false {
  if (trusted === false) return false;
  if (trusted === true) return (_address, hop) => hop < 1;
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  const isTrusted = compile([...trusted]);
  return (address, hop) => isTrusted(bareAddress(String(address)), hop);
}

/** Fastify would take a trusted proxy's `X-Forwarded-Host` for the requested host. */
export const ignoreForwardedHost = fp(
  async (app) => {
    app.addHook('onRequest', async ({ raw }) => {
      delete raw.headers['x-forwarded-host'];
    });
  },
  { name: 'ignore-forwarded-host' },
);
