/**
 * Versions of read models that are not used any more. They go, because nobody would erase what such a leftover says; with several
 * nodes not at once, because those of the release before read theirs until they are replaced, and keep it up to date themselves.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { CollectionDefinition, Documents } from '../../ports/documents.ts';

const RETRY_MS = 60_000;

export interface ReplacedVersionsOptions {
  readonly documents: Documents;
  readonly report: (problem: { message: string; projection?: string; error?: unknown }) => void;
  /** Milliseconds that they stay after the swap, or after a start that finds them. */
  readonly keptMs: number;
  readonly signal: AbortSignal;
}

export class ReplacedVersions {
  readonly #options: ReplacedVersionsOptions;
  #later: Promise<unknown> = Promise.resolve();

  constructor(options: ReplacedVersionsOptions) {
    this.#options = options;
  }

  /**
   * Drops every older version than the one in use, also what a process left that ended in the middle of a rebuild or a swap.
   * @param newer a version that was in use until a release before came back
   */
  async drop(inUse: CollectionDefinition, newer: number | null = null): Promise<void> {
    if (this.#options.keptMs === 0) await this.#dropAll(inUse, newer);
    else this.#later = Promise.all([this.#later, this.#dropLater(inUse, newer)]);
  }

  /** Settles when nothing more is going to be dropped: soon, once the signal has aborted. */
  async settled(): Promise<void> {
    await this.#later;
  }

  async #dropLater(inUse: CollectionDefinition, newer: number | null): Promise<void> {
    const { documents, keptMs, report } = this.#options;
    for (let wait = keptMs; await this.#passed(wait); wait = RETRY_MS) {
      try {
        // A release before may have come back meanwhile: then this is not the one to judge.
        if ((await documents.activeVersion(inUse.name)) === inUse.version) await this.#dropAll(inUse, newer);
        return;
      } catch (error) {
        report({ message: 'Older versions of a read model could not be dropped yet', projection: inUse.name, error });
      }
    }
  }

  async #dropAll(inUse: CollectionDefinition, newer: number | null): Promise<void> {
    const { documents } = this.#options;
    if (newer !== null) await documents.drop({ ...inUse, version: newer });
    for (let version = inUse.version - 1; version > 0; version--) await documents.drop({ ...inUse, version });
  }

  /** False when the engine stops before. */
  #passed(milliseconds: number): Promise<boolean> {
    return pause(milliseconds, true, { signal: this.#options.signal, ref: false }).catch(() => false);
  }
}
