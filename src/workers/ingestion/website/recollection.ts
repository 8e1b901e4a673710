import type { CrawlJournal, CrawlStep } from './crawl-steps.ts';

/** Hands the steps of an earlier attempt out one after the other, as long as the crawl takes the very same way again. */
export class Recollection {
  readonly #journal: CrawlJournal | null;
  #steps: AsyncIterator<CrawlStep> | null;
  #taken = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(journal: CrawlJournal | null) {
    this.#journal = journal;
    this.#steps = journal?.recall()[Symbol.asyncIterator]() ?? null;
  }

  /** The next step, if it is the one that is about to be taken; from the first that is not, nothing is recalled any more. */
  take<Step extends CrawlStep>(isWanted: (step: CrawlStep) => step is Step): Promise<Step | null> {
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
    this.#journal?.goOnAfter(this.#taken);
    return null;
  }
}
