import type { ResettableAccount } from '../../commands/accounts.ts';
import { sessionsInLog } from '../../projections/sessions/sessions-in-log.ts';
import { AccountCommandRefused, type AccountCommandRun, asOperator, type Operator } from './operator.ts';

/**
 * Also ends the account's sessions.
 * @returns number of sessions that were ended
 * @throws Error with a message for the operator; whatever `asOperator` and `newPassword` throw
 */
export async function resetPassword({ email, newPassword, ...run }: AccountCommandRun): Promise<number> {
  return asOperator(run, async (operator) => {
    const known = await operator.accounts.findByEmail(email);
    if (known === null) throw new AccountCommandRefused(`There is no account with the email address ${email}.`);
    const password = await newPassword();
    return operator.append(() => changeAndEndSessions(known, password, operator));
  });
}

async function changeAndEndSessions(
  known: ResettableAccount,
  password: string,
  { accounts, sessions, codec, context, stores: { log, clock } }: Operator,
): Promise<number> {
  const changed = await accounts.resetPassword(known, password, context());
  if (!changed.ok)
    throw new AccountCommandRefused('The account was changed at the same moment. Run the command again.');
  // Sessions are read after the change, from which on the old password starts no new ones. A running node may have ended some already.
  const open = await sessionsInLog(known.accountId, { now: clock.now(), openAt: changed.position }, { log, codec });
  await sessions.endAll(open, context());
  return open.length;
}
