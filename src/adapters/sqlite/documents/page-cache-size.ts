import type { DatabaseSync } from 'node:sqlite';

/** A rebuild writes all over its tables, and rereading their pages is what slows it. */
const REBUILDING_KILOBYTES = 65_536;
/** Live writes reread few pages, and the operating system caches those. */
const LIVE_KILOBYTES = 4_096;

/** Page cache of the connection: large while a read model is rebuilt, small otherwise. */
export class PageCacheSize {
  readonly #db: DatabaseSync;
  /** Keys of the collections that are not in use. */
  readonly #inactive = new Set<string>();
  /** Inactive collections that a projection is filling. */
  readonly #rebuilding = new Set<string>();

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#resize();
  }

  noteInactive(key: string): void {
    this.#inactive.add(key);
  }

  noteWrite(key: string): void {
    if (!this.#inactive.has(key) || this.#rebuilding.has(key)) return;
    this.#rebuilding.add(key);
    this.#resize();
  }

  /** The collection is active or dropped. */
  noteEndOfRebuild(key: string): void {
    this.#inactive.delete(key);
    if (this.#rebuilding.delete(key)) this.#resize();
  }

  #resize(): void {
    this.#db.exec(`PRAGMA cache_size = -${this.#rebuilding.size > 0 ? REBUILDING_KILOBYTES : LIVE_KILOBYTES}`);
  }
}
