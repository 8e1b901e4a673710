import { hash } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { accountSubject, chatbotSubject } from '../../../domain/key-subjects.ts';
import type { CommandContext } from '../../../event-log/event-store.ts';
import type { HttpDeps } from '../../deps.ts';
import { ApiError } from '../../errors/api-error.ts';
import { clientAddress, networkOf } from '../client-address/client-address.ts';
import { commandIdOf } from '../idempotency/idempotency.ts';
import type { Caller } from '../idempotency/request-claims.ts';
import { accessTokenOf, refreshTokenOf } from './cookies.ts';
import type { AccessClaims, SessionTokens } from './session-tokens.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` on routes that need no session. */
    owner: AccessClaims | null;
  }
}

export const sessionCookies = fp(
  async (app) => {
    await app.register(fastifyCookie);
    app.decorateRequest('owner', null);
  },
  { name: 'session-cookies' },
);

type SessionDeps = Pick<HttpDeps, 'queries' | 'clock'> & { readonly tokens: SessionTokens };

/** Refuses requests before their body is read. */
export const requireSession = fp<SessionDeps>(
  async (app, deps) => {
    app.addHook('onRequest', async (request) => {
      const owner = await sessionOf(request, deps);
      if (owner === null) throw new ApiError('AUTHENTICATION_REQUIRED');
      request.owner = owner;
    });
  },
  { name: 'require-session', decorators: { request: ['owner'] } },
);

/** @returns null unless the access token is valid and its session is active */
export async function sessionOf(
  request: FastifyRequest,
  { tokens, queries, clock }: SessionDeps,
): Promise<AccessClaims | null> {
  const claims = await claimsOf(request, tokens);
  if (claims === null) return null;
  const accountId = await queries.sessions.accountOf(claims.sessionId, clock.now());
  return accountId === claims.accountId ? claims : null;
}

/** Checks the token alone; its session may have ended. */
export async function claimsOf(request: FastifyRequest, tokens: SessionTokens): Promise<AccessClaims | null> {
  const token = accessTokenOf(request);
  return token === undefined ? null : tokens.readAccessToken(token);
}

export function ownerId(request: FastifyRequest): string {
  return ownerSession(request).accountId;
}

export function ownerSession({ owner }: FastifyRequest): AccessClaims {
  if (owner === null) throw new ApiError('AUTHENTICATION_REQUIRED');
  return owner;
}

export function ownerCommandContext(
  request: FastifyRequest,
  { ids, clock }: Pick<HttpDeps, 'ids' | 'clock'>,
): CommandContext {
  const actor = { kind: 'account', id: ownerId(request) } as const;
  return { commandId: commandIdOf(request, ids), actor, at: clock.now(), requestId: request.id };
}

/**
 * Account or client address, for idempotency keys. Routes without a body add the refresh token, as their response belongs to one session;
 * register and login differ by the credentials in the body.
 */
export function ownerOrAddress(request: FastifyRequest): Caller {
  const { owner } = request;
  if (owner !== null) {
    const { chatbotId, id } = request.params as { chatbotId?: string; id?: string };
    const named = chatbotId ?? id;
    const subject = named === undefined ? accountSubject(owner.accountId) : chatbotSubject(named);
    return { name: `account/${owner.accountId}`, group: `account/${owner.accountId}`, subject };
  }
  const { url, schema } = request.routeOptions;
  const hasBody = schema?.body !== undefined;
  const token = hasBody ? '' : (refreshTokenOf(request) ?? '');
  const address = clientAddress(request);
  const group = hasBody ? anonymousGroup(address) : `route/${url}`;
  return { name: JSON.stringify(['address', address, token]), group, subject: null };
}

/** Callers without an account share these bounds of stored responses, since one caller may use any number of addresses. */
const ANONYMOUS_GROUPS = 16;

/** A flood from one network evicts stored responses of one group only. */
function anonymousGroup(address: string): string {
  const [group = 0] = hash('sha256', networkOf(address), 'buffer');
  return `anonymous/${group % ANONYMOUS_GROUPS}`;
}
