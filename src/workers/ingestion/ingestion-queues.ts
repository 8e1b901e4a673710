/**
 * Fair queues over accounts: no account waits behind another's crawls. Crawls, single fetches and stored content have separate
 * queues, so that a text does not wait for a crawl that takes minutes.
 */
import type { SourceType } from '../../domain/data-source/events.ts';
import { FairQueue, type FairQueueLimits } from '../../lib/fair-queue.ts';

export interface QueuedSource {
  readonly ownerId: string;
  readonly sourceType: SourceType;
  readonly isRecursive: boolean;
}

type QueueName = 'crawl' | 'fetch' | 'stored';

export class IngestionQueues {
  readonly #queues: Readonly<Record<QueueName, FairQueue>>;

  /** @param limits per queue; the key is the account */
  constructor(limits: FairQueueLimits) {
    this.#queues = { crawl: new FairQueue(limits), fetch: new FairQueue(limits), stored: new FairQueue(limits) };
  }

  /** @throws what the work throws; the signal's reason when it aborts before its turn */
  run<Result>(source: QueuedSource, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return this.#queues[queueNameOf(source)].run(source.ownerId, signal, work);
  }
}

function queueNameOf({ sourceType, isRecursive }: QueuedSource): QueueName {
  switch (sourceType) {
    case 'url':
      return isRecursive ? 'crawl' : 'fetch';
    case 'youtube':
      return 'fetch';
    case 'text':
    case 'file':
      return 'stored';
    default:
      return sourceType satisfies never;
  }
}
