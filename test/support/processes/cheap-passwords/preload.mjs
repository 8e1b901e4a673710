/** Preloaded into programs that tests start: their passwords are hashed at the least cost bcrypt knows, as in `support/http/cheap-passwords.ts`. */
import { registerHooks } from 'node:module';

const CHEAP_WORKER = new URL('./worker.mjs', import.meta.url).href;
/** The worker among the sources, or in a bundle. */
const PASSWORD_WORKER = /\bpassword-worker\.(?:ts|mjs)$/;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    nextResolve(PASSWORD_WORKER.test(specifier) ? CHEAP_WORKER : specifier, context),
});
