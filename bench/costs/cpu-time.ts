/** CPU times as Linux counts them, in ticks of 10 ms. */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const TICK_MS = 10;
/** Fields behind the name of the program, in `proc(5)`. */
const [USER_TIME, SYSTEM_TIME] = [11, 12] as const;

/** Milliseconds since the start. */
export interface CpuTime {
  /** The whole process. */
  readonly process: number;
  /** Its main thread, which runs the event loop. */
  readonly main: number;
  /** All processes of the machine. */
  readonly machine: number;
}

/** @throws Error where there is no `/proc` */
export function cpuOf(pid: number): CpuTime {
  const machine = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  return { process: ticksIn(`/proc/${pid}/stat`), main: ticksIn(`/proc/${pid}/task/${pid}/stat`), machine };
}

export function cpuSince(before: CpuTime, after: CpuTime): CpuTime {
  const [process, main] = [after.process - before.process, after.main - before.main];
  return { process, main, machine: after.machine - before.machine };
}

function ticksIn(path: string): number {
  const stat = readFileSync(path, 'utf8');
  // The name stands in parentheses and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS;
}
