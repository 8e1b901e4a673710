import { FairQueue } from './fair-queue.ts';

export interface QueueLimits {
  readonly size: number;
  readonly perKey: number;
  /** Default 1. */
  readonly concurrency?: number;
}

/** The queue is full, or a key with fewer tasks displaced this one. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

interface Place {
  readonly key: string;
  readonly leave: AbortController;
  started: boolean;
}

/** Runs few tasks at a time. One key's backlog neither delays the others nor takes their places. */
export class BoundedFairQueue {
  readonly #limits: QueueLimits;
  readonly #queue: FairQueue;
  /** Arrival order, waiting and running. */
  readonly #places = new Set<Place>();
  readonly #running = new Set<Promise<unknown>>();

  constructor(limits: QueueLimits) {
    this.#limits = limits;
    const { concurrency = 1 } = limits;
    this.#queue = new FairQueue({ concurrency, perKey: concurrency });
  }

  get size(): number {
    return this.#places.size;
  }

  /** @throws QueueFull before the work has started; otherwise what the work throws */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    this.#makeRoom(key);
    const place: Place = { key, leave: new AbortController(), started: false };
    this.#places.add(place);
    const running = this.#queue.run(key, place.leave.signal, () => {
      place.started = true;
      return work();
    });
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
      this.#places.delete(place);
    }
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  #makeRoom(key: string): void {
    const { size, perKey } = this.#limits;
    const own = this.#ofKey(key).length;
    if (own >= perKey) throw new QueueFull();
    if (this.#places.size < size) return;
    const newest = this.#newestOfLongest(own + 1);
    if (newest === undefined) throw new QueueFull();
    this.#places.delete(newest);
    newest.leave.abort(new QueueFull());
  }

  /** The newest waiting place of the key with the longest backlog, if that is longer than `few`. */
  #newestOfLongest(few: number): Place | undefined {
    const backlogs = Map.groupBy(this.#places, ({ key }) => key).values();
    const longest = [...backlogs].reduce((most, backlog) => (backlog.length > most.length ? backlog : most), []);
    return longest.length > few ? longest.findLast(({ started }) => !started) : undefined;
  }

  #ofKey(key: string): readonly Place[] {
    return [...this.#places].filter((place) => place.key === key);
  }
}
