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

/** `full`: no room, or a quota is used up. `failing`: any other reason, such as an I/O error or a read-only file system. */
export type DiskRefusal = 'full' | 'failing';

/** The disk of an embedded store refuses to write, or to read. */
export class DiskRefusesWrites extends StoreUnavailable {
  readonly refusal: DiskRefusal;
  constructor(store: string, message: string, refusal: DiskRefusal, options?: ErrorOptions) {
    super(store, message, options);
    this.refusal = refusal;
  }
}

/** The store refuses the credentials, or they lack rights. Only another configuration helps. */
export class StoreRefused extends StoreUnavailable {}
