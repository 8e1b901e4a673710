/** Ends an attempt whose crawl yields its worker to another account. The next attempt replays the journal and goes on. */
export class TimeSliceOver extends Error {
  override readonly name = 'TimeSliceOver';
}

/**
 * Time slice after which a crawl yields its worker, if other accounts wait. A site that answers slowly, or asks for ten seconds between
 * two pages, is read for more than an hour: four such crawls would hold up everybody else's.
 */
export class CrawlTimeSlice {
  readonly #startedAt = performance.now();
  readonly #sliceMs: number;
  readonly #othersWait: () => boolean;
  #replayMs = 0;

  constructor(sliceMs: number, othersWait: () => boolean) {
    this.#sliceMs = sliceMs;
    this.#othersWait = othersWait;
  }

  /** Called after each visit of the crawl. @throws TimeSliceOver when it has to yield */
  endVisit(isReplayed: boolean): void {
    const elapsedMs = performance.now() - this.#startedAt;
    if (isReplayed) this.#replayMs = elapsedMs;
    // Each slice reads at least as long as it replayed, or a long crawl would only replay.
    const isOver = !isReplayed && elapsedMs - this.#replayMs >= Math.max(this.#sliceMs, this.#replayMs);
    if (isOver && this.#othersWait()) throw new TimeSliceOver('Another account waits for the worker');
  }
}
