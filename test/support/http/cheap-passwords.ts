import { type BcryptPasswords, openBcryptPasswords } from '../../../src/adapters/bcrypt/passwords.ts';
import { onProcessEnd } from '../vitest/process-end.ts';

const bcrypt = openBcryptPasswords({ rounds: 4 });
onProcessEnd(() => bcrypt.close());

/** At the least cost bcrypt knows: what it costs is its own tests' concern. Its threads serve all services of the process. */
export const cheapPasswords: BcryptPasswords = {
  hash: (password) => bcrypt.hash(password),
  verify: (password, hash) => bcrypt.verify(password, hash),
  close: async () => undefined,
};
