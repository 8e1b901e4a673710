/** Closes resources in reverse order. Unlike AsyncDisposableStack, one that fails to close keeps no other from closing. */
export class Disposables {
  readonly #steps: (() => Promise<void>)[] = [];
  readonly #onFailure: (error: unknown) => void;

  constructor(onFailure: (error: unknown) => void = () => undefined) {
    this.#onFailure = onFailure;
  }

  add(step: () => Promise<void>): void {
    this.#steps.push(step);
  }

  /** Closes the store with the others. Returns it. */
  own<Store extends { close(): Promise<void> }>(store: Store): Store {
    this.add(() => store.close());
    return store;
  }

  async close(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      await step().catch(this.#onFailure);
    }
  }
}
