/**
 * Blue/green rebuild: indexes every source's stored passages, then drops the indexes of other embedding models, which searches use
 * meanwhile. A restarted run skips indexed passages.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { PreviousIndex } from '../../ports/search-index.ts';
import { retryWhileUnavailable } from '../retry-while-unavailable.ts';
import { type ReindexDeps, type ReindexPass, reindexMissing } from './reindex.ts';

export interface IndexMigrationStatus {
  readonly state: 'starting' | 'building' | 'waiting for the model' | 'whole' | 'incomplete' | 'failed';
  /** Counts of the current pass, or of the last one. */
  readonly sources: ReindexPass;
  /** Indexes of other models that still exist. Nodes of the release before may use them. */
  readonly otherIndexes: readonly string[];
}

const RETRIED = 'Store is unavailable; will retry to complete the search index';
/** Before an unavailable model is tried again; doubles up to the maximum. */
const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 3_600_000;
/** Running searches may still use the old index. */
const DROP_DELAY_MS = 5_000;
/** Safety limit: passes converge after a few, whatever other nodes do. */
const MAX_PASSES = 100;
const EMPTY_PASS: ReindexPass = { indexed: 0, waiting: 0, failed: 0 };

export class IndexMigration {
  readonly #retentionMs: number;
  /** Time of the monotonic clock when the index was first found complete beside others; null while it is not, or the only one. */
  #completeSince: number | null = null;
  #status: IndexMigrationStatus = { state: 'starting', sources: EMPTY_PASS, otherIndexes: [] };

  /**
   * @param retentionMs other indexes are dropped by the first run that ends this long after the index was complete. A node that
   * misses its index builds it again, and would in its turn drop ours.
   */
  constructor(retentionMs = 0) {
    this.#retentionMs = retentionMs;
  }

  get status(): IndexMigrationStatus {
    return this.#status;
  }

  /**
   * Resolves when the index is complete, and the only one unless others are retained, or when waiting cannot make it so.
   * @throws the signal's reason; StoreUnavailable after an hour
   */
  async run(deps: ReindexDeps, signal: AbortSignal): Promise<void> {
    try {
      this.#enter(await this.#buildAll(deps, signal));
    } catch (error) {
      this.#enter('failed');
      throw error;
    }
  }

  async #buildAll(deps: ReindexDeps, signal: AbortSignal): Promise<'whole' | 'incomplete'> {
    const retry = { message: RETRIED, signal, report: deps.report };
    let pauseMs = FIRST_PAUSE_MS;
    for (let passes = 0; passes < MAX_PASSES; passes += 1) {
      const { sources, others } = await retryWhileUnavailable(() => this.#pass(deps, signal), retry);
      if (sources.waiting > 0) {
        this.#enter('waiting for the model');
        await pause(pauseMs, undefined, { signal });
        pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
        continue;
      }
      // The old index stays while any source failed. The next start tries again.
      if (sources.failed > 0) return 'incomplete';
      if (others.length === 0 || (sources.indexed === 0 && this.#isRetaining())) return 'whole';
      // One more pass: a node with the old model may have indexed sources in the meantime.
      if (sources.indexed > 0) await pause(DROP_DELAY_MS, undefined, { signal });
      else await retryWhileUnavailable(() => dropAll(others), retry);
    }
    return 'incomplete';
  }

  #isRetaining(): boolean {
    const now = performance.now();
    this.#completeSince ??= now;
    return now - this.#completeSince < this.#retentionMs;
  }

  #enter(state: IndexMigrationStatus['state']): void {
    this.#status = { ...this.#status, state };
  }

  async #pass(deps: ReindexDeps, signal: AbortSignal) {
    const others = await deps.searchIndex.previousIndexes();
    const otherIndexes = others.map(({ name }) => name);
    if (others.length === 0) this.#completeSince = null;
    this.#status = { state: 'building', sources: EMPTY_PASS, otherIndexes };
    const sources = await reindexMissing(deps, signal, (soFar) => {
      this.#status = { state: 'building', sources: soFar, otherIndexes };
    });
    this.#status = { state: 'building', sources, otherIndexes };
    return { sources, others };
  }
}

async function dropAll(others: readonly PreviousIndex[]): Promise<void> {
  for (const other of others) await other.drop();
}
