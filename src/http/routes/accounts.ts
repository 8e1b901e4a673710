import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenSession } from '../../commands/sessions.ts';
import { accountSubject } from '../../domain/schema.ts';
import type { CommandContext } from '../../event-log/event-store.ts';
import type { Position } from '../../ports/event-log.ts';
import type { User as UserView } from '../../projections/accounts/queries.ts';
import type { App } from '../app-types.ts';
import type { HttpDeps } from '../deps.ts';
import { ApiError } from '../errors/api-error.ts';
import { rejectionError } from '../errors/rejections.ts';
import { operation, success } from '../openapi/operation.ts';
import { clientAddress } from '../plugins/client-address/client-address.ts';
import { commandIdOf } from '../plugins/idempotency/idempotency.ts';
import { refreshTokenOf, type SessionCookies } from '../plugins/session/cookies.ts';
import { claimsOf, ownerSession, sessionOf } from '../plugins/session/session.ts';
import type { AccessClaims, SessionTokens } from '../plugins/session/tokens.ts';
import {
  AccountChange,
  AccountDeletion,
  Credentials,
  PASSWORD_BYTES,
  Registration,
  UserData,
} from '../schemas/accounts.ts';
import { Confirmation } from '../schemas/common.ts';

const ANONYMOUS = { kind: 'anonymous' } as const;

const register = operation({
  id: 'register',
  tag: 'Accounts',
  access: 'public',
  summary: 'Register',
  description: 'Creates an account and signs in: sets the cookies `access_token` and `refresh_token`.',
  body: Registration,
  success: { 201: UserData },
  answersWith: ['Location', 'Set-Cookie'],
  errors: ['EMAIL_ALREADY_REGISTERED', 'TOO_MANY_REQUESTS', 'CROSS_SITE_REQUEST'],
});

const login = operation({
  id: 'login',
  tag: 'Accounts',
  access: 'public',
  summary: 'Sign in',
  description: 'Sets the cookies `access_token` and `refresh_token`.',
  body: Credentials,
  success: { 200: UserData },
  answersWith: ['Set-Cookie'],
  errors: ['INVALID_CREDENTIALS', 'TOO_MANY_REQUESTS', 'CROSS_SITE_REQUEST'],
});

const refresh = operation({
  id: 'refresh',
  tag: 'Accounts',
  access: 'refresh',
  summary: 'Renew the session',
  description:
    'Returns a new access token and rotates the refresh token. Call it when a request gets 401 although the session should be active. A token that was rotated before ' +
    'counts as stolen and ends its session. Concurrent requests within 10 seconds get the same new token.',
  success: { 200: UserData },
  answersWith: ['Set-Cookie'],
  errors: ['INVALID_REFRESH_TOKEN', 'TOO_MANY_REQUESTS', 'CROSS_SITE_REQUEST'],
});

const logout = operation({
  id: 'logout',
  tag: 'Accounts',
  access: 'public',
  summary: 'Sign out',
  description: 'Ends the session and clears its cookies. The response is the same without a session.',
  success: { 200: Confirmation },
  answersWith: ['Set-Cookie'],
  errors: ['CROSS_SITE_REQUEST'],
});

const me = operation({
  id: 'getCurrentUser',
  tag: 'Accounts',
  access: 'session',
  summary: 'Get the current user',
  description: 'Also checks that the session is active.',
  success: { 200: UserData },
  errors: [],
});

const change = operation({
  id: 'updateCurrentUser',
  tag: 'Accounts',
  access: 'session',
  summary: 'Update the name or the password',
  description: 'A new password requires the current one, and ends every other session of the account.',
  body: AccountChange,
  success: { 200: UserData },
  errors: ['CURRENT_PASSWORD_WRONG', 'TOO_MANY_REQUESTS'],
});

const remove = operation({
  id: 'deleteCurrentUser',
  tag: 'Accounts',
  access: 'session',
  summary: 'Delete the account',
  description:
    'Erases the account for good, with its chatbots, widget keys, sources, conversations, images and sessions, and clears the cookies. ' +
    'The e-mail address may be registered again.',
  body: AccountDeletion,
  success: { 200: Confirmation },
  answersWith: ['Set-Cookie'],
  errors: ['CURRENT_PASSWORD_WRONG', 'TOO_MANY_REQUESTS'],
});

export interface AccountRouteDeps extends Pick<HttpDeps, 'commands' | 'queries' | 'progress' | 'clock' | 'ids'> {
  readonly tokens: SessionTokens;
  readonly cookies: SessionCookies;
}

export async function accountRoutes(app: App, deps: AccountRouteDeps): Promise<void> {
  const { commands, queries, progress, clock, ids, tokens, cookies } = deps;

  const takeAuth = (reply: FastifyReply, whom: string) => app.rateLimiter.take(reply, 'auth', whom);
  /** Counts the request when it arrives, whatever its response. */
  const limited = {
    onRequest: (request: FastifyRequest, reply: FastifyReply) => takeAuth(reply, clientAddress(request)),
  };

  const command = (request: FastifyRequest, actor: CommandContext['actor']): CommandContext => ({
    commandId: commandIdOf(request, ids),
    actor,
    at: clock.now(),
    requestId: request.id,
  });

  async function signIn(request: FastifyRequest, reply: FastifyReply, session: OpenSession): Promise<UserView> {
    request.keyed?.setSubject(accountSubject(session.accountId));
    const user = await queries.accounts.find(session.accountId);
    if (user === null) throw new ApiError('AUTHENTICATION_REQUIRED');
    cookies.set(reply, { access: await tokens.accessToken(session), refresh: tokens.refreshToken(session) });
    return user;
  }

  async function beginSession(request: FastifyRequest, accountId: string): Promise<OpenSession> {
    const started = await commands.sessions.start(accountId, command(request, { kind: 'account', id: accountId }));
    await progress.waitFor(started.position);
    return started.value;
  }

  /** The cleanup worker repeats this if the process ends in between. */
  async function endOtherSessions({ accountId, sessionId }: AccessClaims, changedAt: Position, by: CommandContext) {
    const others = await queries.sessions.othersBefore(accountId, sessionId, changedAt, clock.now());
    const ended = await commands.sessions.endAll(others, by);
    await progress.waitFor(ended.position);
  }

  app.post('/auth/register', { schema: register, ...limited }, async (request, reply) => {
    const { email, password, name } = request.body;
    const input = { email, password, name };
    const registered = await commands.accounts.register(input, command(request, ANONYMOUS));
    await progress.waitFor(registered.position);
    if (!registered.ok) throw rejectionError(registered.rejection);
    const user = await signIn(request, reply, await beginSession(request, registered.value.accountId));
    return reply.code(201).header('Location', '/api/auth/me').send(success({ user }));
  });

  app.post('/auth/login', { schema: login, ...limited }, async (request, reply) => {
    const { email, password } = request.body;
    const known = await commands.accounts.authenticate({ email, password: comparable(password) });
    if (!known.ok) throw rejectionError(known.rejection);
    const session = await beginSession(request, known.value.accountId);
    if (!(await commands.accounts.isStillAuthentic(known.value))) {
      const ended = await commands.sessions.end(session.sessionId, command(request, ANONYMOUS), 'password-change');
      await progress.waitFor(ended.position);
      throw new ApiError('INVALID_CREDENTIALS');
    }
    return success({ user: await signIn(request, reply, session) });
  });

  app.post('/auth/refresh', { schema: refresh, ...limited }, async (request, reply) => {
    const token = refreshTokenOf(request);
    const claims = token === undefined ? null : tokens.readRefreshToken(token);
    if (claims === null) throw new ApiError('INVALID_REFRESH_TOKEN');
    const refreshed = await commands.sessions.refresh(claims, command(request, ANONYMOUS));
    // Also after a refusal: a stolen token has just ended the session, which must hold at once.
    await progress.waitFor(refreshed.position);
    if (!refreshed.ok) throw rejectionError(refreshed.rejection);
    return success({ user: await signIn(request, reply, refreshed.value) });
  });

  app.post('/auth/logout', { schema: logout }, async (request, reply) => {
    const token = refreshTokenOf(request);
    const claims = (token === undefined ? null : tokens.readRefreshToken(token)) ?? (await sessionOf(request, deps));
    if (claims !== null) {
      const ended = await commands.sessions.end(claims.sessionId, command(request, ANONYMOUS));
      await progress.waitFor(ended.position);
    }
    cookies.clear(reply);
    return success({ message: 'Signed out' });
  });

  app.get('/auth/me', { schema: me }, async (request, reply) => {
    const session = await sessionOf(request, deps);
    if (session === null) throw new ApiError('AUTHENTICATION_REQUIRED');
    await app.rateLimiter.take(reply, 'owner-reads', session.accountId);
    const user = await queries.accounts.find(session.accountId);
    if (user === null) throw new ApiError('AUTHENTICATION_REQUIRED');
    return success({ user });
  });

  const ofSession = {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      request.owner = await sessionOf(request, deps);
      if (request.owner === null) throw new ApiError('AUTHENTICATION_REQUIRED');
      await limited.onRequest(request, reply);
    },
  };

  app.patch('/auth/me', { schema: change, ...ofSession }, async (request, reply) => {
    const session = ownerSession(request);
    const { accountId, sessionId } = session;
    const { name, password: next, currentPassword: current } = request.body;
    if (next !== undefined) {
      // By account too, so that a stolen session cannot guess the password from many addresses.
      await takeAuth(reply, `account ${accountId}`);
      if (current === undefined) throw new ApiError('CURRENT_PASSWORD_WRONG');
    }
    const password = next === undefined || current === undefined ? undefined : { current: comparable(current), next };
    const by = command(request, { kind: 'account', id: accountId });
    const changed = await commands.accounts.change(accountId, sessionId, { name, password }, by);
    await progress.waitFor(changed.position);
    if (!changed.ok) throw rejectionError(changed.rejection);
    if (password !== undefined && changed.position !== null) await endOtherSessions(session, changed.position, by);
    const user = await queries.accounts.find(accountId);
    if (user === null) throw new ApiError('AUTHENTICATION_REQUIRED');
    return success({ user });
  });

  /** The owner, or the one whose repeated request has deleted the account and its session already. */
  async function deletingOwner(request: FastifyRequest): Promise<AccessClaims | null> {
    const owner = await sessionOf(request, deps);
    if (owner !== null || request.headers['idempotency-key'] === undefined) return owner;
    const claims = await claimsOf(request, tokens);
    return claims !== null && (await commands.accounts.isDeleted(claims.accountId)) ? claims : null;
  }

  const ofDeletion = {
    config: { isIdempotent: true as const },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      request.owner = await deletingOwner(request);
      if (request.owner === null) throw new ApiError('AUTHENTICATION_REQUIRED');
      await limited.onRequest(request, reply);
    },
  };

  app.delete('/auth/me', { schema: remove, ...ofDeletion }, async (request, reply) => {
    const { accountId } = ownerSession(request);
    await takeAuth(reply, `account ${accountId}`);
    // The account's key is gone by the time the response is stored.
    request.keyed?.setSubject(null);
    const by = command(request, { kind: 'account', id: accountId });
    const isDone = request.keyed?.isRepeated === true && (await commands.accounts.isDeleted(accountId));
    const deleted = isDone
      ? await commands.accounts.finishDeletion(accountId, by)
      : await commands.accounts.delete(accountId, comparable(request.body.password), by);
    await progress.waitFor(deleted.position);
    if (!deleted.ok) throw rejectionError(deleted.rejection);
    cookies.clear(reply);
    return success({ message: 'Account deleted' });
  });
}

/** A password longer than any valid one is rejected as slowly as any other. */
function comparable(password: string): string {
  return Buffer.byteLength(password) <= PASSWORD_BYTES.most ? password : '';
}
