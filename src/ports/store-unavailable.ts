/** The store is unreachable, overloaded or refuses. Retry later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  readonly store: string;
  constructor(store: string, message: string, options?: ErrorOptions) {
    super(`${store}: ${message}`, options);
    this.store = store;
  }
}

/** The stored data is corrupt. A retry succeeds once the store is rebuilt. */
export class StoreDamaged extends StoreUnavailable {}

/** One event of the log is not as it was written. Others can be read. */
export class EventDamaged extends StoreDamaged {}

/** The disk of an embedded store is full, at a size limit, or fails. */
export class DiskRefusesWrites extends StoreUnavailable {}

/** The store refuses the credentials, or lacks rights for them. Only another configuration helps. */
export class StoreRefused extends StoreUnavailable {}
