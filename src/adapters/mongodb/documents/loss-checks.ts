/** Refuses reads that would report dropped documents as absent. */
import type { CollectionDefinition } from '../../../ports/documents.ts';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import type { MongoLayout } from './stored.ts';

/** A list that is not empty lacks documents only after a drop that a projector's write followed. */
const WHOLE_FOR_MS = 1_000;

interface Check {
  readonly current: Promise<boolean>;
  next: Promise<boolean> | null;
}

export class LossChecks {
  readonly #isReadModel: (layout: MongoLayout) => boolean;
  readonly #isGone: (layout: MongoLayout) => Promise<boolean>;
  /** Running checks by collection name. */
  readonly #checks = new Map<string, Check>();
  /** Start of the last check that found the collection, by its name, in milliseconds. */
  readonly #wholeAt = new Map<string, number>();

  /** @param isGone ends within a limit */
  constructor(isReadModel: (layout: MongoLayout) => boolean, isGone: (layout: MongoLayout) => Promise<boolean>) {
    this.#isReadModel = isReadModel;
    this.#isGone = isGone;
  }

  /**
   * Called after a read that may lack documents. Projectors, who name the generation, read on: they begin the next one.
   * @param found documents that the read gave; when there are any, a check of the last second suffices
   * @throws StoreUnavailable when the read model was dropped before the call
   */
  async refuseIfLost({ generation }: CollectionDefinition, layout: MongoLayout, found: number): Promise<void> {
    if (generation !== undefined || !this.#isReadModel(layout)) return;
    const wholeAt = this.#wholeAt.get(layout.collection) ?? Number.NEGATIVE_INFINITY;
    if (found > 0 && performance.now() - wholeAt < WHOLE_FOR_MS) return;
    if (!(await this.#isLost(layout))) return;
    throw new StoreUnavailable(
      'documents',
      `The collection ${layout.collection} was dropped and is rebuilt from the log`,
    );
  }

  /** Only a check that begins after the read can tell. One runs at a time, and all who ask meanwhile share the next. */
  #isLost(layout: MongoLayout): Promise<boolean> {
    const running = this.#checks.get(layout.collection);
    if (running === undefined) return this.#begin(layout);
    const begin = () => this.#begin(layout);
    running.next ??= running.current.then(begin, begin);
    return running.next;
  }

  #begin(layout: MongoLayout): Promise<boolean> {
    const { collection } = layout;
    const begunAt = performance.now();
    const check: Check = { current: this.#isGone(layout), next: null };
    this.#checks.set(collection, check);
    const end = (isGone: boolean) => {
      if (isGone) this.#wholeAt.delete(collection);
      else this.#wholeAt.set(collection, begunAt);
      if (check.next === null) this.#checks.delete(collection);
    };
    check.current.then(end, () => end(true));
    return check.current;
  }
}
