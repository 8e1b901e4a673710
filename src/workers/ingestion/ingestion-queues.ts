/**
 * Fair queues over accounts: no account waits behind another's crawls. Crawls, single fetches and stored content have separate
 * queues, so that a text does not wait for a crawl that takes minutes.
 */
import type { SourceType } from '../../domain/data-source/events.ts';
import { FairQueue, type FairQueueLimits } from '../../lib/fair-queue.ts';
import { CrawlTurn, TurnOver } from './crawl-turn.ts';

export interface QueuedSource {
  readonly ownerId: string;
  readonly sourceType: SourceType;
  readonly isRecursive: boolean;
}

export interface IngestionQueueLimits extends FairQueueLimits {
  /** A crawl keeps its place for so long while other accounts wait. Default: three minutes. */
  readonly turnMs?: number;
}

const TURN_MS = 180_000;

type QueueName = 'crawl' | 'fetch' | 'stored';

export class IngestionQueues {
  readonly #queues: Readonly<Record<QueueName, FairQueue>>;

  readonly #turnMs: number;

  /** @param limits per queue; the key is the account */
  constructor(limits: IngestionQueueLimits) {
    this.#turnMs = limits.turnMs ?? TURN_MS;
    this.#queues = { crawl: new FairQueue(limits), fetch: new FairQueue(limits), stored: new FairQueue(limits) };
  }

  /**
   * @param work begins anew with its next turn when it throws `TurnOver`
   * @throws what the work throws; the signal's reason when it aborts before a turn
   */
  async run<Result>(
    source: QueuedSource,
    signal: AbortSignal,
    work: (turn: CrawlTurn) => Promise<Result>,
  ): Promise<Result> {
    const { ownerId } = source;
    const queue = this.#queues[queueNameOf(source)];
    const newTurn = () => new CrawlTurn(this.#turnMs, () => queue.othersWait(ownerId));
    for (;;) {
      try {
        return await queue.run(ownerId, signal, () => work(newTurn()));
      } catch (error) {
        if (!(error instanceof TurnOver)) throw error;
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
