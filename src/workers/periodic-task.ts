/** Polls for work. */
import { setTimeout as pause } from 'node:timers/promises';
import { aborted } from '../lib/aborted.ts';
import type { Report } from '../ports/report.ts';
import { retryWhileUnavailable } from './retry-while-unavailable.ts';

export interface PeriodicTask {
  stop(): Promise<void>;
}

interface PeriodicTaskOptions {
  /** Returns the milliseconds until the next poll. */
  readonly poll: (signal: AbortSignal) => Promise<number>;
  readonly retryMs: number;
  /** Log message. */
  readonly failure: string;
  /** Resolves when the read models have caught up. */
  readonly ready: () => Promise<void>;
  readonly report: Report;
}

export function startPeriodicTask(options: PeriodicTaskOptions): PeriodicTask {
  const stopping = new AbortController();
  const running = run(options, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(options: PeriodicTaskOptions, signal: AbortSignal): Promise<void> {
  const { poll, retryMs, failure, ready, report } = options;
  let isReady = false;
  while (!signal.aborted) {
    let sleepMs = retryMs;
    try {
      if (!isReady) await Promise.race([ready(), aborted(signal)]);
      if (signal.aborted) return;
      isReady = true;
      sleepMs = await retryWhileUnavailable(() => poll(signal), { message: failure, signal, report });
    } catch (error) {
      if (!signal.aborted) report({ message: failure, error });
    }
    await pause(sleepMs, undefined, { signal }).catch(() => undefined);
  }
}
