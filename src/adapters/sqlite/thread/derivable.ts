/** A SQLite file whose content can be rebuilt: a damaged one is moved aside and replaced by an empty one. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from '../../../ports/report.ts';
import { StoreDamaged, StoreUnavailable } from '../../../ports/store-unavailable.ts';
import { NewerFileError } from './migrations.ts';

/** Sooner damage has another cause than the content. */
const MIN_INTERVAL_MS = 60_000;
const RETRY_MS = 1_000;
const SQLITE_ERROR = 1;
/** SQLite takes some shorter files for new ones. */
const HEADER_BYTES = 100;

export interface DerivableOptions<Opened> {
  readonly store: string;
  readonly path: string;
  /** The folder was used before, so the file should exist. */
  readonly isExpected: boolean;
  /** Sentence for the log: what is lost with the file and what is not. */
  readonly consequence: string;
  readonly open: (onDamage: (error: StoreDamaged) => void) => Promise<Opened>;
  readonly close: (opened: Opened) => Promise<void>;
  readonly report: Report;
}

export class Derivable<Opened> {
  readonly #options: DerivableOptions<Opened>;
  readonly #stopping = new AbortController();
  readonly #onReplacing: (() => void)[] = [];
  readonly #onReplaced: (() => void)[] = [];
  #current: Opened | null = null;
  #replacing: Promise<void> | null = null;
  #replacedAt = Number.NEGATIVE_INFINITY;

  private constructor(options: DerivableOptions<Opened>) {
    this.#options = options;
  }

  /** @throws any error of opening the file except damage. The error for a file of a newer release tells what else helps */
  static async open<Opened>(options: DerivableOptions<Opened>): Promise<Derivable<Opened>> {
    const { path, isExpected, report, consequence } = options;
    const derivable = new Derivable(options);
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (isExpected && size === undefined)
      report({ message: `${path} is missing and is being rebuilt. ${consequence}` });
    // Otherwise a first start was killed as it created the file.
    if (isExpected && size !== undefined && size < HEADER_BYTES)
      derivable.#moveAside(size === 0 ? 'it is empty' : 'it is cut off');
    try {
      derivable.#current = await derivable.#open();
    } catch (error) {
      if (!isDamageAtOpening(error)) throw withAdvice(error);
      derivable.#moveAside(error);
      derivable.#current = await derivable.#open();
    }
    return derivable;
  }

  /** @throws StoreUnavailable while the file is being replaced */
  get current(): Opened {
    if (this.#current !== null) return this.#current;
    const { store } = this.#options;
    throw new StoreUnavailable(store, this.#stopping.signal.aborted ? 'closed' : 'damaged; a rebuild is running');
  }

  /** `replacing` is called when damage is detected, `replaced` once an empty file is open. */
  watch({ replacing, replaced }: { replacing?: () => void; replaced?: () => void }): void {
    if (replacing !== undefined) this.#onReplacing.push(replacing);
    if (replaced !== undefined) this.#onReplaced.push(replaced);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#replacing;
    const opened = this.#current;
    this.#current = null;
    if (opened !== null) await this.#options.close(opened);
  }

  #open(): Promise<Opened> {
    let isCurrent = true;
    return this.#options.open((error) => {
      if (isCurrent) isCurrent = !this.#replace(error);
    });
  }

  /** False when the file is not replaced. */
  #replace(error: StoreDamaged): boolean {
    const now = performance.now();
    const damaged = this.#current;
    if (damaged === null || this.#stopping.signal.aborted || now - this.#replacedAt < MIN_INTERVAL_MS) return false;
    this.#replacedAt = now;
    this.#current = null;
    for (const listener of this.#onReplacing) listener();
    this.#replacing = this.#replaceFile(damaged, error).finally(() => {
      this.#replacing = null;
    });
    return true;
  }

  async #replaceFile(damaged: Opened, cause: StoreDamaged): Promise<void> {
    const { close, report, store } = this.#options;
    const { signal } = this.#stopping;
    await close(damaged).catch((error: unknown) => report({ message: `Failed to close the damaged ${store}`, error }));
    for (let isMovedAside = false; ; await pause(RETRY_MS, undefined, { signal }).catch(() => undefined)) {
      try {
        if (!isMovedAside) this.#moveAside(cause);
        isMovedAside = true;
        if (signal.aborted) return;
        this.#current = await this.#open();
        break;
      } catch (error) {
        if (signal.aborted) return;
        report({ message: `Failed to open a new file for the ${store}; will retry`, error });
      }
    }
    for (const listener of this.#onReplaced) listener();
  }

  /** Overwrites an earlier damaged copy, so that the disk holds at most one. */
  #moveAside(why: unknown): void {
    const { path, report, consequence } = this.#options;
    const aside = `${path}.damaged`;
    rmSync(`${aside}-wal`, { force: true });
    renameSync(path, aside);
    if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`);
    for (const end of ['-shm', '-journal']) rmSync(`${path}${end}`, { force: true });
    const reason = why instanceof Error ? why.message : String(why);
    const message = `${path} is damaged (${reason}). It was moved aside to ${aside} and is being rebuilt. ${consequence}`;
    report({ message });
  }
}

/** At opening, an SQL error means that the file lacks our tables: no caller's statement has run yet. */
function isDamageAtOpening(error: unknown): boolean {
  if (error instanceof StoreDamaged) return true;
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_ERROR;
}

/** An older release does without the file, so moving it away helps too. */
function withAdvice(error: unknown): unknown {
  if (!(error instanceof Error && error.name === NewerFileError.name)) return error;
  const advice = 'or move the file away: docs/operations/repair.md tells under “Damaged files” what is lost with it';
  return new Error(`${error.message}, ${advice}.`, { cause: error });
}

/**
 * Forwards each method to the store that is current when it is called.
 * @param names every method, so that none can be forgotten
 */
export function forwardTo<Store, Name extends keyof Store>(
  names: Readonly<Record<Name, true>>,
  current: () => Store,
): Pick<Store, Name> {
  const call =
    (name: Name) =>
    async (...given: readonly unknown[]) => {
      const store = current();
      const method = store[name];
      return typeof method === 'function' ? method.apply(store, given) : method;
    };
  const methods = (Object.keys(names) as Name[]).map((name) => [name, call(name)]);
  return Object.fromEntries(methods) as unknown as Pick<Store, Name>;
}
