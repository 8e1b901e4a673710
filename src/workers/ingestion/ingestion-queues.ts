/**
 * Fair queues over accounts. Crawls, single fetches and stored content have separate queues, so that a text does not wait for a crawl that
 * takes minutes.
 */
import type { SourceType } from '../../domain/data-source/events.ts';
import { FairQueue, type FairQueueLimits } from '../../lib/fair-queue.ts';
import { CrawlTimeSlice, TimeSliceOver } from './crawl-time-slice.ts';

export interface QueuedSource {
  readonly ownerId: string;
  readonly sourceType: SourceType;
  readonly isRecursive: boolean;
}

export interface IngestionQueueLimits extends FairQueueLimits {
  /** Time slice of a crawl while other accounts wait. Default: three minutes. */
  readonly crawlSliceMs?: number;
}

const CRAWL_SLICE_MS = 180_000;

type QueueName = 'crawl' | 'fetch' | 'stored';

export class IngestionQueues {
  readonly #queues: Readonly<Record<QueueName, FairQueue>>;

  readonly #crawlSliceMs: number;

  /** @param limits per queue */
  constructor(limits: IngestionQueueLimits) {
    this.#crawlSliceMs = limits.crawlSliceMs ?? CRAWL_SLICE_MS;
    this.#queues = { crawl: new FairQueue(limits), fetch: new FairQueue(limits), stored: new FairQueue(limits) };
  }

  /**
   * @param work queued again when it throws `TimeSliceOver`
   * @throws what the work throws; the signal's reason when it aborts before the work
   */
  async run<Result>(
    source: QueuedSource,
    signal: AbortSignal,
    work: (slice: CrawlTimeSlice) => Promise<Result>,
  ): Promise<Result> {
    const { ownerId } = source;
    const queue = this.#queues[queueNameOf(source)];
    const newSlice = () => new CrawlTimeSlice(this.#crawlSliceMs, () => queue.othersWait(ownerId));
    for (;;) {
      try {
        return await queue.run(ownerId, signal, () => work(newSlice()));
      } catch (error) {
        if (!(error instanceof TimeSliceOver)) throw error;
      }
    }
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
