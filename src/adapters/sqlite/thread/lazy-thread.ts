import { StoreDamaged, StoreUnavailable } from '../../../ports/store-unavailable.ts';

export type OnDamage = ((error: StoreDamaged) => void) | undefined;

/** A thread that starts when first needed: each costs 8 MB and a tenth of a second of two cores. */
export class LazyThread<Opened extends { close(): Promise<void> }> {
  readonly #store: string;
  readonly #open: () => Promise<Opened>;
  readonly #onDamage: OnDamage;
  #opened: Promise<Opened> | null = null;
  #isClosed = false;

  /**
   * @param store in errors
   * @param onDamage called when the file turns out damaged as the thread opens it
   */
  constructor(store: string, open: () => Promise<Opened>, onDamage: OnDamage) {
    this.#store = store;
    this.#open = open;
    this.#onDamage = onDamage;
  }

  get(): Promise<Opened> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable(this.#store, 'closed'));
    if (this.#opened !== null) return this.#opened;
    const opening = this.#open();
    this.#opened = opening;
    opening.catch((error: unknown) => {
      // The next caller tries again.
      this.#opened = null;
      if (error instanceof StoreDamaged) this.#onDamage?.(error);
    });
    return opening;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = await this.#opened?.catch(() => null);
    await opened?.close();
  }
}
