import { readdir, readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;

/**
 * Resident memory of all descendant processes in bytes, without shared pages, which would count for each process. 0 without
 * `/proc`. See proc_pid_stat(5) and proc_pid_statm(5).
 */
export async function memoryOfDescendants(): Promise<number> {
  const stats = await Promise.all((await processIds()).map(statOf));
  const childrenOf = Map.groupBy(
    stats.filter((stat) => stat !== null),
    ({ parent }) => parent,
  );
  let bytes = 0;
  const waiting = [process.pid];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const child of childrenOf.get(id) ?? []) {
      bytes += child.bytes;
      waiting.push(child.id);
    }
  }
  return bytes;
}

async function processIds(): Promise<readonly number[]> {
  try {
    return (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    return [];
  }
}

/** Returns null for a process that has ended. */
async function statOf(id: number): Promise<{ id: number; parent: number; bytes: number } | null> {
  try {
    const [stat, memory] = await Promise.all([
      readFile(`/proc/${id}/stat`, 'latin1'),
      readFile(`/proc/${id}/statm`, 'latin1'),
    ]);
    // The process name may contain spaces and brackets.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [, resident, shared] = memory.split(' ');
    return { id, parent: Number(parent), bytes: (Number(resident) - Number(shared)) * PAGE_BYTES };
  } catch {
    return null;
  }
}
