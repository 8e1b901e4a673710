/**
 * Version swap of a read model (blue/green): a rebuilt version becomes active, and the replaced ones are dropped, since
 * erasures do not reach them. With several nodes they are kept for a while, because nodes of the previous release use theirs.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { CollectionDefinition, Documents } from '../../ports/documents.ts';
import type { Report } from '../../ports/report.ts';
import type { ProjectionState } from './projection-state.ts';

const RETRY_MS = 60_000;

interface VersionSwapOptions {
  readonly documents: Documents;
  readonly report: Report;
  /** Replaced versions are dropped this long after the swap, or after a start that finds them. */
  readonly retentionMs: number;
  readonly signal: AbortSignal;
}

const versionOf = ({ name, version }: CollectionDefinition): string => `${name}@${version}`;

export class VersionSwap {
  readonly #options: VersionSwapOptions;
  #later: Promise<unknown> = Promise.resolve();
  /** Versions that were the active ones at some time since this engine started. */
  readonly #wereActive = new Set<string>();

  constructor(options: VersionSwapOptions) {
    this.#options = options;
  }

  /**
   * Queries read this version from now on. A newer one that became active since this engine started is of a newer release, and
   * stays.
   */
  async swapIn(state: ProjectionState): Promise<void> {
    const { documents } = this.#options;
    const { collection } = state.projection;
    const before = await documents.activeVersion(collection.name);
    const newer = before !== null && before > collection.version ? before : null;
    if (newer !== null && this.#wereActive.has(versionOf(collection))) {
      state.phase = 'live';
      return;
    }
    await documents.activateVersion(collection.name, collection.version, collection.generation);
    state.phase = 'live';
    await this.dropReplaced(collection, newer);
  }

  /**
   * Includes leftovers of a process that ended during a rebuild or swap.
   * @param newer version that was in use before a rollback
   */
  async dropReplaced(inUse: CollectionDefinition, newer: number | null = null): Promise<void> {
    this.#wereActive.add(versionOf(inUse));
    if (this.#options.retentionMs === 0) await this.#dropAll(inUse, newer);
    else this.#later = Promise.all([this.#later, this.#dropLater(inUse, newer)]);
  }

  /** Settles when no drop is pending: soon after the signal has aborted. */
  async settled(): Promise<void> {
    await this.#later;
  }

  async #dropLater(inUse: CollectionDefinition, newer: number | null): Promise<void> {
    const { documents, retentionMs, report } = this.#options;
    for (let wait = retentionMs; await this.#wait(wait); wait = RETRY_MS) {
      try {
        // After a rollback meanwhile, the active version is another one and nothing is dropped here.
        if ((await documents.activeVersion(inUse.name)) === inUse.version) await this.#dropAll(inUse, newer);
        return;
      } catch (error) {
        report({
          message: 'Failed to drop replaced versions of a read model; will retry',
          projection: inUse.name,
          error,
        });
      }
    }
  }

  async #dropAll(inUse: CollectionDefinition, newer: number | null): Promise<void> {
    const { documents } = this.#options;
    if (newer !== null) await documents.dropCollection({ ...inUse, version: newer });
    for (let version = inUse.version - 1; version > 0; version--) await documents.dropCollection({ ...inUse, version });
  }

  /** Resolves to false when the engine stops. */
  #wait(milliseconds: number): Promise<boolean> {
    return pause(milliseconds, true, { signal: this.#options.signal, ref: false }).catch(() => false);
  }
}
