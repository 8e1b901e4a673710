/**
 * Which runs of a node are under way at a time. Accounts take turns, so that none waits behind the sites of another; and what is
 * quick has lanes of its own, so that a text does not wait until crawls that take many minutes have ended.
 */
import type { SourceType } from '../../domain/data-source/events.ts';
import { FairTurns, type TurnLimits } from '../../runtime/fair-turns.ts';

/** What of a source says how long reading it may take, and for whom it is read. */
export interface LaneOf {
  readonly ownerId: string;
  readonly sourceType: SourceType;
  readonly isRecursive: boolean;
}

type Lane = 'crawl' | 'fetch' | 'stored';

export class IngestionLanes {
  readonly #lanes: Readonly<Record<Lane, FairTurns>>;

  /** @param limits of each lane; a key is an account */
  constructor(limits: TurnLimits) {
    this.#lanes = { crawl: new FairTurns(limits), fetch: new FairTurns(limits), stored: new FairTurns(limits) };
  }

  /** Does the work when its turn has come. @throws what the work throws; the signal's reason when that aborts before its turn */
  run<Result>(source: LaneOf, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    return this.#lanes[laneOf(source)].run(source.ownerId, signal, work);
  }
}

function laneOf({ sourceType, isRecursive }: LaneOf): Lane {
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
