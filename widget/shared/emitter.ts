type Handler<Data> = (data: Data) => void;

export class Emitter<Events extends object> {
  readonly #handlers = new Map<keyof Events, Set<Handler<never>>>();

  /** @returns a function that removes the handler */
  on<Name extends keyof Events>(name: Name, handler: Handler<Events[Name]>): () => void {
    const handlers = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, handlers.add(handler as Handler<never>));
    return () => void handlers.delete(handler as Handler<never>);
  }

  /** A throwing handler is the page's concern. */
  emit<Name extends keyof Events>(name: Name, data: Events[Name]): void {
    for (const handler of [...(this.#handlers.get(name) ?? [])]) {
      try {
        (handler as Handler<Events[Name]>)(data);
      } catch (error) {
        reportError(error);
      }
    }
  }
}
