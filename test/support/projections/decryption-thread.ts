/** The thread that decrypts for read models, started, watched, and broken where a test wants it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { BoxToOpen, OpenBoxes } from '../../../src/event-log/sealed-part.ts';
import { ThreadedDecryption } from '../../../src/event-log/threaded-decryption.ts';

/** It must not end between its start and its use on a busy machine. */
const IDLE_MS = 60_000;
const THREAD = new URL('../../../src/event-log/decryption-thread.ts', import.meta.url);

export interface ThreadFault {
  /** Number of the batch, from 1. */
  readonly atBatch: number;
  /** Runs in the thread when the batch is decrypted. */
  readonly statement: string;
}

const faultyThread = ({ atBatch, statement }: ThreadFault) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let batches = 0;
    parentPort.on('message', () => { if (++batches === ${atBatch}) { ${statement} } });
    await import(${JSON.stringify(THREAD.href)});
  `)}`,
  );

export async function startedThread({
  onBatch = async () => undefined,
  ...fault
}: { readonly onBatch?: (parts: readonly BoxToOpen[]) => Promise<void> } & Partial<ThreadFault> = {}) {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const { atBatch, statement } = fault;
  const isFaulty = atBatch !== undefined && statement !== undefined;
  const module = isFaulty ? { module: faultyThread({ atBatch, statement }) } : {};
  const thread = new ThreadedDecryption(ending.signal, { idleMs: IDLE_MS, ...module });
  while (thread.opener === null) await nextTurn();
  let opened = 0;
  const watched =
    (open: OpenBoxes): OpenBoxes =>
    async (parts) => {
      await onBatch(parts);
      const plaintexts = await open(parts);
      opened += plaintexts.filter((text) => text !== null).length;
      return plaintexts;
    };
  return {
    get opener(): OpenBoxes | null {
      const { opener } = thread;
      return opener && watched(opener);
    },
    /** Sealed parts that the thread has opened. */
    get opened(): number {
      return opened;
    },
  };
}
