import type { SourceProgress } from '../../queries/reading-progress.ts';

/** Often enough to watch it, seldom enough to cost nothing. */
const EVERY_MS = 1_000;

/** The run is not the newest of its source any more, or the source is gone: whatever it does is in vain. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

interface RunProgressOptions {
  readonly write: (progress: SourceProgress) => Promise<void>;
  /** From the log itself. */
  readonly isCurrent: () => Promise<boolean>;
  readonly report: (problem: { message: string; error?: unknown }) => void;
}

/** Tells how far a run has come, once a second at most, and looks on that occasion whether it still counts. */
export class RunProgress {
  readonly #options: RunProgressOptions;
  readonly #superseded = new AbortController();
  #latest: SourceProgress | null = null;
  #timer: NodeJS.Timeout | null = null;
  #telling: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: RunProgressOptions) {
    this.#options = options;
  }

  /** Aborts with `Superseded`. */
  get signal(): AbortSignal {
    return this.#superseded.signal;
  }

  /** At once when nothing has been told for a while, otherwise when that is over. */
  note(progress: SourceProgress): void {
    this.#latest = progress;
    if (this.#timer !== null || this.#stopped) return;
    this.#tell();
  }

  /** Nothing is told any more when it answers. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#telling;
  }

  #tell(): void {
    const progress = this.#latest;
    this.#latest = null;
    this.#timer = null;
    if (progress === null || this.#stopped) return;
    // The next one waits for its time, and until this one has been told.
    this.#timer = setTimeout(() => void this.#telling.then(() => this.#tell()), EVERY_MS);
    this.#timer.unref();
    this.#telling = this.#write(progress);
  }

  async #write(progress: SourceProgress): Promise<void> {
    try {
      await this.#options.write(progress);
      if (!(await this.#options.isCurrent())) this.#superseded.abort(new Superseded('The run no longer counts'));
    } catch (error) {
      this.#options.report({ message: 'The progress of reading a source could not be told', error });
    }
  }
}
