/** Ends an attempt whose crawl gives its place to another account. Its next turn replays the journal, and goes on. */
export class TurnOver extends Error {
  override readonly name = 'TurnOver';
}

/**
 * The time for which a crawl may keep its place in the queue while other accounts wait. A site that answers slowly, or asks for ten seconds
 * between two pages, is read for more than an hour: four of them would hold up everybody else's.
 */
export class CrawlTurn {
  readonly #startedAt = performance.now();
  readonly #turnMs: number;
  readonly #othersWait: () => boolean;
  /** The replay took so long. */
  #replayMs = 0;

  constructor(turnMs: number, othersWait: () => boolean) {
    this.#turnMs = turnMs;
    this.#othersWait = othersWait;
  }

  /** Called after each visit of the crawl. @throws TurnOver when another account's turn has come */
  endVisit(isReplayed: boolean): void {
    const elapsedMs = performance.now() - this.#startedAt;
    if (isReplayed) this.#replayMs = elapsedMs;
    // As long as its replay at least, or a long crawl would do nothing else.
    const isOver = !isReplayed && elapsedMs - this.#replayMs >= Math.max(this.#turnMs, this.#replayMs);
    if (isOver && this.#othersWait()) throw new TurnOver("Another account's turn has come");
  }
}
