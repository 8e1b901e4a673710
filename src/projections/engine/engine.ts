/**
 * Projection engine: one subscription feeds all projections that are up to date. Others (new ones, new versions) catch up
 * beside it and then join.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Decoded } from '../../event-log/codec.ts';
import type { Clock } from '../../ports/clock.ts';
import type { EventLog, LogSubscription, Position } from '../../ports/event-log.ts';
import { laterPosition } from '../../ports/event-log.ts';
import { READ_WAIT_MS, type ReadProgress } from '../../ports/read-progress.ts';
import type { Projection } from '../projection.ts';
import { catchUp } from './catch-up.ts';
import { CatchUpDecoder } from './catch-up-decoder.ts';
import { DeadLetterReplay } from './dead-letter-replay.ts';
import { logMismatch } from './log-identity.ts';
import { type PreparedProjection, prepareProjections } from './prepare-projections.ts';
import type { ProjectionState } from './projection-state.ts';
import { ReplacedVersions } from './replaced-versions.ts';
import { Runner, type RunnerOptions } from './runner.ts';
import { countDeadLetters, type ProjectionStatus, statusOf } from './status.ts';
import { Waiters } from './waiters.ts';

/** Small enough that decrypting and folding a batch holds the event loop for less than 20 ms. */
const MAX_BATCH = 128;
const RETRY_MS = 1_000;
const VERIFY_EVERY_MS = 10_000;

export interface EngineOptions extends RunnerOptions {
  readonly log: EventLog;
  readonly projections: readonly Projection[];
  readonly clock: Clock;
  /** Before a failed store is retried. Default 1000. */
  readonly retryMs?: number;
  /** Keeps a replaced version this long, since nodes of the previous release read it. Default 0. */
  readonly replacedRetentionMs?: number;
  /** Between checks that the log was not replaced. Default 10 s. */
  readonly verifyEveryMs?: number;
  /** Called when the log was replaced, so that callers drop what they cached of it. */
  readonly onLogReplaced?: () => void;
}

export class ProjectionEngine implements ReadProgress {
  readonly #options: EngineOptions;
  readonly #waiters = new Waiters();
  #live: Runner;
  #lagging: Runner[] = [];
  #all: readonly ProjectionState[] = [];
  #subscription: LogSubscription | null = null;
  /** Serialises changes of the live runner: a batch, a projection that joins, a replay. */
  #lock: Promise<unknown> = Promise.resolve();
  #catchingUp: Promise<void> = Promise.resolve();
  /** Settles when the rebuild after a replaced log is done; null when none is running. */
  #rebuilding: PromiseWithResolvers<void> | null = null;
  /** Background work until the engine stops; never rejects. */
  #background: Promise<unknown> = Promise.resolve();
  readonly #stopping = new AbortController();
  readonly #replaced: ReplacedVersions;

  constructor(options: EngineOptions) {
    const codec = new CatchUpDecoder(options.codec, MAX_BATCH, this.#stopping.signal);
    this.#options = { ...options, codec };
    const { documents, report, replacedRetentionMs: retentionMs = 0 } = options;
    this.#replaced = new ReplacedVersions({ documents, report, retentionMs, signal: this.#stopping.signal });
    this.#live = new Runner([], null, this.#options);
  }

  /** Loads the checkpoints and starts to follow the log. `caughtUp` settles when the read models can be used. */
  async start(): Promise<void> {
    this.#createRunners(await this.#prepare());
    const head = await this.#options.log.head();
    const following = this.#follow();
    this.#catchingUp = this.#catchUp(head);
    this.#background = Promise.all([following, this.#watch(), this.#replayAllDeadLetters()]);
  }

  /**
   * Settles when every read model has caught up with the log as of the start.
   * @throws the reason why one of them stopped
   */
  async caughtUp(): Promise<void> {
    for (let awaited: Promise<void> | null = null; awaited !== this.#catchingUp; ) {
      awaited = this.#catchingUp;
      // Superseded when the log was replaced meanwhile: then the rebuild counts.
      await awaited.catch((error: unknown) => {
        if (awaited === this.#catchingUp) throw error;
      });
    }
    const stopped = this.#all.find(({ phase }) => phase === 'stopped');
    if (stopped !== undefined) throw new Error(`${stopped.key} stopped at ${stopped.stoppedBy}`);
  }

  async waitFor(position: Position | null, withinMs = READ_WAIT_MS): Promise<void> {
    if (position !== null) await this.#waiters.wait(position, withinMs);
  }

  status(): Promise<readonly ProjectionStatus[]> {
    return statusOf(this.#all, [this.#live, ...this.#lagging], this.#options);
  }

  /** True from the detection of a replaced log until the rebuild is done. */
  get rebuilding(): boolean {
    return this.#rebuilding !== null;
  }

  /** Replays the dead letters of a projection. Returns how many are left. */
  async replayDeadLetters(key: string): Promise<number> {
    const state = this.#live.states.find((candidate) => candidate.key === key);
    if (state === undefined) throw new RangeError(`No live projection is called ${key}`);
    const replay = await DeadLetterReplay.begin(state.projection, { ...this.#options, signal: this.#stopping.signal });
    if (replay !== null) {
      // Most of the log is folded while the live projection continues, the rest exclusively.
      if (this.#live.checkpoint !== null) await replay.foldTo(this.#live.checkpoint);
      await this.#exclusively(async () => {
        await this.#live.drained();
        const end = this.#live.checkpoint;
        if (end === null) return;
        await replay.foldTo(end);
        await replay.write(end);
      });
    }
    return countDeadLetters(key, this.#options);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#waiters.close();
    this.#rebuilding?.reject(new Error('The engine stopped'));
    await this.#subscription?.stop();
    await this.#catchingUp.catch(() => undefined);
    await this.#background;
    await this.#replaced.settled();
    await this.#lock;
    await this.#live.drained().catch(() => undefined);
  }

  #prepare(why: string | null = null): Promise<readonly PreparedProjection[]> {
    return prepareProjections({ ...this.#options, dropReplaced: (inUse) => this.#replaced.drop(inUse) }, why);
  }

  #createRunners(prepared: readonly PreparedProjection[]): void {
    this.#all = prepared.map(({ state }) => state);
    const positionOf = ({ place }: PreparedProjection) => place?.position ?? null;
    const furthest = prepared.map(positionOf).reduce(laterPosition, null);
    const upToDate = prepared.filter((each) => positionOf(each) === furthest);
    const onWritten = (position: Position, events: readonly Decoded[]) => {
      this.#waiters.passed(position);
      this.#options.onWritten?.(position, events);
    };
    const states = upToDate.map(({ state }) => state);
    this.#live = new Runner(states, upToDate[0]?.place ?? null, { ...this.#options, onWritten });
    this.#lagging = prepared
      .filter((each) => positionOf(each) !== furthest)
      .map(({ state, place }) => new Runner([state], place, this.#options));
    // An idle log sends no event that would resolve the waiters.
    if (furthest !== null) onWritten(furthest, []);
  }

  /** Follows the log until the engine stops. A broken subscription is renewed from the checkpoint. */
  async #follow(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#requireSameLog();
        if (this.#stopping.signal.aborted) return;
        this.#subscription = this.#subscribe();
        await Promise.race([this.#subscription.ended, this.#live.failed]);
      } catch (error) {
        this.#options.report({ message: 'Projection subscription failed; will resubscribe', error });
        await this.#subscription?.stop();
        await this.#pause();
        await this.#exclusively(() => this.#live.restart());
      }
    }
  }

  /** Checks now and then that the log was not replaced, which an unbroken subscription would not notice. */
  async #watch(): Promise<void> {
    while (await this.#pause(this.#options.verifyEveryMs ?? VERIFY_EVERY_MS)) {
      const { place } = this.#live;
      // An unavailable log is checked next time.
      const why = place === null ? null : await logMismatch(this.#options.log, place).catch(() => null);
      if (why !== null) await this.#subscription?.stop();
    }
  }

  /** Starts a rebuild if the log was replaced. Runs before each subscription, which retries it after a failure. */
  async #requireSameLog(): Promise<void> {
    const { log, onLogReplaced } = this.#options;
    const { place } = this.#live;
    const why = place === null ? null : await logMismatch(log, place);
    if (why === null) return;
    this.#rebuilding ??= Promise.withResolvers();
    const { promise, resolve, reject } = this.#rebuilding;
    promise.catch(() => undefined);
    this.#catchingUp = promise;
    this.#waiters.reset();
    await this.#exclusively(async () => {
      await Promise.all([this.#live, ...this.#lagging].map((runner) => runner.retire()));
      onLogReplaced?.();
      this.#createRunners(await this.#prepare(why));
    });
    const done = this.#catchUp(await log.head()).then(() => {
      this.#rebuilding = null;
    });
    done.then(resolve, reject);
  }

  #subscribe(): LogSubscription {
    const live = this.#live;
    return this.#options.log.subscribe({
      after: live.checkpoint,
      maxBatch: MAX_BATCH,
      onEvents: (events, readTo) =>
        this.#exclusively(async () => {
          await live.advance(events, readTo);
          // At the head, a failure should show at once, and nothing more could be folded meanwhile.
          if (events.length < MAX_BATCH) await live.drained();
        }),
    });
  }

  /** Lets lagging projections catch up, waits until all have passed `head`, and swaps new versions in. */
  async #catchUp(head: Position | null): Promise<void> {
    for (const runner of [...this.#lagging]) {
      await this.#retryUntilStopped(
        () => this.#catchUpRunner(runner),
        () => runner.restart(),
      );
    }
    if (head !== null && this.#live.states.length > 0) await this.#waiters.wait(head, null);
    for (const state of this.#live.states) {
      if (state.phase === 'building') await this.#retryUntilStopped(() => this.#swapIn(state));
    }
  }

  /** The release that starts now may have fixed the cause of dead letters. */
  async #replayAllDeadLetters(): Promise<void> {
    try {
      await this.#catchingUp;
      for (const { key } of this.#live.states) {
        if ((await countDeadLetters(key, this.#options)) > 0) await this.replayDeadLetters(key);
      }
    } catch (error) {
      if (this.#stopping.signal.aborted) return;
      this.#options.report({ message: 'Failed to replay dead letters; will replay at the next start', error });
    }
  }

  /**
   * Retries until it succeeds or the engine stops.
   * @param before runs before each retry
   */
  async #retryUntilStopped(step: () => Promise<void>, before: () => Promise<void> = async () => {}): Promise<void> {
    for (;;) {
      try {
        return await step();
      } catch (error) {
        if (this.#stopping.signal.aborted) throw error;
        this.#options.report({ message: 'Projections failed to catch up; will retry', error });
        await this.#pause();
        await before();
      }
    }
  }

  /** False when the engine stops. */
  #pause(milliseconds = this.#options.retryMs ?? RETRY_MS): Promise<boolean> {
    return pause(milliseconds, true, { signal: this.#stopping.signal, ref: false }).catch(() => false);
  }

  #catchUpRunner(runner: Runner): Promise<void> {
    return catchUp(runner, {
      log: this.#options.log,
      maxBatch: MAX_BATCH,
      live: () => this.#live,
      exclusively: (task) => this.#exclusively(task),
      onJoined: () => {
        this.#lagging = this.#lagging.filter((other) => other !== runner);
      },
      signal: this.#stopping.signal,
    });
  }

  /** Version swap: readers use this version now, and the one before is dropped. */
  async #swapIn(state: ProjectionState): Promise<void> {
    const { documents } = this.#options;
    const { collection } = state.projection;
    const before = await documents.activeVersion(collection.name);
    await documents.activateVersion(collection.name, collection.version);
    state.phase = 'live';
    await this.#replaced.drop(collection, before !== null && before > collection.version ? before : null);
  }

  #exclusively<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = this.#lock.then(task);
    this.#lock = result.catch(() => undefined);
    return result;
  }
}
