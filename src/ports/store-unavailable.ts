/** The store behind a port is away, overloaded or refuses. Worth trying again later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly store: string;
  constructor(store: string, message: string, options?: ErrorOptions) {
    super(`${store}: ${message}`, options);
    this.store = store;
  }
}
