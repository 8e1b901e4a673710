import { useLayoutEffect, useReducer } from 'preact/hooks';

/** State that lives longer than a component: an observable store. */
export class Store<Value> {
  readonly #listeners = new Set<() => void>();
  #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  get(): Value {
    return this.#value;
  }

  set(value: Value): void {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  /** Tells that a component shows it. */
  get isUsed(): boolean {
    return this.#listeners.size > 0;
  }

  change(by: (value: Value) => Value): void {
    this.set(by(this.#value));
  }

  /** A hook: the component is rendered again with each new value. */
  use(): Value {
    const [, render] = useReducer((renders: number, _: undefined) => renders + 1, 0);
    const shown = this.#value;
    useLayoutEffect(() => {
      const listener = () => render(undefined);
      this.#listeners.add(listener);
      // A sibling's effect may have changed it meanwhile.
      if (!Object.is(shown, this.#value)) listener();
      return () => void this.#listeners.delete(listener);
    }, [this]);
    return shown;
  }
}
