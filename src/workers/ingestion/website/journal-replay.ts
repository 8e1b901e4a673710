import type { CrawlJournal, CrawlStep } from './crawl-steps.ts';

/** Replays journaled steps one by one while the crawl takes the same steps again. */
export class JournalReplay {
  readonly #journal: CrawlJournal | null;
  #steps: AsyncIterator<CrawlStep> | null;
  #taken = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(journal: CrawlJournal | null) {
    this.#journal = journal;
    this.#steps = journal?.replaySteps()[Symbol.asyncIterator]() ?? null;
  }

  /** The first mismatch ends the replay and truncates the journal. */
  takeIf<Step extends CrawlStep>(isWanted: (step: CrawlStep) => step is Step): Promise<Step | null> {
    const taking = this.#last.then(() => this.#next(isWanted));
    this.#last = taking.catch(() => {});
    return taking;
  }

  async #next<Step extends CrawlStep>(isWanted: (step: CrawlStep) => step is Step): Promise<Step | null> {
    if (this.#steps === null) return null;
    const next = await this.#steps.next();
    if (next.done !== true && isWanted(next.value)) {
      this.#taken += 1;
      return next.value;
    }
    await this.#steps.return?.();
    this.#steps = null;
    this.#journal?.truncateAfter(this.#taken);
    return null;
  }
}
