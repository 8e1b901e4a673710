import type { Worker } from 'node:worker_threads';

export interface WatchLimits {
  /** From the moment that the thread has begun. */
  readonly timeoutMs: number;
  /** What it works on and what it has not cleared away yet. */
  readonly maxHeapBytes: number;
  /** Of buffers, which no limit of the engine counts. */
  readonly maxBufferBytes: number;
}

const LOOK_EVERY_MS = 50;

/** Calls `onExceeded` once, when the thread has worked for too long or holds too much. Answers how to stop watching. */
export function watchThread(
  thread: Worker | undefined,
  limits: WatchLimits,
  onExceeded: (what: 'time' | 'memory') => void,
): () => void {
  const timeout = setTimeout(() => exceeded('time'), limits.timeoutMs);
  const look = setInterval(() => void lookAt(), LOOK_EVERY_MS);
  let stopped = false;
  let looking = false;
  const lookAt = async () => {
    if (looking || thread === undefined) return;
    looking = true;
    try {
      const { used_heap_size: heap, external_memory: buffers } = await thread.getHeapStatistics();
      if (heap > limits.maxHeapBytes || buffers > limits.maxBufferBytes) exceeded('memory');
    } catch {
      // The thread has ended meanwhile: nothing to watch.
    } finally {
      looking = false;
    }
  };
  const stop = () => {
    stopped = true;
    clearTimeout(timeout);
    clearInterval(look);
  };
  const exceeded = (what: 'time' | 'memory') => {
    if (stopped) return;
    stop();
    onExceeded(what);
  };
  return stop;
}
