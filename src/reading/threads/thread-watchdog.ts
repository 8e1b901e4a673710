import type { Worker } from 'node:worker_threads';

export interface WatchdogLimits {
  /** From the start of the task. */
  readonly timeoutMs: number | null;
  /** CPU time of the thread from the start of the task, so that a busy machine does not count against a document. */
  readonly maxCpuMs: number | null;
  /** Garbage counts only beyond `MAX_GARBAGE_SHARE`. */
  readonly maxHeapBytes: number;
  /** External buffers, which V8's own limits do not count. */
  readonly maxBufferBytes: number;
}

export type ExceededLimit = 'time' | 'memory';

const CHECK_INTERVAL_MS = 50;
/** Share of the limit by which the heap grows before it is collected again. */
const MAX_GARBAGE_SHARE = 0.2;
/** Ends the thread without a collection: a growing array is copied and may double between two checks. */
const hardLimit = (limit: number) => limit + Math.max(limit * 0.3, 96 * 1024 * 1024);
/** A heap profile with `forceGC` is the only way to collect a busy thread's heap; this one samples nothing. */
const PROFILE_OPTIONS = { sampleInterval: 2 ** 40, stackDepth: 1, forceGC: true };

/** Calls `onExceeded` once, with the CPU time used, when the thread exceeds a limit. @returns stops the watchdog */
export function startWatchdog(
  thread: Worker | undefined,
  limits: WatchdogLimits,
  onExceeded: (what: ExceededLimit, cpuMs: number) => void,
): () => void {
  const watchdog = new Watchdog(thread, limits, onExceeded);
  return () => watchdog.stop();
}

class Watchdog {
  readonly #thread: Worker | undefined;
  readonly #limits: WatchdogLimits;
  readonly #onExceeded: (what: ExceededLimit, cpuMs: number) => void;
  readonly #timeout: NodeJS.Timeout | undefined;
  readonly #interval: NodeJS.Timeout;
  #isStopped = false;
  #isLooking = false;
  #collectAtBytes: number;
  #cpuAtStart: number | null = null;
  #cpuMs = 0;

  constructor(
    thread: Worker | undefined,
    limits: WatchdogLimits,
    onExceeded: (what: ExceededLimit, cpuMs: number) => void,
  ) {
    const { timeoutMs, maxHeapBytes } = limits;
    this.#thread = thread;
    this.#limits = limits;
    this.#onExceeded = onExceeded;
    this.#collectAtBytes = maxHeapBytes;
    this.#timeout = timeoutMs === null ? undefined : setTimeout(() => this.#exceeded('time'), timeoutMs);
    this.#interval = setInterval(() => void this.#look(), CHECK_INTERVAL_MS);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timeout);
    clearInterval(this.#interval);
  }

  async #look(): Promise<void> {
    const thread = this.#thread;
    if (this.#isLooking || thread === undefined) return;
    this.#isLooking = true;
    try {
      await this.#checkCpu(thread);
      await this.#checkMemory(thread);
    } catch {
      // The thread has ended.
    } finally {
      this.#isLooking = false;
    }
  }

  async #checkCpu(thread: Worker): Promise<void> {
    const { maxCpuMs } = this.#limits;
    const cpu = await cpuOf(thread);
    this.#cpuAtStart ??= cpu;
    this.#cpuMs = cpu - this.#cpuAtStart;
    if (maxCpuMs !== null && this.#cpuMs > maxCpuMs) this.#exceeded('time');
  }

  async #checkMemory(thread: Worker): Promise<void> {
    const { maxHeapBytes, maxBufferBytes } = this.#limits;
    const { used_heap_size: heap, external_memory: buffers } = await thread.getHeapStatistics();
    const isFar = heap > hardLimit(maxHeapBytes) || buffers > hardLimit(maxBufferBytes);
    if (isFar) this.#exceeded('memory');
    else if (heap > this.#collectAtBytes || buffers > maxBufferBytes) await this.#checkLiveMemory(thread);
  }

  /** Collects garbage before it judges. */
  async #checkLiveMemory(thread: Worker): Promise<void> {
    if (this.#isStopped) return;
    const { maxHeapBytes, maxBufferBytes } = this.#limits;
    await collectGarbage(thread);
    const { used_heap_size: heap, external_memory: buffers } = await thread.getHeapStatistics();
    if (heap > maxHeapBytes || buffers > maxBufferBytes) this.#exceeded('memory');
    else this.#collectAtBytes = Math.max(maxHeapBytes, heap + maxHeapBytes * MAX_GARBAGE_SHARE);
  }

  #exceeded(what: ExceededLimit): void {
    if (this.#isStopped) return;
    this.stop();
    this.#onExceeded(what, this.#cpuMs);
  }
}

/** Milliseconds; 0 on a Node that cannot tell, where only the time limit holds. */
async function cpuOf(thread: Worker): Promise<number> {
  if (typeof thread.cpuUsage !== 'function') return 0;
  const { user, system } = await thread.cpuUsage();
  return (user + system) / 1_000;
}

/** Collects while the thread runs. Does nothing on a Node without heap profiles. */
async function collectGarbage(thread: Worker): Promise<void> {
  if (typeof thread.startHeapProfile !== 'function') return;
  const profile = await thread.startHeapProfile(PROFILE_OPTIONS);
  await profile.stop();
}
