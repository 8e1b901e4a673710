/** Refuses to tell as not there what somebody has dropped. */
import type { CollectionDefinition } from '../../../ports/documents.ts';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import type { MongoLayout } from './stored.ts';

interface Check {
  readonly current: Promise<boolean>;
  next: Promise<boolean> | null;
}

export class LossChecks {
  readonly #isReadModel: (layout: MongoLayout) => boolean;
  readonly #isGone: (layout: MongoLayout) => Promise<boolean>;
  /** Those that run, by name of the collection. */
  readonly #checks = new Map<string, Check>();

  /** @param isGone ends within a limit */
  constructor(isReadModel: (layout: MongoLayout) => boolean, isGone: (layout: MongoLayout) => Promise<boolean>) {
    this.#isReadModel = isReadModel;
    this.#isGone = isGone;
  }

  /**
   * Called after a read that may lack documents. Projectors, who name the generation, read on: they begin the next one.
   * @throws StoreUnavailable when the read model was dropped before the call
   */
  async refuseIfLost({ generation }: CollectionDefinition, layout: MongoLayout): Promise<void> {
    if (generation !== undefined || !this.#isReadModel(layout)) return;
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
    const check: Check = { current: this.#isGone(layout), next: null };
    this.#checks.set(collection, check);
    const forget = () => {
      if (check.next === null) this.#checks.delete(collection);
    };
    check.current.then(forget, forget);
    return check.current;
  }
}
