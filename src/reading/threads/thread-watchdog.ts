import type { Worker } from 'node:worker_threads';

export interface WatchdogLimits {
  /** From the start of the task; null for no limit. */
  readonly timeoutMs: number | null;
  /** CPU time of the thread, from the start of the task; null for no limit. A busy machine does not count against a document. */
  readonly maxCpuMs: number | null;
  /** Live heap. Garbage counts only beyond `MAX_GARBAGE_SHARE`. */
  readonly maxHeapBytes: number;
  /** External buffers, which V8's own limits do not count. */
  readonly maxBufferBytes: number;
}

export type ExceededLimit = 'time' | 'memory';

const CHECK_INTERVAL_MS = 50;
/** Share of the limit before the heap is collected again. */
const MAX_GARBAGE_SHARE = 0.2;
/** Exceeding this ends the thread without a collection: a growing array is copied and may double between two checks. */
const hardLimit = (limit: number) => limit + Math.max(limit * 0.3, 96 * 1024 * 1024);
/**
 * A heap profile with `forceGC` is the only way to collect another thread's heap while it is busy; this one samples nothing.
 */
const PROFILE_OPTIONS = { sampleInterval: 2 ** 40, stackDepth: 1, forceGC: true };

/**
 * Calls `onExceeded` once when the thread exceeds a limit, with the CPU time that it has used. Returns a function that stops the
 * watchdog.
 */
export function startWatchdog(
  thread: Worker | undefined,
  limits: WatchdogLimits,
  onExceeded: (what: ExceededLimit, cpuMs: number) => void,
): () => void {
  const timeout = limits.timeoutMs === null ? null : setTimeout(() => exceeded('time'), limits.timeoutMs);
  const look = setInterval(() => void lookAt(), CHECK_INTERVAL_MS);
  let stopped = false;
  let looking = false;
  let collectAtBytes = limits.maxHeapBytes;
  let cpuAtStart: number | null = null;
  let cpuMs = 0;
  const lookAt = async () => {
    if (looking || thread === undefined) return;
    looking = true;
    try {
      const cpu = await cpuOf(thread);
      cpuAtStart ??= cpu;
      cpuMs = cpu - cpuAtStart;
      if (limits.maxCpuMs !== null && cpuMs > limits.maxCpuMs) exceeded('time');
      const { used_heap_size: heap, external_memory: buffers } = await thread.getHeapStatistics();
      const isFar = heap > hardLimit(limits.maxHeapBytes) || buffers > hardLimit(limits.maxBufferBytes);
      if (isFar) exceeded('memory');
      else if (heap > collectAtBytes || buffers > limits.maxBufferBytes) await judge(thread);
    } catch {
      // The thread has ended.
    } finally {
      looking = false;
    }
  };
  const judge = async (busy: Worker) => {
    if (stopped) return;
    await collectGarbage(busy);
    const { used_heap_size: heap, external_memory: buffers } = await busy.getHeapStatistics();
    if (heap > limits.maxHeapBytes || buffers > limits.maxBufferBytes) exceeded('memory');
    else collectAtBytes = Math.max(limits.maxHeapBytes, heap + limits.maxHeapBytes * MAX_GARBAGE_SHARE);
  };
  const stop = () => {
    stopped = true;
    if (timeout !== null) clearTimeout(timeout);
    clearInterval(look);
  };
  const exceeded = (what: ExceededLimit) => {
    if (stopped) return;
    stop();
    onExceeded(what, cpuMs);
  };
  return stop;
}

/** Milliseconds; 0 on a Node that cannot tell, where only the time limit holds. */
async function cpuOf(thread: Worker): Promise<number> {
  if (typeof thread.cpuUsage !== 'function') return 0;
  const { user, system } = await thread.cpuUsage();
  return (user + system) / 1_000;
}

/** Works while the thread runs; does nothing on a Node without heap profiles. */
async function collectGarbage(thread: Worker): Promise<void> {
  if (typeof thread.startHeapProfile !== 'function') return;
  const profile = await thread.startHeapProfile(PROFILE_OPTIONS);
  await profile.stop();
}
