import type { FastifyRequest } from 'fastify';
import type { HttpDeps } from '../deps.ts';
import { takeOne } from '../rate-limiting.ts';
import { ownerId } from '../session/owner.ts';

/** For routes that have sources read: counted by account when the request arrives, before its body is read. */
export function limitIngestion({ rateLimits, settings }: Pick<HttpDeps, 'rateLimits' | 'settings'>) {
  const what = { name: 'ingestion', rate: settings.rates.ingestion, code: 'TOO_MANY_REQUESTS' } as const;
  return { onRequest: (request: FastifyRequest) => takeOne(rateLimits, what, ownerId(request)) };
}
