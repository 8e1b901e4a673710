import type { Report } from '../../ports/report.ts';
import type { SourceProgress } from '../../projections/data-sources/reading-progress.ts';

const INTERVAL_MS = 1_000;
/** A write needs a check that is no older: the process may have been suspended, or cut off from the log. */
const MAX_CHECK_AGE_MS = 2_000;

/** Another attempt has taken over or ended the run, a newer run was requested, or the source was deleted. The attempt may write no more. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

interface RunProgressOptions {
  readonly write: (progress: SourceProgress) => Promise<void>;
  /** Reads the log, not a read model. */
  readonly isCurrent: () => Promise<boolean>;
  readonly report: Report;
}

/** Reports at most once a second, and checks as often whether the attempt was superseded. */
export class RunProgress {
  readonly #options: RunProgressOptions;
  readonly #superseded = new AbortController();
  #latest: SourceProgress | null = null;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #checking: Promise<void> | null = null;
  /** Begin of the last check that found the attempt current. */
  #currentAt = Number.NEGATIVE_INFINITY;
  readonly #watch: NodeJS.Timeout;
  #stopped = false;

  constructor(options: RunProgressOptions) {
    this.#options = options;
    // One document may take long to read, and no content of a source that was deleted meanwhile may be stored.
    this.#watch = setInterval(() => this.#checkOnce(), INTERVAL_MS);
    this.#watch.unref();
  }

  /** Aborts with `Superseded`. */
  get signal(): AbortSignal {
    return this.#superseded.signal;
  }

  /** Called before each write that a later attempt would not expect. @throws Superseded; StoreUnavailable when the log cannot tell */
  async requireCurrent(): Promise<void> {
    if (performance.now() - this.#currentAt > MAX_CHECK_AGE_MS) await this.#check();
    this.signal.throwIfAborted();
  }

  update(progress: SourceProgress): void {
    this.#latest = progress;
    if (this.#timer !== null || this.#stopped) return;
    this.#flush();
  }

  /** Writes the last report, which shows the next attempt how far this one came. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#watch);
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#writing;
    await this.#checking;
    if (this.#latest !== null && !this.signal.aborted) await this.#write(this.#latest);
  }

  #flush(): void {
    const progress = this.#latest;
    this.#latest = null;
    this.#timer = null;
    if (progress === null || this.#stopped) return;
    // The next report waits for the interval and for this report.
    this.#timer = setTimeout(() => void this.#writing.then(() => this.#flush()), INTERVAL_MS);
    this.#timer.unref();
    this.#writing = this.#write(progress);
  }

  async #write(progress: SourceProgress): Promise<void> {
    try {
      await this.#options.write(progress);
    } catch (error) {
      this.#options.report({ message: 'Failed to write the progress of an ingestion run, which continues', error });
    }
  }

  #checkOnce(): void {
    this.#checking ??= this.#check()
      .catch((error: unknown) => {
        this.#options.report({
          message: 'Failed to check whether a newer ingestion run of the source has begun; will retry',
          error,
        });
      })
      .finally(() => {
        this.#checking = null;
      });
  }

  async #check(): Promise<void> {
    const askedAt = performance.now();
    if (await this.#options.isCurrent()) this.#currentAt = Math.max(this.#currentAt, askedAt);
    else this.#superseded.abort(new Superseded('The run was superseded'));
  }
}
