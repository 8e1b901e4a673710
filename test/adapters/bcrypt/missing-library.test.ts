/** Alone in its file: a module that was loaded once is not looked for again. */
import { registerHooks } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { openBcryptPasswords } from '../../../src/adapters/bcrypt/passwords.ts';
import { StoreUnavailable } from '../../../src/ports/store-unavailable.ts';

test('Passwords are unavailable while the library of their threads is missing, as during `npm ci`, and no longer', async () => {
  const passwords = openBcryptPasswords({ rounds: 4 });
  onTestFinished(() => passwords.close());
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier.includes('piscina')) throw new Error('Cannot find package');
      return next(specifier, context);
    },
  });
  for (const _ of ['first', 'second']) {
    await expect(passwords.hash('a password')).rejects.toThrow(new StoreUnavailable('passwords', 'no thread starts'));
  }
  hooks.deregister();
  const hash = await passwords.hash('a password');
  expect(await passwords.verify('a password', hash)).toBe(true);
});
