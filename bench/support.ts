/** Timing, and tables of what was measured beside what it is compared with. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** One line: how many a second we reach, and how many the thing we compare ourselves with. */
export interface Measurement {
  readonly what: string;
  /** A second. */
  readonly ours: number;
  /** A second; bare `node:sqlite` doing the same rows in the same run. */
  readonly bare: number;
  /** Target per second. */
  readonly aim?: number;
}

/** Runs both by turns, so that a busy moment of the machine meets both, and gives the median of each. */
export async function sideBySide(
  what: string,
  rounds: number,
  { ours, bare, aim }: { ours: () => Promise<number>; bare: () => Promise<number> | number; aim?: number },
): Promise<Measurement> {
  const measured: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    measured.bare.push(await bare());
    measured.ours.push(await ours());
  }
  const result = { what, ours: median(measured.ours), bare: median(measured.bare) };
  return aim === undefined ? result : { ...result, aim };
}

/** Share of the usual amounts, `BENCH_SCALE=0.1` for a first look. Figures of less than 1 are not to be compared. */
const SCALE = Number(process.env.BENCH_SCALE ?? 1);

/** So much, or the share of it that is asked for; at least 1. */
export const scaled = (amount: number): number => Math.max(1, Math.round(amount * SCALE));

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError('The median of nothing');
  return middle;
}

/** @param work resolves to the number of units that it did */
export async function perSecond(work: () => Promise<number> | number): Promise<number> {
  const startedAt = performance.now();
  const done = await work();
  return (done * 1000) / (performance.now() - startedAt);
}

/** A folder beside the benchmarks, since a temporary folder may lie in memory, where a commit costs nothing. */
export async function withDirectory<Result>(use: (directory: string) => Promise<Result>): Promise<Result> {
  const data = join(import.meta.dirname, 'data');
  mkdirSync(data, { recursive: true });
  const directory = mkdtempSync(join(data, 'run-'));
  try {
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

export function printMeasurements(title: string, measurements: readonly Measurement[]): void {
  const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
  const rows = measurements.map(({ what, ours, bare, aim }) => [
    what,
    whole.format(ours),
    whole.format(bare),
    (ours / bare).toFixed(2),
    aim === undefined ? '' : `${whole.format(aim)} ${ours >= aim ? 'reached' : 'missed'}`,
  ]);
  printTable(title, ['a second', 'ours', 'bare node:sqlite', 'ours / bare', 'aim'], rows);
}

/** The first column to the left, the others to the right. */
export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  console.log(`\n${title}`);
  console.log(line(head));
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of rows) console.log(line(row));
}

/** The longest turn of the event loop. CPU time tells how long the work holds it, also on a machine that is busy with other things. */
export interface Turns {
  longestMs: number;
  longestCpuMs: number;
}

export async function measureTurns(work: () => Promise<unknown>): Promise<Turns> {
  const turns: Turns = { longestMs: 0, longestCpuMs: 0 };
  let [lookedAt, used] = [performance.now(), process.threadCpuUsage()];
  let isRunning = true;
  const look = () => {
    const { user, system } = process.threadCpuUsage(used);
    turns.longestMs = Math.max(turns.longestMs, performance.now() - lookedAt);
    turns.longestCpuMs = Math.max(turns.longestCpuMs, (user + system) / 1000);
    [lookedAt, used] = [performance.now(), process.threadCpuUsage()];
    if (isRunning) setImmediate(look);
  };
  setImmediate(look);
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  isRunning = false;
  return turns;
}
