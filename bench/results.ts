/** bench/results.json: what was measured last, on what, and what got worse since. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { figure, type Measurement } from './measurement.ts';

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

/** Those of the last commit; outside a repository, those of the file. */
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
    const [was, is] = compared(old, measurement);
    const isWorse = measurement.better === 'higher' ? is < was * (1 - TOLERANCE) : is > was * (1 + TOLERANCE);
    if (!isWorse) return [];
    return [
      `${measurement.name}: ${figure(old.value)} ${old.unit} before, ${figure(measurement.value)} ${old.unit} now`,
    ];
  });
}

/** Ratios to the first baseline that both have, which another machine or load changes less; otherwise the values. */
function compared(old: Measurement, measurement: Measurement): readonly [was: number, is: number] {
  for (const { name, value } of measurement.against ?? []) {
    const baseline = old.against?.find((each) => each.name === name);
    if (baseline !== undefined && baseline.value > 0 && value > 0) {
      return [old.value / baseline.value, measurement.value / value];
    }
  }
  return [old.value, measurement.value];
}

const rounded = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS));
