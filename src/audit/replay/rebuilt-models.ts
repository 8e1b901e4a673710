/** Read models rebuilt from the log alone, beside the live ones: the same projections into another store. */
import type { EventCodec } from '../../event-log/codec.ts';
import type { Documents } from '../../ports/documents.ts';
import type { Position, ReadableLog } from '../../ports/event-log.ts';
import { DEAD_LETTERS } from '../../projections/engine/dead-letters.ts';
import { ProjectionState } from '../../projections/engine/projection-state.ts';
import { Runner } from '../../projections/engine/runner.ts';
import type { Projection } from '../../projections/projection.ts';

/** As the projection engine folds them. */
const BATCH = 128;

export interface RebuildOptions {
  readonly log: Pick<ReadableLog, 'readAll'>;
  readonly codec: Pick<EventCodec, 'decode'>;
  /** An empty store. */
  readonly documents: Documents;
  readonly projections: readonly Projection[];
  readonly onFolded: (position: Position, events: number) => void;
}

export class RebuiltModels {
  readonly #options: RebuildOptions;
  readonly #runner: Runner;
  readonly #poison: string[];
  #events = 0;

  private constructor(options: RebuildOptions) {
    this.#options = options;
    this.#poison = [];
    // Poison events become dead letters, as in the live read models.
    const states = options.projections.map((projection) => new ProjectionState(projection, 'live'));
    const report = ({ message, projection }: { message: string; projection?: string }) =>
      void this.#poison.push(`${projection}: ${message}`);
    this.#runner = new Runner(states, null, { codec: options.codec, documents: options.documents, report });
  }

  static async open(options: RebuildOptions): Promise<RebuiltModels> {
    await options.documents.ensureCollection(DEAD_LETTERS);
    for (const { collection } of options.projections) await options.documents.ensureCollection(collection);
    return new RebuiltModels(options);
  }

  get poison(): readonly string[] {
    return this.#poison;
  }

  get events(): number {
    return this.#events;
  }

  get documents(): Documents {
    return this.#options.documents;
  }

  get foldedTo(): Position | null {
    return this.#runner.readTo;
  }

  /** Folds up to exactly this position. A lower one than before changes nothing. @throws the signal's reason */
  async foldTo(end: Position, signal: AbortSignal): Promise<void> {
    const { log, onFolded } = this.#options;
    for (;;) {
      signal.throwIfAborted();
      const after = this.#runner.readTo;
      if (after !== null && after >= end) break;
      const { events, readTo } = await log.readAll({ after, limit: BATCH });
      if (readTo === null || readTo === after) break;
      const wanted = events.filter(({ position }) => position <= end);
      const upTo = readTo < end ? readTo : end;
      await this.#runner.advance(wanted, upTo);
      this.#events += wanted.length;
      onFolded(upTo, this.#events);
    }
    await this.#runner.drained();
  }
}
