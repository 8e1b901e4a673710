/**
 * `npm run check` runs every check and prints a line for each, with its output when it failed; `npm run check -- types` runs
 * only those named.
 */
import { execFile } from 'node:child_process';
import { asksForHelp, exitWithHelp, exitWithUsage } from '../src/cli/usage.ts';

const CHECKS: Readonly<Record<string, string>> = {
  format: 'biome ci --colors=off --error-on-warnings .',
  types: 'tsc -p . && tsc -p widget --noEmit && tsc -p console --noEmit',
  boundaries: 'node scripts/check-boundaries.ts',
  'browser-size': 'node scripts/check-browser-size.ts',
  'dead-code': 'knip --treat-config-hints-as-errors',
};

const NAME_WIDTH = Math.max(...Object.keys(CHECKS).map((name) => name.length));

const USAGE = `usage: npm run check [-- NAME...]

Runs every check, or those named. NAME is one of ${Object.keys(CHECKS).join(', ')}.

Exit status: 0 all passed, 1 one failed, 2 wrong usage.`;

interface Result {
  readonly passed: boolean;
  readonly output: string;
}

/**
 * npm puts node_modules/.bin first on PATH; `shell` finds the Windows shims there too. Nothing in the command comes from
 * outside.
 */
function run(command: string): Promise<Result> {
  return new Promise((resolve) => {
    execFile(command, { shell: true, timeout: 300_000, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      resolve({ passed: error === null, output: `${stdout}${stderr}`.trimEnd() });
    });
  });
}

async function report([name, command]: [string, string]): Promise<boolean> {
  const started = performance.now();
  const { passed, output } = await run(command);
  console.log(
    `${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(NAME_WIDTH)} ${((performance.now() - started) / 1000).toFixed(1)} s  ${command}`,
  );
  if (!passed) console.log(output.replace(/^/gm, '     '));
  return passed;
}

const named = process.argv.slice(2);
if (asksForHelp(named)) exitWithHelp(USAGE);
const unknown = named.find((name) => CHECKS[name] === undefined);
if (unknown !== undefined) exitWithUsage(USAGE, `There is no check ${unknown}.`);
const wanted = Object.entries(CHECKS).filter(([name]) => named.length === 0 || named.includes(name));
const results = await Promise.all(wanted.map(report));
process.exitCode = results.every(Boolean) ? 0 : 1;
