import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenSession } from '../../commands/sessions.ts';
import { accountSubject } from '../../domain/schema.ts';
import type { CommandContext } from '../../log/event-store.ts';
import type { User as UserView } from '../../queries/accounts.ts';
import type { App } from '../app-types.ts';
import type { HttpDeps } from '../deps.ts';
import { ApiError, invalid } from '../errors/api-error.ts';
import { commandIdOf } from '../idempotency/honour-keys.ts';
import { operation, success } from '../openapi/operation.ts';
import { takeOne } from '../rate-limiting.ts';
import { Credentials, Registration, UserData } from '../schemas/accounts.ts';
import { Said } from '../schemas/common.ts';
import { refreshTokenOf, type SessionCookies } from '../session/cookies.ts';
import { sessionOf } from '../session/owner.ts';
import type { SessionTokens } from '../session/tokens.ts';

const PASSWORD_BYTES = { least: 8, most: 72 };

const register = operation({
  id: 'register',
  tag: 'Accounts',
  access: 'public',
  summary: 'Register',
  description: 'Makes an account and signs in: sets the cookies `access_token` and `refresh_token`.',
  body: Registration,
  success: { 201: UserData },
  answersWith: ['Set-Cookie'],
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
    'Gives a new access token for the refresh token, which is rotated. Call it when a request is answered 401 though the session should be alive. A token that was rotated before is taken for stolen, ' +
    'and its session ends; requests racing within 10 seconds get the same new one.',
  success: { 200: UserData },
  answersWith: ['Set-Cookie'],
  errors: ['INVALID_REFRESH_TOKEN', 'TOO_MANY_REQUESTS', 'CROSS_SITE_REQUEST'],
});

const logout = operation({
  id: 'logout',
  tag: 'Accounts',
  access: 'public',
  summary: 'Sign out',
  description: 'Ends the session and clears its cookies. Answers the same without a session.',
  success: { 200: Said },
  answersWith: ['Set-Cookie'],
  errors: ['CROSS_SITE_REQUEST'],
});

const me = operation({
  id: 'getCurrentUser',
  tag: 'Accounts',
  access: 'session',
  summary: 'Who is signed in',
  description: 'Also a way to tell whether the session is alive.',
  success: { 200: UserData },
  errors: [],
});

export interface AccountRouteDeps
  extends Pick<HttpDeps, 'commands' | 'queries' | 'progress' | 'rateLimits' | 'clock' | 'ids' | 'settings'> {
  readonly tokens: SessionTokens;
  readonly cookies: SessionCookies;
}

export async function accountRoutes(app: App, deps: AccountRouteDeps): Promise<void> {
  const { commands, queries, progress, rateLimits, clock, ids, settings, tokens, cookies } = deps;

  /** Counted when it arrives, whatever becomes of it. */
  const limited = {
    onRequest: (request: FastifyRequest) =>
      takeOne(rateLimits, { name: 'auth', rate: settings.rates.auth, code: 'TOO_MANY_REQUESTS' }, request.ip),
  };

  const command = (request: FastifyRequest, actor: CommandContext['actor']): CommandContext => ({
    commandId: commandIdOf(request, ids),
    actor,
    at: clock.now(),
    requestId: request.id,
  });

  async function signIn(request: FastifyRequest, reply: FastifyReply, session: OpenSession): Promise<UserView> {
    request.keyed?.concerns(accountSubject(session.accountId));
    const user = await queries.accounts.find(session.accountId);
    if (user === null) throw new ApiError('AUTHENTICATION_REQUIRED');
    cookies.set(reply, { access: await tokens.accessToken(session), refresh: tokens.refreshToken(session) });
    return user;
  }

  async function startSession(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<UserView> {
    const started = await commands.sessions.start(accountId, command(request, { kind: 'account', id: accountId }));
    if (!started.ok) throw new Error('A new session was refused');
    await progress.waitFor(started.position);
    return signIn(request, reply, started.value);
  }

  app.post('/auth/register', { schema: register, ...limited }, async (request, reply) => {
    const { email, password, name } = request.body;
    const bytes = Buffer.byteLength(password);
    if (bytes < PASSWORD_BYTES.least || bytes > PASSWORD_BYTES.most) {
      throw invalid('/password', `must have ${PASSWORD_BYTES.least} to ${PASSWORD_BYTES.most} bytes`);
    }
    const input = { email, password, name };
    const registered = await commands.accounts.register(input, command(request, { kind: 'anonymous' }));
    await progress.waitFor(registered.position);
    if (!registered.ok) throw new ApiError('EMAIL_ALREADY_REGISTERED');
    const user = await startSession(request, reply, registered.value.accountId);
    return reply.code(201).send(success({ user }));
  });

  app.post('/auth/login', { schema: login, ...limited }, async (request, reply) => {
    const { email, password } = request.body;
    // Longer than any password can be: it is nobody's, and is found wrong as slowly as any other.
    const possible = Buffer.byteLength(password) <= PASSWORD_BYTES.most ? password : '';
    const known = await commands.accounts.authenticate({ email, password: possible });
    if (!known.ok) throw new ApiError('INVALID_CREDENTIALS');
    return success({ user: await startSession(request, reply, known.value.accountId) });
  });

  app.post('/auth/refresh', { schema: refresh, ...limited }, async (request, reply) => {
    const token = refreshTokenOf(request);
    const claims = token === undefined ? null : tokens.readRefreshToken(token);
    if (claims === null) throw new ApiError('INVALID_REFRESH_TOKEN');
    const refreshed = await commands.sessions.refresh(claims, command(request, { kind: 'anonymous' }));
    // Also when it was refused: a stolen token has just ended the session, and that holds at once.
    await progress.waitFor(refreshed.position);
    if (!refreshed.ok) throw new ApiError('INVALID_REFRESH_TOKEN');
    return success({ user: await signIn(request, reply, refreshed.value) });
  });

  app.post('/auth/logout', { schema: logout }, async (request, reply) => {
    const token = refreshTokenOf(request);
    const claims =
      (token === undefined ? null : tokens.readRefreshToken(token)) ?? (await sessionOf(request, tokens, deps));
    if (claims !== null) {
      const ended = await commands.sessions.end(claims.sessionId, command(request, { kind: 'anonymous' }));
      await progress.waitFor(ended.position);
    }
    cookies.clear(reply);
    return success({ message: 'Signed out' });
  });

  app.get('/auth/me', { schema: me }, async (request) => {
    const session = await sessionOf(request, tokens, deps);
    const user = session === null ? null : await queries.accounts.find(session.accountId);
    if (user === null) throw new ApiError('AUTHENTICATION_REQUIRED');
    return success({ user });
  });
}
