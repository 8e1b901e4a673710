/** `npm run accounts -- create EMAIL` creates an account, `… reset-password EMAIL` sets a forgotten password and ends the sessions. */
import { startCompileCache } from '../composition/compile-cache.ts';
import { hasPasswordLength, PASSWORD_RULE } from '../domain/account/password.ts';
import { counted } from '../lib/counted.ts';
import { NoPassword, readNewPassword } from './accounts/read-password.ts';
import { asksForHelp, exitWithHelp, exitWithUsage } from './usage.ts';

const USAGE = `usage: npm run accounts -- create EMAIL
       npm run accounts -- reset-password EMAIL

create makes an account with this email address, also with REGISTRATION=closed. reset-password sets the password of the account that has it,
and ends all of its sessions. The new password (8 to 72 bytes) is asked for on a terminal; otherwise it is read from standard input, as in:
npm run accounts -- create EMAIL < FILE

With an embedded log or key store, stop the service before. With EVENTSTORE_URL and MONGODB_URL it may run.

Exit status: 0 done, 1 failed or refused, 2 wrong usage.`;

const words = process.argv.slice(2);
const [action, email, ...others] = words;
if (asksForHelp(words)) exitWithHelp(USAGE);
if (action !== 'create' && action !== 'reset-password') {
  exitWithUsage(USAGE, 'The commands are create and reset-password.');
}
if (email === undefined) exitWithUsage(USAGE, 'Name the email address of the account.');
if (others.length > 0) {
  // Not repeated: it may be the password.
  exitWithUsage(USAGE, 'One email address is enough. The password is no argument, since others could see it.');
}

startCompileCache();
const { configOrExit } = await import('./config-or-exit.ts');
const { exitWithFailure } = await import('./exit-with-failure.ts');

async function newPassword(): Promise<string> {
  const password = await readNewPassword(`New password of ${email}`);
  if (!hasPasswordLength(password)) throw new NoPassword(`The password ${PASSWORD_RULE}.`);
  return password;
}

const report = ({ message }: { message: string }) => console.error(message);
const config = configOrExit();
try {
  const run = { config, email, newPassword, report };
  if (action === 'create') {
    const { createAccount } = await import('../composition/accounts/create-account.ts');
    await createAccount(run);
    console.log(`The account ${email} was created.`);
  } else {
    const { resetPassword } = await import('../composition/accounts/reset-password.ts');
    const ended = await resetPassword(run);
    const sessions = `${counted(ended, 'session')} ${ended === 1 ? 'was' : 'were'} ended`;
    console.log(`The password of ${email} was changed, and ${sessions}.`);
  }
  process.exit(0);
} catch (error) {
  exitWithFailure(error, config.dataDir);
}
