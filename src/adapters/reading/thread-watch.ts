import type { Worker } from 'node:worker_threads';

export interface WatchLimits {
  /** From the moment that the thread has begun. */
  readonly timeoutMs: number;
  /** Of buffers, which the heap's own limit does not count. */
  readonly maxBufferBytes: number;
}

const LOOK_EVERY_MS = 200;

/** Calls `onExceeded` once, when the thread has worked for too long or holds too much. Answers how to stop watching. */
export function watchThread(
  thread: Worker | undefined,
  limits: WatchLimits,
  onExceeded: (what: 'time' | 'memory') => void,
): () => void {
  const timeout = setTimeout(() => exceeded('time'), limits.timeoutMs);
  const look = setInterval(() => {
    thread
      ?.getHeapStatistics()
      .then(({ external_memory: buffers }) => {
        if (buffers > limits.maxBufferBytes) exceeded('memory');
      })
      // The thread has ended meanwhile: nothing to watch.
      .catch(() => {});
  }, LOOK_EVERY_MS);
  let stopped = false;
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
