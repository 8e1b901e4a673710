import { setTimeout as pause } from 'node:timers/promises';
import type { TreeHeadPublisher, TreeHeadPublisherDeps } from './tree-head-publisher.ts';

/** A published head covers each event within this time. */
const INTERVAL_MS = 2_000;
const MAX_RETRY_DELAY_MS = 60_000;

interface TreeHeadWorkerDeps extends Pick<TreeHeadPublisherDeps, 'observer' | 'report'> {
  readonly publisher: Pick<TreeHeadPublisher, 'step'>;
  /** Default 2 seconds. */
  readonly intervalMs?: number;
}

export interface TreeHeadWorker {
  /** Stops, and signs a last head within this time. Nothing may be appended any more, unless other nodes share the log. */
  stop(graceMs: number): Promise<void>;
}

/** A failure never reaches the writers of the log: the next step signs what remains. */
export function startTreeHeadWorker(deps: TreeHeadWorkerDeps): TreeHeadWorker {
  const stopping = new AbortController();
  const running = run(deps, stopping.signal);
  return {
    async stop(graceMs) {
      stopping.abort();
      const end = performance.now() + graceMs;
      await Promise.race([running.then(() => signLast(deps, end)), pause(graceMs, undefined, { ref: false })]);
    },
  };
}

async function run(deps: TreeHeadWorkerDeps, signal: AbortSignal): Promise<void> {
  const { publisher, observer, report, intervalMs = INTERVAL_MS } = deps;
  let retryDelay = intervalMs;
  while (!signal.aborted) {
    let delay = intervalMs;
    try {
      delay = (await publisher.step()) ? 0 : intervalMs;
      retryDelay = intervalMs;
    } catch (error) {
      observer.failed();
      report({ message: 'Failed to sign the tree head of the event log; will retry', error });
      delay = retryDelay;
      retryDelay = Math.min(retryDelay * 2, MAX_RETRY_DELAY_MS);
    }
    await pause(delay, undefined, { signal }).catch(() => undefined);
  }
}

async function signLast({ publisher, observer, report }: TreeHeadWorkerDeps, end: number): Promise<void> {
  try {
    while (performance.now() < end && (await publisher.step({ closing: true })));
  } catch (error) {
    observer.failed();
    report({ message: 'Failed to sign the last tree head of the event log; the next start signs it', error });
  }
}
