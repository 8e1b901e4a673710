/** Timing, and baselines that are measured by turns. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Measurement } from './measurement.ts';

/**
 * Runs both by turns, so that a busy moment of the machine meets both, and gives the median of each.
 * @param sides `bare` is bare `node:sqlite` doing the same rows; `aim` is a rate
 */
export async function sideBySide(
  name: string,
  rounds: number,
  { ours, bare, aim }: { ours: () => Promise<number>; bare: () => Promise<number> | number; aim?: number },
): Promise<Measurement> {
  const measured: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    measured.bare.push(await bare());
    measured.ours.push(await ours());
  }
  return {
    name,
    value: median(measured.ours),
    unit: '/s',
    better: 'higher',
    against: [{ name: 'bare node:sqlite', value: median(measured.bare) }],
    ...(aim === undefined ? {} : { aim: { limit: aim } }),
  };
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
  const data = join(import.meta.dirname, '../data');
  mkdirSync(data, { recursive: true });
  const directory = mkdtempSync(join(data, 'run-'));
  try {
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The value below which lies that share of all. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
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
