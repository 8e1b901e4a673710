import type { Report } from '../../ports/report.ts';
import type { SourceProgress } from '../../projections/data-sources/reading-progress.ts';

/** Between two reports of progress. */
const INTERVAL_MS = 1_000;

/** The run is no longer the newest of its source, or the source was deleted, alone or with its chatbot. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

interface RunProgressOptions {
  readonly write: (progress: SourceProgress) => Promise<void>;
  /** Reads the log, not a read model. */
  readonly isCurrent: () => Promise<boolean>;
  readonly report: Report;
}

/** At most one report per second. Checks once a second whether the run was superseded, also while it has nothing to report. */
export class RunProgress {
  readonly #options: RunProgressOptions;
  readonly #superseded = new AbortController();
  #latest: SourceProgress | null = null;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #checking: Promise<void> | null = null;
  readonly #watch: NodeJS.Timeout;
  #stopped = false;

  constructor(options: RunProgressOptions) {
    this.#options = options;
    // One document may take long to read, and no content may be stored of a source that was deleted meanwhile.
    this.#watch = setInterval(() => this.#checkOnce(), INTERVAL_MS);
    this.#watch.unref();
  }

  /** Aborts with `Superseded`. */
  get signal(): AbortSignal {
    return this.#superseded.signal;
  }

  update(progress: SourceProgress): void {
    this.#latest = progress;
    if (this.#timer !== null || this.#stopped) return;
    this.#flush();
  }

  /** Resolves when no more reports will be written. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#watch);
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#writing;
    await this.#checking;
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
      this.#options.report({ message: 'Failed to write the progress of a run', error });
    }
  }

  #checkOnce(): void {
    this.#checking ??= this.#check().finally(() => {
      this.#checking = null;
    });
  }

  async #check(): Promise<void> {
    try {
      if (!(await this.#options.isCurrent())) this.#superseded.abort(new Superseded('The run was superseded'));
    } catch (error) {
      this.#options.report({ message: 'Failed to check whether a run was superseded', error });
    }
  }
}
