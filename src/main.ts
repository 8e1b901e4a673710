/** `npm start`: starts the service. */
import { asksForHelp, exitWithHelp, exitWithUsage } from './cli/usage.ts';
import { startCompileCache } from './composition/compile-cache.ts';

const USAGE = `usage: npm start

Starts the service. Environment variables configure it, as in: PORT=8080 npm start. docs/configuration.md lists them.
Ctrl-C or SIGTERM lets running answers end, then stops it.

Exit status: 0 stopped, 1 it could not start, 2 wrong usage.`;

const words = process.argv.slice(2);
if (asksForHelp(words)) exitWithHelp(USAGE);
if (words.length > 0) exitWithUsage(USAGE, 'The service takes no arguments.');

startCompileCache();
const { configOrExit } = await import('./cli/config-or-exit.ts');
const config = configOrExit();

const { run } = await import('./composition/run.ts');
const { welcome } = await import('./composition/logging/welcome.ts');

welcome(config, await run(config));
