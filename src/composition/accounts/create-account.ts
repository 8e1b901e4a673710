import { isEmailAddress, MAX_EMAIL_CHARACTERS } from '../../domain/account/email-address.ts';
import { AccountCommandRefused, type AccountCommandRun, asOperator } from './operator.ts';

/**
 * Creates an account, also where nobody may register. It is named by its email address until its owner names it.
 * @throws Error with a message for the operator; whatever `asOperator` and `newPassword` throw
 */
export async function createAccount({ email, newPassword, ...run }: AccountCommandRun): Promise<void> {
  if (email.length > MAX_EMAIL_CHARACTERS || !isEmailAddress(email)) {
    throw new AccountCommandRefused(`${email} is not an email address.`);
  }
  const taken = new AccountCommandRefused(`There is an account with the email address ${email} already.`);
  await asOperator(run, async ({ accounts, append, context }) => {
    if ((await accounts.findByEmail(email)) !== null) throw taken;
    const password = await newPassword();
    const [name = email] = email.split('@');
    const created = await append(() => accounts.register({ email, name, password }, context()));
    if (!created.ok) throw taken;
  });
}
