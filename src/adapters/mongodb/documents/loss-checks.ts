/** Refuses to tell as not there what somebody has dropped. */
import type { CollectionDefinition } from '../../../ports/documents.ts';
import { StoreUnavailable } from '../../../ports/store-unavailable.ts';
import type { Generations } from './generations.ts';
import type { MongoLayout } from './stored.ts';

interface Check {
  readonly current: Promise<boolean>;
  next: Promise<boolean> | null;
}

export class LossChecks {
  readonly #generations: Pick<Generations, 'wasBuilt'>;
  readonly #hasLostDocuments: (collection: string) => Promise<boolean>;
  /** Those that run, by name of the collection. */
  readonly #checks = new Map<string, Check>();

  /** @param hasLostDocuments ends within a limit */
  constructor(generations: Pick<Generations, 'wasBuilt'>, hasLostDocuments: (collection: string) => Promise<boolean>) {
    this.#generations = generations;
    this.#hasLostDocuments = hasLostDocuments;
  }

  /**
   * Called after a read that may lack documents. Projectors, who name the generation, read on: they begin the next one.
   * @throws StoreUnavailable when the collection was dropped before the call
   */
  async refuseIfLost({ generation }: CollectionDefinition, layout: MongoLayout): Promise<void> {
    if (generation !== undefined || !this.#generations.wasBuilt(layout)) return;
    const { collection } = layout;
    if (!(await this.#isLost(collection))) return;
    throw new StoreUnavailable('documents', `The collection ${collection} was dropped and is rebuilt from the log`);
  }

  /** Only a check that begins after the read can tell. One runs at a time, and all who ask meanwhile share the next. */
  #isLost(collection: string): Promise<boolean> {
    const running = this.#checks.get(collection);
    if (running === undefined) return this.#begin(collection);
    const begin = () => this.#begin(collection);
    running.next ??= running.current.then(begin, begin);
    return running.next;
  }

  #begin(collection: string): Promise<boolean> {
    const check: Check = { current: this.#hasLostDocuments(collection), next: null };
    this.#checks.set(collection, check);
    const forget = () => {
      if (check.next === null) this.#checks.delete(collection);
    };
    check.current.then(forget, forget);
    return check.current;
  }
}
