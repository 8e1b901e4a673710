/**
 * `npm run bench` measures everything beside what it is compared with, in one run, and records it in bench/results.json
 * and in the tables of docs/scaling.md.
 * `npm run bench -- NAME` measures one part; `--record` records that part.
 */
import { parseArgs } from 'node:util';
import { asksForHelp, exitWithHelp, exitWithUsage } from '../src/cli/usage.ts';
import { BENCHES } from './benches.ts';
import { saidBy, startChild } from './harness/child.ts';
import { type BenchResult, isReached, printMeasurements } from './harness/measurement.ts';
import { circumstances, committedResults, type Part, readResults, worsened, writeResults } from './results.ts';
import { writeScalingPage } from './scaling/tables.ts';

const USAGE = `usage: npm run bench [-- [--record] NAME...]

Without a NAME, runs all benchmarks but those that must be named, and records the results. With one, measures that part alone;
--record records it. NAME is one of ${Object.keys(BENCHES).join(', ')}. docs/performance.md says what each measures.

Exit status: 0 done, 1 a benchmark failed, 2 wrong usage.`;

if (asksForHelp(process.argv.slice(2))) exitWithHelp(USAGE);
const { named, isRecorded } = parseWords();
await runAll(named);

function parseWords(): { readonly named: readonly string[]; readonly isRecorded: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { record: { type: 'boolean', default: false } },
    });
    const unknown = positionals.find((name) => BENCHES[name] === undefined);
    if (unknown !== undefined) exitWithUsage(USAGE, `There is no benchmark ${unknown}.`);
    return { named: positionals, isRecorded: values.record };
  } catch (error) {
    exitWithUsage(USAGE, error);
  }
}

async function runAll(wanted: readonly string[]): Promise<void> {
  const isWhole = wanted.length === 0;
  const names = isWhole ? Object.keys(BENCHES).filter((name) => BENCHES[name]?.onlyNamed === undefined) : wanted;
  const parts = new Map<string, Part>();
  const failed: string[] = [];
  for (const name of names) {
    try {
      parts.set(name, await measured(name));
    } catch (error) {
      failed.push(name);
      console.error(`${name} failed: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (isWhole) printLimits(parts);
  printComparison(parts);
  if (isWhole || isRecorded) {
    writeResults({ ...readResults(), ...Object.fromEntries(parts) });
    writeScalingPage(readResults());
  }
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(', ')}`);
    process.exitCode = 1;
  }
}

async function measured(name: string): Promise<Part> {
  const before = circumstances();
  const { measurements, leftOut = [] } = await saidBy<BenchResult>(
    startChild(new URL('./run-bench.ts', import.meta.url), [name], { detached: true }),
  );
  printMeasurements(name, measurements);
  for (const reason of leftOut) console.log(`  left out: ${reason}`);
  return { ...before, loadAfter: circumstances().loadBefore, measurements, leftOut };
}

/** All limits in one table, at the end of a whole run. */
function printLimits(parts: ReadonlyMap<string, Part>): void {
  const limited = [...parts].flatMap(([part, { measurements }]) =>
    measurements
      .filter(({ aim }) => aim !== undefined)
      .map((measurement) => ({ ...measurement, name: `${part}: ${measurement.name}` })),
  );
  printMeasurements('Limits', limited);
  const reached = limited.filter((measurement) => isReached(measurement) === true).length;
  console.log(`${reached} of ${limited.length} limits reached`);
  for (const [name, { onlyNamed }] of Object.entries(BENCHES)) {
    if (onlyNamed !== undefined) console.log(`left out: ${name}, since ${onlyNamed}`);
  }
}

function printComparison(parts: ReadonlyMap<string, Part>): void {
  const committed = committedResults();
  const sentences = [...parts].flatMap(([name, part]) => {
    const before = committed[name];
    return before === undefined ? [] : worsened(before, part).map((sentence) => `${name}: ${sentence}`);
  });
  if (sentences.length === 0) return;
  console.log('\nWorse than the committed results by over 15 %');
  for (const sentence of sentences) console.log(`  ${sentence}`);
}
