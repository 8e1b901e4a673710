import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenSession } from '../../../commands/sessions.ts';
import { accountSubject } from '../../../domain/key-subjects.ts';
import type { CommandContext } from '../../../event-log/event-store.ts';
import type { User as UserView } from '../../../projections/accounts/queries.ts';
import type { App } from '../../app-types.ts';
import { ApiError } from '../../errors/api-error.ts';
import { rejectionError } from '../../errors/rejections.ts';
import { operation, success } from '../../openapi/operation.ts';
import { clientAddress, networkOf } from '../../plugins/client-address/client-address.ts';
import { commandIdOf } from '../../plugins/idempotency/idempotency.ts';
import { refreshTokenOf } from '../../plugins/session/cookies.ts';
import { sessionOf } from '../../plugins/session/session.ts';
import { Credentials, Registration, UserData } from '../../schemas/accounts.ts';
import { Confirmation } from '../../schemas/common.ts';
import { type AccountRouteDeps, comparablePassword, limitByClient } from './account-requests.ts';
import { limitSignIns, rememberNetwork } from './sign-in-limit.ts';

const ANONYMOUS = { kind: 'anonymous' } as const;

const register = operation({
  id: 'register',
  tag: 'Accounts',
  access: 'public',
  summary: 'Register',
  description: 'Creates an account and signs in: sets the cookies `access_token` and `refresh_token`.',
  body: Registration,
  success: { 201: UserData },
  responseHeaders: ['Location', 'Set-Cookie'],
  errors: ['EMAIL_ALREADY_REGISTERED', 'REGISTRATION_CLOSED', 'TOO_MANY_REQUESTS', 'CROSS_SITE_REQUEST'],
});

const login = operation({
  id: 'login',
  tag: 'Accounts',
  access: 'public',
  summary: 'Sign in',
  description: 'Sets the cookies `access_token` and `refresh_token`.',
  body: Credentials,
  success: { 200: UserData },
  responseHeaders: ['Set-Cookie'],
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
  responseHeaders: ['Set-Cookie'],
  errors: ['INVALID_REFRESH_TOKEN', 'TOO_MANY_REQUESTS', 'CROSS_SITE_REQUEST'],
});

const logout = operation({
  id: 'logout',
  tag: 'Accounts',
  access: 'public',
  summary: 'Sign out',
  description: 'Ends the session and clears its cookies. The response is the same without a session.',
  success: { 200: Confirmation },
  responseHeaders: ['Set-Cookie'],
  errors: ['CROSS_SITE_REQUEST'],
});

/** Register, sign in, renew the session, sign out. */
export async function sessionRoutes(app: App, deps: AccountRouteDeps): Promise<void> {
  registerRoute(app, deps);
  loginRoute(app, deps);
  refreshRoute(app, deps);
  logoutRoute(app, deps);
}

function registerRoute(app: App, deps: AccountRouteDeps): void {
  const { commands, progress, settings, rateLimits } = deps;
  app.post('/auth/register', { schema: register, ...limitByClient(app) }, async (request, reply) => {
    if (settings.registration === 'closed') throw new ApiError('REGISTRATION_CLOSED');
    const { email, password, name } = request.body;
    const input = { email, password, name, network: networkOf(clientAddress(request)) };
    const registered = await commands.accounts.register(input, commandContext(request, ANONYMOUS, deps));
    await progress.waitFor(registered.position);
    if (!registered.ok) throw rejectionError(registered.rejection);
    const session = await startSession(request, registered.value.accountId, deps);
    await rememberNetwork(rateLimits, request, email);
    const user = await signIn(request, reply, session, deps);
    return reply.code(201).header('Location', '/api/auth/me').send(success({ user }));
  });
}

function loginRoute(app: App, deps: AccountRouteDeps): void {
  const { commands, progress, rateLimits } = deps;
  app.post('/auth/login', { schema: login, ...limitByClient(app) }, async (request, reply) => {
    const { email, password } = request.body;
    await limitSignIns(app, rateLimits, { request, reply, email });
    const network = networkOf(clientAddress(request));
    const known = await commands.accounts.authenticate({ email, password: comparablePassword(password), network });
    if (!known.ok) throw rejectionError(known.rejection);
    const session = await startSession(request, known.value.accountId, deps);
    if (!(await commands.accounts.isStillAuthentic(known.value))) {
      const context = commandContext(request, ANONYMOUS, deps);
      const ended = await commands.sessions.end(session.sessionId, context, 'password-change');
      await progress.waitFor(ended.position);
      throw new ApiError('INVALID_CREDENTIALS');
    }
    await rememberNetwork(rateLimits, request, email);
    return success({ user: await signIn(request, reply, session, deps) });
  });
}

function refreshRoute(app: App, deps: AccountRouteDeps): void {
  const { commands, progress, tokens } = deps;
  app.post('/auth/refresh', { schema: refresh, ...limitByClient(app) }, async (request, reply) => {
    const token = refreshTokenOf(request);
    const claims = token === undefined ? null : tokens.readRefreshToken(token);
    if (claims === null) throw new ApiError('INVALID_REFRESH_TOKEN');
    const refreshed = await commands.sessions.refresh(claims, commandContext(request, ANONYMOUS, deps));
    // Sent also when a store fails from here on: the former token counts as stolen soon, and would end the session.
    if (refreshed.ok) await setCookies(reply, refreshed.value, deps);
    // Also after a refusal: a stolen token has just ended the session, which must hold at once.
    await progress.waitFor(refreshed.position);
    if (!refreshed.ok) throw rejectionError(refreshed.rejection);
    return success({ user: await userOf(request, refreshed.value, deps) });
  });
}

function logoutRoute(app: App, deps: AccountRouteDeps): void {
  const { commands, progress, tokens, cookies } = deps;
  app.post('/auth/logout', { schema: logout }, async (request, reply) => {
    const token = refreshTokenOf(request);
    const claims = (token === undefined ? null : tokens.readRefreshToken(token)) ?? (await sessionOf(request, deps));
    if (claims !== null) {
      const ended = await commands.sessions.end(claims.sessionId, commandContext(request, ANONYMOUS, deps));
      await progress.waitFor(ended.position);
    }
    cookies.clear(reply);
    return success({ message: 'Signed out' });
  });
}

async function startSession(request: FastifyRequest, accountId: string, deps: AccountRouteDeps): Promise<OpenSession> {
  const context = commandContext(request, { kind: 'account', id: accountId }, deps);
  const started = await deps.commands.sessions.start(accountId, context);
  await deps.progress.waitFor(started.position);
  return started.value;
}

async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  session: OpenSession,
  deps: AccountRouteDeps,
): Promise<UserView> {
  const user = await userOf(request, session, deps);
  await setCookies(reply, session, deps);
  return user;
}

async function userOf(
  request: FastifyRequest,
  { accountId }: OpenSession,
  { queries }: AccountRouteDeps,
): Promise<UserView> {
  request.idempotency?.setSubject(accountSubject(accountId));
  const user = await queries.accounts.find(accountId);
  if (user === null) throw new ApiError('AUTHENTICATION_REQUIRED');
  return user;
}

async function setCookies(
  reply: FastifyReply,
  session: OpenSession,
  { tokens, cookies }: AccountRouteDeps,
): Promise<void> {
  cookies.set(reply, { access: await tokens.accessToken(session), refresh: tokens.refreshToken(session) });
}

const commandContext = (
  request: FastifyRequest,
  actor: CommandContext['actor'],
  { clock, ids }: AccountRouteDeps,
): CommandContext => ({ commandId: commandIdOf(request, ids), actor, at: clock.now(), requestId: request.id });
