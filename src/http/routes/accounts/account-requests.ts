import type { FastifyReply, FastifyRequest } from 'fastify';
import { PASSWORD_BYTES } from '../../../domain/account/password.ts';
import type { CommandContext } from '../../../event-log/event-store.ts';
import type { Position } from '../../../ports/event-log.ts';
import type { App } from '../../app-types.ts';
import type { HttpDeps } from '../../deps.ts';
import { clientAddress } from '../../plugins/client-address/client-address.ts';
import type { SessionCookies } from '../../plugins/session/cookies.ts';
import type { SessionTokens } from '../../plugins/session/session-tokens.ts';

export interface AccountRouteDeps
  extends Pick<HttpDeps, 'commands' | 'queries' | 'progress' | 'clock' | 'ids' | 'settings' | 'rateLimits'> {
  readonly tokens: SessionTokens;
  readonly cookies: SessionCookies;
}

export const takeAuth = (app: App, reply: FastifyReply, whom: string) => app.rateLimiter.take(reply, 'auth', whom);

/** Counts the request on arrival, whatever its response. */
export const limitByClient = (app: App) => ({
  onRequest: (request: FastifyRequest, reply: FastifyReply) => takeAuth(app, reply, clientAddress(request)),
});

/**
 * Ends the sessions that are older than the password. The cleanup worker repeats this if the process ends in between. @param keptId session
 * of the change; null for none
 */
export async function endSessionsBefore(
  { accountId, keptId }: { readonly accountId: string; readonly keptId: string | null },
  changedAt: Position,
  context: CommandContext,
  { commands, queries, progress, clock }: Pick<HttpDeps, 'commands' | 'queries' | 'progress' | 'clock'>,
): Promise<void> {
  const older = await queries.sessions.othersBefore(accountId, keptId, changedAt, clock.now());
  const ended = await commands.sessions.endAll(older, context);
  await progress.waitFor(ended.position);
}

/** A password longer than any valid one is rejected as slowly as any other. */
export function comparablePassword(password: string): string {
  return Buffer.byteLength(password) <= PASSWORD_BYTES.most ? password : '';
}
