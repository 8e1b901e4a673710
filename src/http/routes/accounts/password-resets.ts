import { canonicalEmail } from '../../../domain/account/email-address.ts';
import { accountSubject } from '../../../domain/key-subjects.ts';
import { derivedId } from '../../../event-log/event-id.ts';
import type { PasswordResetMails, ResetLink } from '../../../ports/mailer.ts';
import type { App } from '../../app-types.ts';
import { ApiError } from '../../errors/api-error.ts';
import { operation, success } from '../../openapi/operation.ts';
import type { PasswordResetTokens } from '../../plugins/session/password-reset-tokens.ts';
import { onResponseClose } from '../../response-close.ts';
import { PasswordReset, PasswordResetRequest } from '../../schemas/accounts.ts';
import { Confirmation } from '../../schemas/common.ts';
import { type AccountRouteDeps, endSessionsBefore, limitByClient } from './account-requests.ts';

const request = operation({
  id: 'requestPasswordReset',
  tag: 'Accounts',
  access: 'public',
  summary: 'Request a password reset',
  description:
    'Mails a link to the console that sets a new password. The link works once, for an hour. The response is the same whether an account has the address or not. ' +
    'An address is mailed three times an hour at most.',
  body: PasswordResetRequest,
  success: { 202: Confirmation },
  errors: ['MAIL_NOT_SET_UP', 'TOO_MANY_REQUESTS', 'CROSS_SITE_REQUEST'],
});

const confirm = operation({
  id: 'resetPassword',
  tag: 'Accounts',
  access: 'public',
  summary: 'Reset the password',
  description: 'Sets a new password with the token of a mailed link, and ends every session of the account.',
  body: PasswordReset,
  success: { 200: Confirmation },
  errors: ['INVALID_RESET_TOKEN', 'TOO_MANY_REQUESTS', 'CROSS_SITE_REQUEST'],
});

interface Deps extends AccountRouteDeps {
  readonly resetTokens: PasswordResetTokens;
  /** `null` without a mail server. */
  readonly passwordResetMails: PasswordResetMails | null;
}

export async function passwordResetRoutes(app: App, deps: Deps): Promise<void> {
  const { commands, progress, clock, ids, settings, resetTokens, passwordResetMails } = deps;
  const limited = limitByClient(app);

  /** Mails to the address as registered, never to the text of the request: several texts count as one address. */
  async function linkFor(requestedEmail: string): Promise<ResetLink | null> {
    const account = await commands.accounts.findByEmail(requestedEmail);
    if (account === null) return null;
    const { token, expiresAt } = resetTokens.issue(account);
    // Browsers send a fragment to no server, so the token is in no access log and no Referer.
    const link = `${settings.publicUrl}/console/reset-password#token=${token}`;
    return { id: ids.next(), to: account.email, link, expiresAt };
  }

  app.post('/auth/password-reset', { schema: request, ...limited }, async ({ body: { email } }, reply) => {
    if (passwordResetMails === null) throw new ApiError('MAIL_NOT_SET_UP');
    await app.rateLimiter.take(reply, 'password-reset', canonicalEmail(email));
    // Sent after the response, whose time must not tell whether there is an account.
    onResponseClose(reply.raw, () => passwordResetMails.send(() => linkFor(email)));
    return reply
      .code(202)
      .send(success({ message: 'If an account has this email address, a link to set a new password is on its way' }));
  });

  app.post('/auth/password-reset/confirm', { schema: confirm, ...limited }, async (request) => {
    const { token, password } = request.body;
    const claims = resetTokens.read(token);
    const account = claims === null ? null : await commands.accounts.find(claims.accountId);
    const isGenuine = claims !== null && account !== null && resetTokens.isOf(account, claims);
    if (account === null) throw new ApiError('INVALID_RESET_TOKEN');
    const { accountId } = account;
    request.idempotency?.setSubject(accountSubject(accountId));
    const actor = { kind: 'account', id: accountId } as const;
    // A token is good for one command, so that a request whose response was lost can be repeated.
    const context = { commandId: derivedId(token, 'reset'), actor, at: clock.now(), requestId: request.id };
    const changed = isGenuine
      ? await commands.accounts.resetPassword(account, password, context)
      : await commands.accounts.repeatReset(accountId, password, context);
    await progress.waitFor(changed.position);
    // The token is forged or used up, or the account was deleted meanwhile.
    if (!changed.ok) throw new ApiError('INVALID_RESET_TOKEN');
    if (changed.position !== null)
      await endSessionsBefore({ accountId, keptId: null }, changed.position, context, deps);
    return success({ message: 'Password changed' });
  });
}
