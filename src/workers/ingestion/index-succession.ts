/**
 * Sees to it that the search index holds every source's passages, then drops those of other embedding models. So a change of the model
 * builds the new index beside the old one, out of stored text; searches go on in the old one meanwhile (`search-in-transition.ts`).
 * What a run that was stopped has put needs not be put again: passages are counted, and embeddings remembered.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { OtherIndex } from '../../ports/search-index.ts';
import { outlastingAbsence } from '../store-absence.ts';
import { type ReindexDeps, type ReindexPass, reindexWhatIsMissing } from './reindex.ts';

/** How far it is, as JSON. */
export interface SuccessionStatus {
  readonly state: 'starting' | 'building' | 'waiting for the model' | 'whole' | 'incomplete' | 'failed';
  /** Sources of the pass that is under way, or of the last one. */
  readonly sources: ReindexPass;
  /** Indexes of other models that are still there. */
  readonly otherIndexes: readonly string[];
}

export interface SuccessionOptions {
  /** Milliseconds until a model that was away is asked again; doubles up to an hour. Default a minute. */
  readonly firstPauseMs?: number;
  /** Milliseconds between the last passage put and the end of the old index: searches still know it. Default 5 s. */
  readonly dropAfterMs?: number;
}

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
const DROP_AFTER_MS = 5_000;
/** Passes that find nothing more to do come soon: this many are enough whatever other nodes are doing. */
const MOST_PASSES = 100;
const NOTHING: ReindexPass = { indexed: 0, waiting: 0, failed: 0 };

export class IndexSuccession {
  #status: SuccessionStatus = { state: 'starting', sources: NOTHING, otherIndexes: [] };

  get status(): SuccessionStatus {
    return this.#status;
  }

  /** Ends when the index is whole and alone, or cannot become so by waiting. @throws the signal's reason; StoreUnavailable after an hour */
  async run(deps: ReindexDeps, signal: AbortSignal, options: SuccessionOptions = {}): Promise<void> {
    const { firstPauseMs = FIRST_PAUSE_MS, dropAfterMs = DROP_AFTER_MS } = options;
    try {
      let pauseMs = firstPauseMs;
      for (let passes = 0; passes < MOST_PASSES; passes += 1) {
        const { sources, others } = await outlastingAbsence(() => this.#pass(deps, signal), {
          signal,
          report: deps.report,
        });
        if (sources.waiting > 0) {
          this.#status = { ...this.#status, state: 'waiting for the model' };
          await pause(pauseMs, undefined, { signal });
          pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
        } else if (sources.failed > 0 || others.length === 0) {
          // Without what could not be indexed the old index is not replaced: it stays, and is tried again at the next start.
          this.#status = { ...this.#status, state: sources.failed > 0 ? 'incomplete' : 'whole' };
          return;
        } else if (sources.indexed > 0) {
          // Once more: what has been read meanwhile by a node of the old model is missing here too.
          await pause(dropAfterMs, undefined, { signal });
        } else {
          await outlastingAbsence(() => drop(others), { signal, report: deps.report });
        }
      }
      this.#status = { ...this.#status, state: 'incomplete' };
    } catch (error) {
      this.#status = { ...this.#status, state: 'failed' };
      throw error;
    }
  }

  async #pass(deps: ReindexDeps, signal: AbortSignal) {
    const others = await deps.searchIndex.others();
    const otherIndexes = others.map(({ name }) => name);
    this.#status = { state: 'building', sources: NOTHING, otherIndexes };
    const sources = await reindexWhatIsMissing(deps, signal, (soFar) => {
      this.#status = { state: 'building', sources: soFar, otherIndexes };
    });
    this.#status = { state: 'building', sources, otherIndexes };
    return { sources, others };
  }
}

async function drop(others: readonly OtherIndex[]): Promise<void> {
  for (const other of others) await other.drop();
}
