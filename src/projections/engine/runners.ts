/** Runners of an engine: the live one, which the subscription feeds, and those of projections that are behind. */
import type { Decoded } from '../../event-log/event-decoder.ts';
import { laterPosition, type Position } from '../../ports/event-log.ts';
import { CatchUpDecoder, type CatchUpDecryption } from './catch-up-decoder.ts';
import type { EngineOptions } from './engine-options.ts';
import type { KnownHead } from './known-head.ts';
import type { PreparedProjection } from './prepare-projections.ts';
import type { ProjectionState } from './projection-state.ts';
import { Runner, type RunnerOptions } from './runner.ts';

export interface RunnersOptions {
  readonly engine: EngineOptions;
  readonly head: KnownHead;
  readonly decryption: CatchUpDecryption;
  /** Called when the live projections have stored everything up to the position. */
  readonly onWritten: (position: Position, events: readonly Decoded[]) => void;
}

export class Runners {
  readonly #options: RunnersOptions;
  #live: Runner;
  #lagging: readonly Runner[] = [];
  #states: readonly ProjectionState[] = [];

  constructor(options: RunnersOptions) {
    this.#options = options;
    this.#live = new Runner([], null, options.engine);
  }

  get live(): Runner {
    return this.#live;
  }

  get lagging(): readonly Runner[] {
    return this.#lagging;
  }

  get all(): readonly Runner[] {
    return [this.#live, ...this.#lagging];
  }

  /** Those of all projections, in their order. */
  get states(): readonly ProjectionState[] {
    return this.#states;
  }

  /** Replaces all runners. Projections whose checkpoint is the furthest are live from now on. */
  create(prepared: readonly PreparedProjection[]): void {
    this.#states = prepared.map(({ state }) => state);
    const positionOf = ({ pointer }: PreparedProjection) => pointer?.position ?? null;
    const furthest = prepared.map(positionOf).reduce(laterPosition, null);
    const upToDate = prepared.filter((each) => positionOf(each) === furthest);
    const { onWritten } = this.#options;
    const states = upToDate.map(({ state }) => state);
    this.#live = new Runner(states, upToDate[0]?.pointer ?? null, this.#runnerOptions({ onWritten }));
    this.#lagging = prepared
      .filter((each) => positionOf(each) !== furthest)
      .map(({ state, pointer }) => new Runner([state], pointer, this.#runnerOptions()));
    // An idle log sends no event that would tell of it.
    if (furthest !== null) onWritten(furthest, []);
  }

  /**
   * Gives each runner its own decoder, which knows how far that runner is behind. @param live further options of the live
   * runner
   */
  #runnerOptions(live: Pick<RunnerOptions, 'onWritten'> = {}): RunnerOptions {
    const { engine, head, decryption } = this.#options;
    const { codec, documents, report, verifyDocumentsEveryMs } = engine;
    const decoder = new CatchUpDecoder({ ...decryption, codec, head });
    return { codec: decoder, documents, report, mayRollBack: verifyDocumentsEveryMs !== undefined, ...live };
  }

  /** The projections of a runner have caught up and belong to the live one now. */
  remove(joined: Runner): void {
    this.#lagging = this.#lagging.filter((runner) => runner !== joined);
  }

  /** The reason of the first runner whose checkpoints were rolled back; null when there is none. */
  async rolledBack(verifiedForMs?: number): Promise<string | null> {
    for (const runner of this.all) {
      const why = await runner.rolledBack(verifiedForMs);
      if (why !== null) return why;
    }
    return null;
  }

  async retire(): Promise<void> {
    await Promise.all(this.all.map((runner) => runner.retire()));
  }
}
