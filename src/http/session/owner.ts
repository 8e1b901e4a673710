import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CommandContext } from '../../log/event-store.ts';
import type { HttpDeps } from '../deps.ts';
import { ApiError } from '../errors/api-error.ts';
import { commandIdOf } from '../idempotency/honour-keys.ts';
import { accessTokenOf } from './cookies.ts';
import type { AccessClaims, SessionTokens } from './tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session it is; null on routes that need none. */
    owner: AccessClaims | null;
  }
}

/** The session an access token stands for, if both are good: a session that has ended takes its tokens with it at once. */
export async function sessionOf(
  request: FastifyRequest,
  tokens: SessionTokens,
  { queries, clock }: Pick<HttpDeps, 'queries' | 'clock'>,
): Promise<AccessClaims | null> {
  const token = accessTokenOf(request);
  const claims = token === undefined ? null : await tokens.readAccessToken(token);
  if (claims === null) return null;
  const accountId = await queries.sessions.accountOf(claims.sessionId, clock.now());
  return accountId === claims.accountId ? claims : null;
}

/** From here on every request needs a session. Asked before a body is read. */
export function requireSession(
  app: FastifyInstance,
  tokens: SessionTokens,
  deps: Pick<HttpDeps, 'queries' | 'clock'>,
): void {
  app.addHook('onRequest', async (request) => {
    const owner = await sessionOf(request, tokens, deps);
    if (owner === null) throw new ApiError('AUTHENTICATION_REQUIRED');
    request.owner = owner;
  });
}

/** The account of a route behind `requireSession`. */
export function ownerId(request: FastifyRequest): string {
  if (request.owner === null) throw new ApiError('AUTHENTICATION_REQUIRED');
  return request.owner.accountId;
}

/** A command of the request's owner. */
export function ownersCommand(
  request: FastifyRequest,
  { ids, clock }: Pick<HttpDeps, 'ids' | 'clock'>,
): CommandContext {
  const actor = { kind: 'account', id: ownerId(request) } as const;
  return { commandId: commandIdOf(request, ids), actor, at: clock.now(), requestId: request.id };
}
