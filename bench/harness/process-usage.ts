/** CPU time and memory of a process, all its threads together, as Linux tells them. */
import { readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second, whatever the machine. */
const TICKS_A_SECOND = 100;
const SAMPLE_MS = 50;

export const canReadUsage = process.platform === 'linux';

export interface Usage {
  readonly cpuSeconds: number;
  readonly residentMegabytes: number;
  /** Without the pages of mapped files, which the system takes back whenever it needs memory. */
  readonly anonymousMegabytes: number;
}

/** @returns NaN where the system is not Linux */
export function usageOf(pid: number): Usage {
  if (!canReadUsage) return { cpuSeconds: Number.NaN, residentMegabytes: Number.NaN, anonymousMegabytes: Number.NaN };
  // The second field is a name in brackets, which may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND,
    residentMegabytes: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024,
    anonymousMegabytes: Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1]) / 1024,
  };
}

export interface Used<Result> {
  readonly result: Result;
  readonly cpuSeconds: number;
  /** At most while it lasted. */
  readonly residentMegabytes: number;
}

/** Runs the work, which keeps another process busy, and tells what that process used meanwhile. */
export async function whileUsing<Result>(pid: number, work: () => Promise<Result>): Promise<Used<Result>> {
  const before = usageOf(pid);
  let residentMegabytes = before.residentMegabytes;
  const sampler = setInterval(() => {
    residentMegabytes = Math.max(residentMegabytes, usageOf(pid).residentMegabytes);
  }, SAMPLE_MS);
  try {
    const result = await work();
    const after = usageOf(pid);
    return {
      result,
      cpuSeconds: after.cpuSeconds - before.cpuSeconds,
      residentMegabytes: Math.max(residentMegabytes, after.residentMegabytes),
    };
  } finally {
    clearInterval(sampler);
  }
}
