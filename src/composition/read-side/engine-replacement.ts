import { setTimeout as pause } from 'node:timers/promises';
import type { Report } from '../../ports/report.ts';
import type { ProjectionEngine } from '../../projections/engine/engine.ts';

const RETRY_MS = 1_000;

/** Replaces the projection engine when the file of its read models was replaced by an empty one. */
export class EngineReplacement {
  readonly #newEngine: () => ProjectionEngine;
  readonly #report: Report;
  readonly #stopping = new AbortController();
  #current: ProjectionEngine;
  #caughtUp: Promise<void> | null = null;
  /** `null` while nothing is replaced. */
  #replacing: PromiseWithResolvers<void> | null = null;
  #turn: Promise<void> = Promise.resolve();

  constructor(newEngine: () => ProjectionEngine, report: Report) {
    this.#newEngine = newEngine;
    this.#report = report;
    this.#current = newEngine();
  }

  get current(): ProjectionEngine {
    return this.#current;
  }

  get isReplacing(): boolean {
    return this.#replacing !== null;
  }

  /** Resolves for all callers at the same moment. */
  caughtUp(): Promise<void> {
    this.#caughtUp ??= this.#whenCaughtUp();
    return this.#caughtUp;
  }

  suspend(): void {
    this.#caughtUp = null;
    if (this.#replacing !== null) return;
    this.#replacing = Promise.withResolvers();
    this.#replacing.promise.catch(() => undefined);
  }

  /** Rebuilds the read models in the empty file. */
  replace(): void {
    this.suspend();
    this.#turn = this.#turn.then(() => this.#replaceNow());
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#replacing?.reject(new Error('The engine stopped'));
    await this.#current.stop();
    await this.#turn;
    await this.#current.stop();
  }

  async #whenCaughtUp(): Promise<void> {
    for (;;) {
      const [engine, replacing] = [this.#current, this.#replacing];
      if (replacing !== null) {
        await replacing.promise;
        return;
      }
      try {
        await engine.caughtUp();
      } catch (error) {
        if (this.#replacing === null) throw error;
      }
      if (this.#replacing === null) return;
    }
  }

  async #replaceNow(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#current.stop();
        if (signal.aborted) return;
        this.#current = this.#newEngine();
        await this.#current.start();
        break;
      } catch (error) {
        this.#report({ message: 'Failed to rebuild the read models; will retry', error });
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    await this.#current.caughtUp().then(
      () => {
        this.#report({ message: 'Read models rebuilt in a new file' });
        this.#replacing?.resolve();
        this.#replacing = null;
      },
      // A poison event stops a rebuild until a release can fold it; requests stay refused.
      (error: unknown) => this.#replacing?.reject(error),
    );
  }
}
