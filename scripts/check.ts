/**
 * `npm run check` runs every check and prints a line for each, with its output when it failed; `npm run check -- types` runs
 * only those named. Exits 1 when any fails.
 */
import { execFile } from 'node:child_process';

const CHECKS: Readonly<Record<string, string>> = {
  format: 'biome ci --colors=off --error-on-warnings .',
  types: 'tsc -p . && tsc -p widget --noEmit && tsc -p console --noEmit',
  boundaries: 'node scripts/check-boundaries.ts',
  'browser-size': 'node scripts/check-browser-size.ts',
  'dead-code': 'knip --treat-config-hints-as-errors',
};

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

async function report(name: string): Promise<boolean> {
  const command = CHECKS[name];
  if (command === undefined) {
    console.log(`FAIL ${name}: no such check, there are ${Object.keys(CHECKS).join(', ')}`);
    return false;
  }
  const started = performance.now();
  const { passed, output } = await run(command);
  console.log(
    `${passed ? 'ok  ' : 'FAIL'} ${name.padEnd(10)} ${((performance.now() - started) / 1000).toFixed(1)} s  ${command}`,
  );
  if (!passed) console.log(output.replace(/^/gm, '     '));
  return passed;
}

const named = process.argv.slice(2);
const results = await Promise.all((named.length > 0 ? named : Object.keys(CHECKS)).map(report));
process.exitCode = results.every(Boolean) ? 0 : 1;
