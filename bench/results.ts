/** bench/results.json: what was measured last, on what, and what got worse since. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { figure, type Measurement } from './harness/measurement.ts';

const FILE = new URL('./results.json', import.meta.url);
const ROOT = fileURLToPath(new URL('../', import.meta.url));
const TOLERANCE = 0.15;
const SIGNIFICANT_DIGITS = 4;

interface Circumstances {
  readonly measuredAt: string;
  readonly machine: string;
  readonly node: string;
  /** Processes that were running or waiting, as a mean of the minute before. */
  readonly loadBefore: number;
}

/** Result of one benchmark. Parts are recorded at different times. */
export interface Part extends Circumstances {
  readonly loadAfter: number;
  readonly measurements: readonly Measurement[];
  readonly leftOut: readonly string[];
}

export type Results = Readonly<Record<string, Part>>;

export function circumstances(): Circumstances {
  const processors = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return {
    measuredAt: new Date().toISOString(),
    machine: `${processors.length} × ${processors[0]?.model ?? process.arch}, ${gigabytes} GB, ${type()}`,
    node: process.version,
    loadBefore: rounded(loadavg()[0] ?? 0),
  };
}

export function readResults(): Results {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {};
}

/** Results of the last commit; outside a repository, those of the file. */
export function committedResults(): Results {
  try {
    const stdio = ['ignore', 'pipe', 'ignore'] as const;
    return JSON.parse(
      execFileSync('git', ['show', 'HEAD:bench/results.json'], { cwd: ROOT, stdio: [...stdio] }).toString(),
    );
  } catch {
    return readResults();
  }
}

export function writeResults(results: Results): void {
  const round = (_key: string, value: unknown) => (typeof value === 'number' ? rounded(value) : value);
  writeFileSync(FILE, `${JSON.stringify(results, round, 2)}\n`);
}

/** A sentence for each measurement that is worse by more than the tolerance. */
export function worsened(before: Part, now: Part): readonly string[] {
  return now.measurements.flatMap((measurement) => {
    const old = before.measurements.find(({ name }) => name === measurement.name);
    if (old === undefined) return [];
    const { name, unit, better } = measurement;
    const baseline = sharedBaseline(old, measurement);
    const [was, is] = baseline?.ratios ?? [old.value, measurement.value];
    const isWorse = better === 'higher' ? is < was * (1 - TOLERANCE) : is > was * (1 + TOLERANCE);
    if (!isWorse) return [];
    const values = `${figure(old.value)} ${unit} before, ${figure(measurement.value)} ${unit} now`;
    if (baseline === null) return [`${name}: ${values}`];
    return [`${name}: ${figure(was)}× ${baseline.name} before, ${figure(is)}× now (${values})`];
  });
}

interface SharedBaseline {
  readonly name: string;
  /** Value divided by baseline, then and now. Another machine or load changes it less than the value. */
  readonly ratios: readonly [was: number, is: number];
}

/** The baseline of the aim, else the first that both measurements have. */
function sharedBaseline(old: Measurement, now: Measurement): SharedBaseline | null {
  const aimed = now.aim?.of?.baseline;
  const baselines = (now.against ?? []).toSorted((a, b) => Number(b.name === aimed) - Number(a.name === aimed));
  for (const { name, value } of baselines) {
    const before = old.against?.find((each) => each.name === name);
    if (before !== undefined && before.value > 0 && value > 0) {
      return { name, ratios: [old.value / before.value, now.value / value] };
    }
  }
  return null;
}

const rounded = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS));
