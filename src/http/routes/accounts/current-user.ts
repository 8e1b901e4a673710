import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../app-types.ts';
import { ApiError } from '../../errors/api-error.ts';
import { rejectionError } from '../../errors/rejections.ts';
import { operation, success } from '../../openapi/operation.ts';
import { claimsOf, ownerCommandContext, ownerSession, sessionOf } from '../../plugins/session/session.ts';
import type { AccessClaims } from '../../plugins/session/session-tokens.ts';
import { AccountChange, AccountDeletion, CurrentUserData, UserData } from '../../schemas/accounts.ts';
import { Confirmation } from '../../schemas/common.ts';
import {
  type AccountRouteDeps,
  comparablePassword,
  endSessionsBefore,
  limitByClient,
  takeAuth,
} from './account-requests.ts';

const me = operation({
  id: 'getCurrentUser',
  tag: 'Accounts',
  access: 'session',
  summary: 'Get the current user',
  description: 'Also checks that the session is active, and tells what the service is set up for.',
  success: { 200: CurrentUserData },
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
    'The email address may be registered again.',
  body: AccountDeletion,
  success: { 200: Confirmation },
  responseHeaders: ['Set-Cookie'],
  errors: ['CURRENT_PASSWORD_WRONG', 'TOO_MANY_REQUESTS'],
});

/** The signed-in user's account: read, change, delete. */
export async function currentUserRoutes(app: App, deps: AccountRouteDeps): Promise<void> {
  readRoute(app, deps);
  changeRoute(app, deps);
  deletionRoute(app, deps);
}

function readRoute(app: App, deps: AccountRouteDeps): void {
  const { queries, settings } = deps;
  const { mail, openai } = settings;
  const modelNames = Object.fromEntries(openai?.chatModels ?? []);
  const service = { sendsMail: mail !== null, hasLanguageModel: openai !== null, modelNames };

  app.get('/auth/me', { schema: me }, async (request, reply) => {
    const session = await sessionOf(request, deps);
    if (session === null) throw new ApiError('AUTHENTICATION_REQUIRED');
    await app.rateLimiter.take(reply, 'owner-reads', session.accountId);
    const user = await queries.accounts.find(session.accountId);
    if (user === null) throw new ApiError('AUTHENTICATION_REQUIRED');
    return success({ user, service });
  });
}

function changeRoute(app: App, deps: AccountRouteDeps): void {
  const { commands, queries, progress } = deps;
  const onRequest = ownerFirst(app, (request) => sessionOf(request, deps));

  app.patch('/auth/me', { schema: change, onRequest }, async (request, reply) => {
    const session = ownerSession(request);
    const { accountId, sessionId } = session;
    const { name, password: next, currentPassword } = request.body;
    // The account is limited too, so that a stolen session cannot guess the password from many addresses.
    if (next !== undefined) await takeAuth(app, reply, `account ${accountId}`);
    const password = next === undefined ? undefined : { current: requiredPassword(currentPassword), next };
    const context = ownerCommandContext(request, deps);
    const changed = await commands.accounts.change(accountId, sessionId, { name, password }, context);
    await progress.waitFor(changed.position);
    if (!changed.ok) throw rejectionError(changed.rejection);
    if (password !== undefined && changed.position !== null) {
      await endSessionsBefore({ accountId, keptId: sessionId }, changed.position, context, deps);
    }
    const user = await queries.accounts.find(accountId);
    if (user === null) throw new ApiError('AUTHENTICATION_REQUIRED');
    return success({ user });
  });
}

function requiredPassword(current: string | undefined): string {
  if (current === undefined) throw new ApiError('CURRENT_PASSWORD_WRONG');
  return comparablePassword(current);
}

function deletionRoute(app: App, deps: AccountRouteDeps): void {
  const { commands, progress, tokens, cookies } = deps;

  /** The owner, or the one whose repeated request has deleted the account and its session already. */
  async function deletingOwner(request: FastifyRequest): Promise<AccessClaims | null> {
    const owner = await sessionOf(request, deps);
    if (owner !== null || request.headers['idempotency-key'] === undefined) return owner;
    const claims = await claimsOf(request, tokens);
    return claims !== null && (await commands.accounts.isDeleted(claims.accountId)) ? claims : null;
  }

  const ofDeletion = { config: { isIdempotent: true as const }, onRequest: ownerFirst(app, deletingOwner) };

  app.delete('/auth/me', { schema: remove, ...ofDeletion }, async (request, reply) => {
    const { accountId } = ownerSession(request);
    await takeAuth(app, reply, `account ${accountId}`);
    // The account's key is gone by the time the response is stored.
    request.idempotency?.setSubject(null);
    const context = ownerCommandContext(request, deps);
    const isDone = request.idempotency?.isRepeated === true && (await commands.accounts.isDeleted(accountId));
    const deleted = isDone
      ? await commands.accounts.finishDeletion(accountId, context)
      : await commands.accounts.delete(accountId, comparablePassword(request.body.password), context);
    await progress.waitFor(deleted.position);
    if (!deleted.ok) throw rejectionError(deleted.rejection);
    cookies.clear(reply);
    return success({ message: 'Account deleted' });
  });
}

/** Refuses a request without an owner before it counts towards the limit of its client. */
function ownerFirst(app: App, ownerOf: (request: FastifyRequest) => Promise<AccessClaims | null>) {
  const limited = limitByClient(app);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.owner = await ownerOf(request);
    if (request.owner === null) throw new ApiError('AUTHENTICATION_REQUIRED');
    await limited.onRequest(request, reply);
  };
}
